// Package store keeps tables as folders of column files.
//
// A table is one raw little-endian file per column (64-byte aligned, tail padded),
// written once and mmapped, plus manifest.json: schema, storage, rows, zones and
// checksums per segment. A change writes new files beside the old ones, syncs them,
// and renames the manifest: a crash leaves the old table or the new one. Batches of
// parsed values come in through a Source; immutable snapshots (plan.Table) go out
// through a View.
package store
