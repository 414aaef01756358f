package unfold

import (
	"math"
	"math/big"

	"gsdms/operators/dictionary"
	"gsdms/operators/large"
	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/numbering"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// part is the rows of a task.
type part struct {
	rows    []int32
	columns []plan.Vector
	codes   [][]uint16 // by column: of its texts, where few differ
	worker  int        // who has numbered them
	bytes   int64      // that they take
	begin   int        // among the rows of all
}

// finished gives the rows of a task, and begins the next.
func (w *worker) finished(number int) part {
	p := part{rows: w.rows, columns: make([]plan.Vector, len(w.columns)), codes: make([][]uint16, len(w.columns)), worker: number}
	p.bytes = 4 * int64(len(w.rows))
	for i, c := range w.columns {
		if c == nil {
			continue
		}
		v := &p.columns[i]
		*v = c.begin(len(w.rows)).V
		if v.Texts != nil {
			w.told(&p, i)
		}
		p.bytes += cell.Bytes(v, len(w.rows))
		c.again()
	}
	w.rows = make([]int32, 0, len(w.rows)+len(w.rows)/8)
	return p
}

// told tells the texts of a column apart, or copies them: they are parts of documents.
func (w *worker) told(p *part, i int) {
	v := &p.columns[i]
	if !w.of.many[i].Load() {
		if w.known[i] == nil {
			w.known[i] = numbering.NewTexts()
		}
		codes := make([]uint16, len(v.Texts))
		kept, ok := w.known[i].Number(codes, v.Texts, v.Nulls)
		if p.bytes += kept; ok {
			p.codes[i] = codes
			v.Texts = nil
			return
		}
		w.of.many[i].Store(true)
	}
	bytes := v.TextBytes()
	p.bytes += bytes
	all := make([]byte, 0, bytes)
	for _, text := range v.Texts {
		all = append(all, text...)
	}
	together := string(all)
	for k, text := range v.Texts {
		v.Texts[k], together = together[:len(text)], together[len(text):]
	}
}

// settle puts the parts together.
func (u *unfolding) settle(t *team.Team, workers []*worker) (of []int32, columns []plan.Vector, err error) {
	n, held := 0, int64(0)
	for i := range u.parts {
		u.parts[i].begin = n
		n += len(u.parts[i].rows)
		held += u.parts[i].bytes
	}
	if n > math.MaxInt32 {
		return nil, nil, errTooMany
	}
	if err := t.Take(4 * int64(n)); err != nil {
		return nil, nil, err
	}
	of = make([]int32, n)
	err = t.Spread(len(u.parts), func(_, i int) error {
		copy(of[u.parts[i].begin:], u.parts[i].rows)
		return nil
	})
	columns = make([]plan.Vector, len(u.many))
	for i := 0; i < len(columns) && err == nil; i++ {
		columns[i], err = u.column(t, workers, i, n)
	}
	if err != nil {
		return nil, nil, err
	}
	return of, columns, t.Take(-held)
}

// column puts the parts of a column together.
func (u *unfolding) column(t *team.Team, workers []*worker, i, n int) (plan.Vector, error) {
	v := plan.Vector{Type: workers[0].columns[i].V.Type}
	wide, nulls, bytes := false, false, int64(0)
	for k := range u.parts {
		p := &u.parts[k].columns[i]
		wide, nulls = wide || p.Wide != nil, nulls || p.Nulls != nil
		bytes += p.TextBytes()
	}
	var known [][]int64
	switch {
	case v.Type.Kind == plan.Double:
		v.Floats = large.Make[float64](n)
	case v.Type.Kind == plan.String && u.many[i].Load():
		v.Texts = large.Make[string](n)
	case v.Type.Kind == plan.String:
		var err error
		if known, v.Dict, err = u.known(workers, i); err != nil {
			return v, err
		}
		v.Ints = large.Make[int64](n)
	case wide:
		v.Wide = large.Make[*big.Int](n)
	default:
		v.Ints = large.Make[int64](n)
	}
	if nulls {
		v.Nulls = large.Make[bool](n)
	}
	if err := t.Take(cell.Bytes(&v, n) + bytes); err != nil {
		return v, err
	}
	return v, t.Spread(len(u.parts), func(_, k int) error {
		u.parts[k].into(&v, i, known, workers)
		return nil
	})
}

// known gives a dictionary of the texts that workers have told apart, and their codes by worker.
func (u *unfolding) known(workers []*worker, i int) (codes [][]int64, dict *plan.Dictionary, err error) {
	var all []string
	begins := make([]int, len(workers)+1)
	for k, w := range workers {
		if w != nil && w.known[i] != nil {
			all = append(all, w.known[i].Known...)
		}
		begins[k+1] = len(all)
	}
	dict, numbers, err := dictionary.Of(u.ctx, all, nil)
	if err != nil {
		return nil, nil, err
	}
	for k := range workers {
		codes = append(codes, numbers[begins[k]:begins[k+1]])
	}
	return codes, dict, nil
}

// into writes the part's rows of a column.
func (p *part) into(v *plan.Vector, i int, codes [][]int64, workers []*worker) {
	from, hi := &p.columns[i], p.begin+len(p.rows)
	if v.Nulls != nil && from.Nulls != nil {
		copy(v.Nulls[p.begin:hi], from.Nulls)
	}
	switch {
	case p.codes[i] != nil && v.Texts != nil:
		known := workers[p.worker].known[i].Known
		for k, code := range p.codes[i] {
			if from.Nulls == nil || !from.Nulls[k] {
				v.Texts[p.begin+k] = known[code]
			}
		}
	case p.codes[i] != nil:
		of := codes[p.worker]
		for k, code := range p.codes[i] {
			if from.Nulls == nil || !from.Nulls[k] {
				v.Ints[p.begin+k] = of[code]
			}
		}
	case v.Texts != nil:
		copy(v.Texts[p.begin:hi], from.Texts)
	case v.Floats != nil:
		copy(v.Floats[p.begin:hi], from.Floats)
	case v.Wide != nil && from.Wide == nil:
		for k, n := range from.Ints {
			v.Wide[p.begin+k] = big.NewInt(n)
		}
	case v.Wide != nil:
		copy(v.Wide[p.begin:hi], from.Wide)
	default:
		copy(v.Ints[p.begin:hi], from.Ints)
	}
}
