package snapshot

import (
	"context"
	"math/bits"
	"path/filepath"
	"slices"
	"sync/atomic"

	"gsdms/plan"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/work"
)

// verified gives the segments of a file that were checked for a version, which may be nil.
// The version of m shares them, unless it has more rows: then the last ones are others.
func (v *Version) verified(of *manifest.File, m *manifest.Manifest) []atomic.Uint64 {
	out := make([]atomic.Uint64, (m.Segments()+63)/64)
	if v == nil {
		return out
	}
	at := slices.IndexFunc(v.Columns, func(c Column) bool { return c.Data != nil && filepath.Base(c.Data.Path) == of.Name })
	if at < 0 {
		return out
	}
	if v.Manifest.Rows == m.Rows {
		return v.Columns[at].verified
	}
	for s := range min(v.Manifest.Rows, m.Rows) / plan.SegmentRows {
		out[s/64].Or(v.Columns[at].verified[s/64].Load() & (1 << (s % 64)))
	}
	return out
}

// badSum is the reason of damage that a checksum shows.
const badSum = "its bytes do not match their checksum"

// Check compares the files of every column with their checksums; those of dictionaries that are not
// packed were when they were opened.
func (v *Version) Check(ctx context.Context) error {
	for i := range v.Columns {
		f := v.Manifest.Entry(i).File
		if f == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := v.Reading(i, f, func() error { return v.checkColumn(i) }); err != nil {
			return err
		}
		if of := v.Manifest.Entry(i).Dict; v.Columns[i].Text != nil && of.Plain != 0 {
			if err := v.Reading(i, of, func() error { return v.checkDict(i) }); err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *Version) checkColumn(i int) error {
	entry := v.Manifest.Entry(i)
	if entry.File.Grows {
		return v.Verify(i, 0, v.Manifest.Rows)
	}
	d := manifest.BoundSum(v.Manifest.BoundTo(), entry.File.Name, v.Manifest.Rows, entry.Width, -1)
	d.Write(v.Columns[i].Data.Data)
	if d.Sum64() != entry.File.Sum {
		return v.damage(i, entry.File, -1, badSum)
	}
	return nil
}

// checkDict compares the file of a column's dictionary with its checksum.
func (v *Version) checkDict(i int) error {
	entry := v.Manifest.Entry(i)
	d := manifest.BoundSum(v.Manifest.BoundTo(), entry.Dict.Name, entry.Texts, 0, -1)
	d.Write(v.Columns[i].Text.Data)
	if d.Sum64() != entry.Dict.Sum {
		return v.damage(i, entry.Dict, -1, badSum)
	}
	return nil
}

// Verify checks the segments of [lo, hi) that were not checked before, on all processors: whoever reads
// a table first waits for that. The error is of the first one that is damaged.
func (v *Version) Verify(column, lo, hi int) error {
	c := &v.Columns[column]
	var open []int
	for s := c.unchecked(lo/plan.SegmentRows, hi); s*plan.SegmentRows < hi; s = c.unchecked(s+1, hi) {
		open = append(open, s)
	}
	f := v.Manifest.Entry(column).File
	return work.Each(len(open), func(i int) error {
		if err := v.Reading(column, f, func() error { return v.verifySegment(column, open[i]) }); err != nil {
			return err
		}
		c.verified[open[i]/64].Or(1 << (open[i] % 64))
		return nil
	})
}

// unchecked gives the first segment from s on that was not checked before, or one that
// begins at or after row hi.
func (c *Column) unchecked(s, hi int) int {
	for s*plan.SegmentRows < hi {
		open := ^c.verified[s/64].Load() >> (s % 64)
		if open != 0 {
			return s + bits.TrailingZeros64(open)
		}
		s = s/64*64 + 64
	}
	return s
}

// verifySegment checks one segment; the last one includes the padding of a file that does not
// grow.
func (v *Version) verifySegment(column, s int) error {
	c, entry := &v.Columns[column], v.Manifest.Entry(column)
	rows := v.Manifest.Rows
	lo, hi := c.span(s*plan.SegmentRows, min((s+1)*plan.SegmentRows, rows))
	if entry.File.Grows {
		rows = manifest.Growing
	} else if s == v.Manifest.Segments()-1 {
		hi = len(c.Data.Data)
	}
	d := manifest.BoundSum(v.Manifest.BoundTo(), entry.File.Name, rows, entry.Width, s)
	d.Write(c.Data.Data[lo:hi])
	if d.Sum64() != entry.Sums[s] {
		return v.damage(column, entry.File, s, badSum)
	}
	return nil
}
