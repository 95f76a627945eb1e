"""Reading documents: the links, headings and ids in what they are written in."""
