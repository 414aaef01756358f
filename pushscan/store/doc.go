// Package store keeps tables as folders of column files.
//
// A table is one little-endian file per column (64-byte aligned, tail padded), mmapped, whose
// first segments may be packed (coding.Pack), plus a manifest: schema, storage, rows, zones and
// checksums per segment. What a manifest says are a column's rows is never written again; rows
// that come later are appended to its file (growth). Batches of parsed values come in through a
// Source; immutable snapshots (plan.Table) go out through a View.
//
//	DIR/catalog.lock                             held while a process has the folder open
//	DIR/catalog.0.reserve                        place for what frees space on a full disk
//	DIR/catalog.json                             the tables and the manifest of each, and the queries
//	DIR/catalog.log                              rows that came since, while a process has the folder open
//	DIR/TABLE/manifest.v17.json                  one version of the table
//	DIR/TABLE/003-city.v17.col  003-city.v17.dict  a column's numbers, its sorted texts
//	DIR/TABLE/003-city.v18.tail                  texts that came later
//
// The folder is made by the first change in it.
//
// A Catalog is the folder. A change (edit) starts from the state that views see, writes what it
// needs with the rooms below (intake, columnfile, disk, coding, dictionary, ordering), describes it in manifests
// (manifest), opens these as they will be read (snapshot), and makes them the next state, whose tables, queries
// and databases a roster has.
//
// A change, of one table or of several at once, writes new files beside the old ones, or
// behind the rows of one that grows, syncs files and folders, and renames catalog.json: that rename is the moment it
// happens, so a crash leaves all of the old tables or all of the new ones. Files that
// catalog.json does not lead to are swept when the catalog is opened. Versions of a
// table may share files, and so much of a file as is their own; a file goes when the last view that can reach it is closed.
//
// Of changes that only add a few rows a record in catalog.log is that moment (log.go).
//
// Nothing is answered from bytes that are not as written. The manifests and
// dictionaries are checked when they are opened, the sizes of all files too, and each
// segment of a column when it is first read (Data.Rows). Checksums (xxhash64) are bound
// to table, column, version and position, so that a file in the wrong place is found as
// well. What the checks cannot rule out is a file cut short by somebody else while it
// is mapped, or a disk that fails: touching such a page raises SIGBUS. The store's own
// reads turn that into an error; goroutines that scan the arrays call
// debug.SetPanicOnFault(true) and recover.
package store
