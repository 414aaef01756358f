package growth

import (
	"encoding/binary"
	"encoding/json"
	"slices"
	"sync"

	"gsdms/plan"
	"gsdms/pushscan/store/manifest"
)

// Growth is a change that only adds rows behind others. Safe for concurrent use.
type Growth struct {
	Next   *manifest.Manifest // that the table has then
	first  int                // segment of the first row that comes
	mu     sync.Mutex
	pieces []piece
	bytes  [][]byte // of each piece
}

// New begins a growth of a table behind some rows of it; next will be its manifest.
func New(rows int, next *manifest.Manifest) *Growth {
	return &Growth{Next: next, first: rows / plan.SegmentRows}
}

// Add adds bytes that go to a file of the table from some place on.
func (g *Growth) Add(file string, at int, bytes []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.pieces = append(g.pieces, piece{file, at, len(bytes)})
	g.bytes = append(g.bytes, bytes)
}

// Files lists the files that get bytes, each as often as it does.
func (g *Growth) Files() []string {
	out := make([]string, len(g.pieces))
	for i, p := range g.pieces {
		out[i] = p.File
	}
	return out
}

// Body is that of a record: the length of its description, which has the table's
// name as files have it, this, and the bytes.
func (g *Growth) Body(table string) ([]byte, error) {
	r := Record{Table: table, Version: g.Next.Version, Rows: g.Next.Rows, Next: g.Next.NextNumber, Order: g.Next.Order, First: g.first, Pieces: g.pieces}
	for i := range g.Next.Stored() {
		c := g.Next.Entry(i)
		entry := column{Nulls: c.Nulls, Min: c.Min, Max: c.Max, Size: c.File.Size, Sums: c.Sums[g.first:], Tail: c.Tail, Late: c.Late}
		if !c.Float {
			entry.Zones = c.Zones[2*g.first:]
		}
		r.Columns = append(r.Columns, entry)
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	out := append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...)
	return append(out, slices.Concat(g.bytes...)...), nil
}

// piece is bytes that go to a file of the table from some place on.
type piece struct {
	File string `json:"file"`
	At   int    `json:"at"`
	Size int    `json:"size"`
}
