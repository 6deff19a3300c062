"""The report: one page to read and to send, whatever is known of a law."""
