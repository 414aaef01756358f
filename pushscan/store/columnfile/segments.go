package columnfile

import (
	"context"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
)

// segments writes a column's file: segment by segment, with zones and checksums.
type segments struct {
	table   string
	rows    int
	entry   *manifest.Column // gets File, Zones, Sums and Packed
	storage plan.Storage
	f       *disk.Paced
	buffer  []byte
	packed  []byte // for a packed segment; nil: none will be
}

func (w *segments) write(ctx context.Context, read coding.Stored) error {
	packs, err := PackingPays(ctx, w.storage, 0, w.rows, read)
	if err != nil {
		return err
	}
	if packs {
		w.packed = coding.AlignedBytes(coding.MostPacked(w.storage.Width))
	}
	for s := range coding.SegmentsOf(w.rows) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.add(s, read); err != nil {
			return err
		}
	}
	end := w.entry.Place(w.rows)
	w.entry.File.Size = disk.FileSize(end)
	_, err = w.f.Write(make([]byte, w.entry.File.Size-end))
	return err
}

func (w *segments) add(s int, read coding.Stored) error {
	size, lo, hi, err := read(s, w.buffer)
	if err != nil {
		return err
	}
	out := w.buffer[:size]
	if !w.storage.Float {
		w.entry.Zones = append(w.entry.Zones, lo, hi)
	}
	if w.packed != nil && size == plan.SegmentRows*w.storage.Width {
		size := coding.Pack(w.packed, out, w.storage.Width)
		w.entry.Packed = append(w.entry.Packed, size)
		out = w.packed[:size]
	}
	d := manifest.BoundSum(w.table, w.entry.File.Name, manifest.Growing, w.storage.Width, s)
	d.Write(out)
	w.entry.Sums = append(w.entry.Sums, d.Sum64())
	_, err = w.f.Write(out)
	return err
}

// A column is packed if that saves a fifth of it, as some of its segments tell. Else its file is read
// as it is, which costs nothing.
const (
	leastSaved   = 5
	askedOfPacks = 8
)

// PackingPays says whether the whole segments of rows from one on, up to as many as there are, are to
// be packed.
func PackingPays(ctx context.Context, form plan.Storage, from, rows int, read coding.Stored) (bool, error) {
	first, whole := from/plan.SegmentRows, (rows-from)/plan.SegmentRows
	if form.Float || whole == 0 {
		return false, nil
	}
	plain := coding.AlignedBytes(plan.SegmentRows * form.Width)
	size, asked := 0, min(whole, askedOfPacks)
	for k := range asked {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if _, _, _, err := read(first+k*whole/asked, plain); err != nil {
			return false, err
		}
		size += coding.PackedSize(plain, form.Width)
	}
	return leastSaved*size <= (leastSaved-1)*asked*len(plain), nil
}
