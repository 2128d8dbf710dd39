"""Parts of the page What is lost: the matrix of variables and versions, one variable, pairs, published figures."""
