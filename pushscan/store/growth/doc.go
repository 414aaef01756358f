// Package growth is what a record of the log says: that rows have come behind those of a table. A
// Growth is one under way, of which Body is that of a record; Read gives it back as what it makes of the
// manifest before it, and the bytes that go to files.
package growth
