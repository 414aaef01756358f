package load

import (
	"slices"

	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// Lost says of a column which values of a file are not in it as the file has them.
type Lost struct {
	Column string
	ingest.Lost
}

// lose counts what a batch has lost: zeros only where the types are proposals, since others say that a
// column has numbers.
func (s *Sniffed) lose(def store.Definition, b *ingest.Batch, proposed bool) {
	for i := range b.Columns {
		lost := b.Columns[i].Lost
		if !proposed {
			lost.Zeros = 0
		}
		if !lost.Any() {
			continue
		}
		name := def.Columns[i].Name
		at := slices.IndexFunc(s.Lost, func(l Lost) bool { return l.Column == name })
		if at < 0 {
			at, s.Lost = len(s.Lost), append(s.Lost, Lost{Column: name})
		}
		s.Lost[at].Add(lost)
	}
}
