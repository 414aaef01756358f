package relation

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// somewhere is Parts that give the values of some rows without reading the others.
type somewhere interface {
	// SomeTexts gives take the texts of a column in some rows of a part, ascending ones. Where ok is
	// false Texts alone gives them.
	SomeTexts(ctx context.Context, part, column int, rows []int, take func(text string, null bool)) (ok bool, err error)
	// SomeNumbers is SomeTexts of a column of numbers, of which take, which does not keep it, is given one at a time,
	// as Read has it. Where ok is false Read alone gives them.
	SomeNumbers(ctx context.Context, part, column int, rows []int, take func(values *ingest.Column) error) (ok bool, err error)
}

// picked is the values of a column that were read for single rows.
type picked struct {
	mu     sync.Mutex
	times  int
	values map[int64]pickedValue
}

// pickedValue is a text or a number.
type pickedValue struct {
	text  string
	whole int64
	float float64
	null  bool
}

const (
	rowsOfPick  = 1024    // of how many rows one at most is asked for where it is read by itself
	mostTimes   = 8       // that rows are read by themselves; then all are read
	mostPicked  = 4096    // rows
	mostOfPicks = 4 << 20 // bytes of their texts
)

// Pick is of plan.Picker.
func (d *data) Pick(ctx context.Context, ordinal int, rows []int64) (v plan.Vector, ok bool, err error) {
	p := d.columns[ordinal].pending
	if p == nil || len(rows) > mostPicked || rowsOfPick*len(rows) > d.rows {
		return v, false, nil
	}
	from, ok := p.parts.(somewhere)
	if !ok {
		return v, false, nil
	}
	p.picked.mu.Lock()
	defer p.picked.mu.Unlock()
	if lacks, err := p.pick(ctx, from, rows); lacks || err != nil {
		return v, false, err
	}
	return p.vector(rows), true, nil
}

// vector gives the values of rows that were all picked.
func (p *pending) vector(rows []int64) plan.Vector {
	v := plan.Vector{Nulls: make([]bool, len(rows))}
	switch {
	case p.isText():
		v.Texts = make([]string, len(rows))
	case p.column.storage.Float:
		v.Floats = make([]float64, len(rows))
	default:
		v.Ints = make([]int64, len(rows))
	}
	some := false
	for i, row := range rows {
		is := p.picked.values[row]
		switch {
		case v.Texts != nil:
			v.Texts[i] = is.text
		case v.Floats != nil:
			v.Floats[i] = is.float
		default:
			v.Ints[i] = is.whole
		}
		v.Nulls[i], some = is.null, some || is.null
	}
	if !some {
		v.Nulls = nil
	}
	return v
}

// isText reports whether the column is one of texts.
func (p *pending) isText() bool { return p.lists != nil || p.names != nil }

// pick has the values of some rows read that were not, and reports whether some are still lacking.
func (p *pending) pick(ctx context.Context, from somewhere, rows []int64) (lacks bool, err error) {
	wanted := p.unpicked(rows)
	if wanted == nil {
		return false, nil
	}
	if p.picked.times++; p.picked.times > mostTimes {
		return true, nil
	}
	found := make([][]pickedValue, len(wanted))
	for _, err := range operators.Spread(len(wanted), func(part int) (err error) {
		if len(wanted[part]) == 0 {
			return nil
		}
		found[part], err = p.some(ctx, from, part, wanted[part])
		if err == nil && !p.bounds[part].hasNull {
			err = p.wrong(nullsOf(found[part]))
		}
		return err
	}) {
		if err != nil {
			return true, err
		}
	}
	return p.keep(wanted, found), nil
}

// some reads some rows of a part; fewer than these where others have to be read with them.
func (p *pending) some(ctx context.Context, from somewhere, part int, rows []int) (found []pickedValue, err error) {
	if p.isText() {
		_, err = from.SomeTexts(ctx, part, p.ordinal, rows, func(text string, null bool) {
			found = append(found, pickedValue{text: text, null: null})
		})
		return found, err
	}
	lost := false
	_, err = from.SomeNumbers(ctx, part, p.ordinal, rows, func(values *ingest.Column) error {
		lost = lost || values.Lost != ingest.Lost{}
		is, err := p.number(p.bounds[part], placed(values))
		found = append(found, is)
		return err
	})
	if lost { // how much is, only all rows tell
		return nil, err
	}
	return found, err
}

// number gives the only number of values, which has to be within bounds.
func (p *pending) number(of bounds, values *ingest.Column) (is pickedValue, err error) {
	if is.null = values.Nulls != nil && values.Nulls[0]; is.null {
		return is, nil
	}
	if p.column.storage.Float {
		is.float = values.Floats[0]
		return is, p.haveFloats(of, values)
	}
	is.whole = values.Ints[0]
	return is, p.haveInts(of, values)
}

// haveInts holds numbers against bounds.
func (*pending) haveInts(of bounds, values *ingest.Column) error {
	is := none()
	is.take(values.Ints, values.Nulls)
	if is.lo < of.lo && is.lo <= is.hi || is.hi > of.hi && is.lo <= is.hi {
		return fmt.Errorf("there are values from %d to %d, but the file's statistics say that they are from %d to %d"+unstated, is.lo, is.hi, of.lo, of.hi)
	}
	return nil
}

// unpicked lists by parts those of some rows that are not known, ascending, nil where all are.
func (p *pending) unpicked(rows []int64) (wanted [][]int) {
	for _, row := range rows {
		if _, ok := p.picked.values[row]; ok {
			continue
		}
		if wanted == nil {
			wanted = make([][]int, len(p.states))
		}
		part, _ := slices.BinarySearch(p.begins[1:], int(row)+1)
		wanted[part] = append(wanted[part], int(row)-p.begins[part])
	}
	for part := range wanted {
		slices.Sort(wanted[part])
		wanted[part] = slices.Compact(wanted[part])
	}
	return wanted
}

// keep notes the values that were found, in place of those before where these are many, and reports
// whether some were not found.
func (p *pending) keep(wanted [][]int, found [][]pickedValue) (lacks bool) {
	bytes := 0
	for _, is := range p.picked.values {
		bytes += len(is.text)
	}
	if p.picked.values == nil || bytes > mostOfPicks || len(p.picked.values) > mostPicked {
		p.picked.values = map[int64]pickedValue{}
	}
	for part, rows := range wanted {
		lacks = lacks || len(found[part]) < len(rows)
		for i, is := range found[part] {
			p.picked.values[int64(p.begins[part]+rows[i])] = is
		}
	}
	return lacks
}

func nullsOf(of []pickedValue) (out []bool) {
	for _, is := range of {
		out = append(out, is.null)
	}
	return out
}
