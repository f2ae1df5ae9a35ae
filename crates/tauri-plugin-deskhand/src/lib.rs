//! Lets WebDriver and Deskhand drive a Tauri application.
