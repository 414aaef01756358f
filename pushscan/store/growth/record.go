package growth

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"gsdms/pushscan/store/manifest"
)

// Record is what a record says: of a table's manifest what is another than before.
type Record struct {
	Table   string   `json:"table"`
	Version uint64   `json:"version"`
	Rows    int      `json:"rows"`
	Next    uint64   `json:"next_number,omitempty"`
	Order   []int    `json:"order,omitempty"`
	First   int      `json:"first"` // segment from which on zones and sums are others
	Columns []column `json:"columns"`
	Pieces  []piece  `json:"pieces"`

	bytes []byte // of the pieces
}

type column struct {
	Nulls bool           `json:"nulls,omitempty"`
	Min   int64          `json:"min"`
	Max   int64          `json:"max"`
	Size  int            `json:"size"`
	Zones []uint64       `json:"zones,omitempty"`
	Sums  []uint64       `json:"sums"`
	Tail  *manifest.File `json:"tail,omitempty"`
	Late  int            `json:"late,omitempty"`
}

// Read is the inverse of Growth.Body.
func Read(body []byte) (*Record, error) {
	if len(body) < 4 || uint64(len(body)-4) < uint64(binary.LittleEndian.Uint32(body)) {
		return nil, errors.New("a record is cut short")
	}
	text := body[4 : 4+binary.LittleEndian.Uint32(body)]
	r := &Record{bytes: body[4+len(text):]}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, err
	}
	return r, nil
}

// Apply gives the manifest that a record makes of the one before it.
func (r *Record) Apply(m *manifest.Manifest) (*manifest.Manifest, error) {
	next := m.Clone()
	if len(r.Columns) != m.Stored() || r.First < 0 || r.First > m.Segments() {
		return nil, fmt.Errorf("a record of %d columns for %d", len(r.Columns), m.Stored())
	}
	if next.Dead != nil {
		dead := *next.Dead
		next.Dead = &dead
	}
	next.Version, next.Rows, next.NextNumber, next.Order = r.Version, r.Rows, r.Next, r.Order
	for i, g := range r.Columns {
		c := next.Entry(i)
		if c.File == nil {
			return nil, errors.New("a record for a column without rows")
		}
		file := *c.File
		file.Size = g.Size
		c.File, c.Nulls, c.Min, c.Max, c.Tail, c.Late = &file, g.Nulls, g.Min, g.Max, g.Tail, g.Late
		c.Sums = slices.Concat(c.Sums[:min(r.First, len(c.Sums))], g.Sums)
		c.Zones = slices.Concat(c.Zones[:min(2*r.First, len(c.Zones))], g.Zones)
	}
	next.Format = next.OldestFormat()
	body, err := json.Marshal(next)
	if err != nil {
		return nil, err
	}
	return manifest.Parse(body)
}

// Each calls f for the bytes of a record, by the files of its table that they go to.
func (r *Record) Each(folder string, f func(path string, at int, bytes []byte) error) error {
	bytes := r.bytes
	for _, p := range r.Pieces {
		if p.Size < 0 || p.Size > len(bytes) || p.At < 0 || filepath.Base(p.File) != p.File {
			return errors.New("a record is not whole")
		}
		if err := f(filepath.Join(folder, p.File), p.At, bytes[:p.Size]); err != nil {
			return err
		}
		bytes = bytes[p.Size:]
	}
	return nil
}
