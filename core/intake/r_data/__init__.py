"""R files (.rds, .rda) -> columns: data frames with factors, labels, dates and missing values as R means them."""
