"""Tables of declarations: rows, shapes, selection and the catalogue."""
