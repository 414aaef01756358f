package tail

import (
	"sync"
	"sync/atomic"

	"gsdms/operators/dictionary"
	"gsdms/operators/tail/numbering"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// Of texts that are made row by row often few differ, as of LEFT with a computed length. They are
// numbered chunk by chunk then, while they are in the cache, and the column has codes: it is told
// apart, grouped and put in order by these, and the texts need no memory each. Groups by 272 that 3
// million rows have took 0.74 s of processor time, and 0.44 so.

// fewestChunks is how many chunks are worth numbering.
const fewestChunks = 4

// toldApart is the texts of a column as long as few of them differ. Each worker numbers those of its chunks.
type toldApart struct {
	many    atomic.Bool
	tables  []*numbering.Texts // by worker
	codes   []uint16
	by      []int // by chunk: 1 + the worker whose numbers its rows have; 0: they have texts
	texts   []string
	making  sync.Once
	ofTexts func() []string // makes room for all
}

// newToldApart makes room for so many chunks with some rows.
func newToldApart(workers, chunks, rows int, texts func() []string) *toldApart {
	f := &toldApart{tables: make([]*numbering.Texts, workers), by: make([]int, chunks), ofTexts: texts}
	if chunks < fewestChunks {
		f.many.Store(true)
		return f
	}
	f.codes = make([]uint16, rows)
	return f
}

// put takes the texts of a chunk, whose first row is lo; bytes is how many it has kept. Where they are
// not numbered, they stay where they are.
func (f *toldApart) put(worker, chunk, lo int, part plan.Vector) (numbered bool, bytes int64) {
	if !f.many.Load() {
		if f.tables[worker] == nil {
			f.tables[worker] = numbering.NewTexts()
		}
		kept, ok := f.tables[worker].Number(f.codes[lo:], part.Texts, part.Nulls)
		if ok {
			f.by[chunk] = 1 + worker
			return true, kept
		}
		bytes = kept
		f.many.Store(true)
	}
	copy(f.all()[lo:], part.Texts)
	return false, bytes + part.TextBytes()
}

// all is the texts of all rows.
func (f *toldApart) all() []string {
	f.making.Do(func() { f.texts = f.ofTexts() })
	return f.texts
}

// settle gives a column its texts, or codes of few that differ.
func (f *toldApart) settle(r *runner, v *plan.Vector) error {
	if f.many.Load() {
		v.Texts = f.all()
		return r.Spread(len(f.by), func(_, chunk int) error {
			if f.by[chunk] > 0 {
				known := f.tables[f.by[chunk]-1].Known
				f.eachRow(chunk, v.Nulls, func(row int) { v.Texts[row] = known[f.codes[row]] })
			}
			return nil
		})
	}
	var known []string
	begins := make([]int, len(f.tables))
	for i, t := range f.tables {
		if begins[i] = len(known); t != nil {
			known = append(known, t.Known...)
		}
	}
	dict, codes, err := dictionary.Of(r.ctx, known, nil)
	if err != nil {
		return err
	}
	v.Texts, v.Ints, v.Dict = nil, make([]int64, len(f.codes)), dict
	return r.Spread(len(f.by), func(_, chunk int) error {
		of := codes[begins[f.by[chunk]-1]:]
		f.eachRow(chunk, v.Nulls, func(row int) { v.Ints[row] = of[f.codes[row]] })
		return nil
	})
}

// eachRow calls do for the rows of a chunk that have a text.
func (f *toldApart) eachRow(chunk int, nulls []bool, do func(row int)) {
	lo := chunk * team.ChunkRows
	for row := lo; row < min(lo+team.ChunkRows, len(f.codes)); row++ {
		if nulls == nil || !nulls[row] {
			do(row)
		}
	}
}
