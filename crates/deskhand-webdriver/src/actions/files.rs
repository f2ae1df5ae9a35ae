//! The files that a file input is given.

use std::path::Path;

use webdriver::error::{ErrorStatus, WebDriverError};

use crate::errors::{Outcome, error};

/// The files that a text names, one in each line.
pub(super) async fn files(text: &str, several: bool) -> Outcome<Vec<String>> {
    let files: Vec<String> = text.split('\n').map(str::to_owned).collect();
    if !several && files.len() > 1 {
        return Err(invalid(format!("This input takes one file, not {}", files.len())));
    }
    for file in &files {
        let path = Path::new(file);
        if !path.is_absolute() {
            return Err(invalid(format!("'{file}' is not an absolute path")));
        }
        if !matches!(tokio::fs::try_exists(path).await, Ok(true)) {
            return Err(invalid(format!("There is no file '{file}'")));
        }
    }
    Ok(files)
}

fn invalid(message: String) -> WebDriverError {
    error(ErrorStatus::InvalidArgument, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that is there.
    fn here() -> String {
        std::env::current_exe().expect("this test is a file").display().to_string()
    }

    #[tokio::test]
    async fn each_line_is_a_file() {
        let both = format!("{0}\n{0}", here());
        assert_eq!(files(&both, true).await.expect("both are there").len(), 2);
    }

    #[tokio::test]
    async fn an_input_that_takes_one_file_takes_one() {
        assert!(files(&here(), false).await.is_ok());
        assert!(files(&format!("{0}\n{0}", here()), false).await.is_err());
    }

    #[tokio::test]
    async fn files_that_are_not_there_are_invalid() {
        let missing = format!("{}.missing", here());
        for text in ["", "relative", &missing, &format!("{}\n{missing}", here())] {
            let refused = files(text, true).await.expect_err("it is not there");
            assert_eq!(refused.error, ErrorStatus::InvalidArgument, "{text}");
        }
    }
}
