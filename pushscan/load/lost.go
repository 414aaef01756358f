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

// lose counts what a batch has lost.
func (s *Sniffed) lose(def store.Definition, b *ingest.Batch) {
	for i := range b.Columns {
		lost := b.Columns[i].Lost
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
