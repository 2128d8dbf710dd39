"""Parts of the Risk page, and risk figures in words."""
