"""Classes: their bases, fields, members and the records that they make."""
