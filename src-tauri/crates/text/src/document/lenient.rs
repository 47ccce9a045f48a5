//! Reading a frontmatter: strictly where that works, else key by key.
