"""What answers cost a server, beside a bare application that keeps the same log."""
