// Package load reads files into batches: .tbl and CSV, JSON, Parquet, Arrow IPC. Its room arrows
// writes them, and within opens them where they may lie.
//
// Open sniffs the files and gives a Reader, which is an ingest.Source; each format is read in a room
// of its own. Texts are unpacked and decoded here, and read by package delimited, in blocks that
// several goroutines parse; what JSON has is made lines of fields for it by package objects. Parquet
// is read by package rowgroups, several columns at once; its Parts give the columns of row groups one
// by one. Arrow IPC is read by package ipc, in a child process of the same binary (ChildMain). All of
// them fill columns, as a layout says, and say by malformed.Error what is wrong and where.
//
// # Values
//
// An integer is [+-]digits within the declared type. A decimal is exact: digits past
// the scale must be zeros, nothing is rounded. A double is finite, -0 becomes 0. A date
// is YYYY-MM-DD from year 1 on; a timestamp of a Parquet or IPC file goes to a date if
// it is midnight UTC. A boolean is 0 or 1, or as in DuckDB, in any case, true, t, yes, y,
// false, f, no or n; only true and false make Infer propose BOOL. Spaces around these do not
// count. A text is UTF-8 without NUL bytes, of at most the declared characters and
// 1 MiB, and is taken as it is, trailing spaces too. What has no type that says it is text, of a
// Parquet or IPC file, is bytes; a UUID goes to a text as it is spelled, and to bytes as they are.
// Lists, maps, structures and intervals go to no column: Infer leaves them out, and a table that
// has no column of their name passes over them. NULL is an unquoted \N (or what
// Options.Nulls say); an empty field is NULL too, quoted or not, except in a string column
// that is not JSON, where it is the empty string. Unsigned 64-bit integers reach to 2^63-1.
//
// # Text
//
// Records end with LF or CRLF; the last may lack it; a UTF-8 byte order mark is passed
// over, one of UTF-16 makes the text be read as that, and Latin-1 is read where
// Options.Encoding names it, or where most of the sample's bytes beyond ASCII are no UTF-8 (Recoded
// finds that behind the sample). In a file whose sample has no LF and a CR outside of
// quotes, lines end with CR. Where the delimiter
// is no comma, some numbers of the sample are written like 1,5 and none like 1.5, a comma is
// the point of all; 1.234,50 tells of points between thousands. Days of the sample that are written
// otherwise than YYYY-MM-DD are read as that where their values tell how. Written is what was
// found of both. Each record has a field for each field expected, no more and no fewer; with the delimiter | one more delimiter may follow the last. Empty lines are
// passed over, except in a file of one field, where they are empty fields. A quote
// stands around a whole field or doubled inside of one, or is text in a field that does not begin with
// one; what follows the one that ends a field is an error;
// between quotes delimiters and line ends are text. The blocks of a text are cut by counting quotes until
// one is met within such a field; then all is read once more, and cut by walking (Recoded). A record has at most 16 MiB. Names
// that end in .gz or .zst are unpacked while they are read. A file without bytes has no
// rows.
//
// # JSON
//
// Objects, one after another or in one array, are rows, and their members go to columns by name
// (package objects below makes them lines of fields, which are read as text is). A member that is
// null or missing is NULL, an object or an array its JSON text. The members that there are come
// from the first 256 KiB; a later object that has others is an error, unless Options.Columns lists
// those that are wanted.
package load
