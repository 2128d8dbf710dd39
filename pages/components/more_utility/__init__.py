"""Parts of the More utility page: which of them is shown, and links into one."""
