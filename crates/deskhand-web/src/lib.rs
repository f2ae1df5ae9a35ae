//! Asks the pages of an application through the plugin inside it.
