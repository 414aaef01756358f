package relation

import (
	"context"
	"slices"
	"sync"

	"gsdms/operators"
	"gsdms/plan"
)

// somewhere is Parts that give the texts of some rows without reading the others.
type somewhere interface {
	// SomeTexts gives take the texts of a column in some rows of a part, ascending ones. Where ok is
	// false Texts alone gives them.
	SomeTexts(ctx context.Context, part, column int, rows []int, take func(text string, null bool)) (ok bool, err error)
}

// picked is the texts of a column that were read for single rows.
type picked struct {
	mu    sync.Mutex
	times int
	texts map[int64]pickedText
}

type pickedText struct {
	text string
	null bool
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
	if p == nil || p.lists == nil || len(rows) > mostPicked || rowsOfPick*len(rows) > d.rows {
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
	v = plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: make([]string, len(rows)), Nulls: make([]bool, len(rows))}
	some := false
	for i, row := range rows {
		is := p.picked.texts[row]
		v.Texts[i], v.Nulls[i], some = is.text, is.null, some || is.null
	}
	if !some {
		v.Nulls = nil
	}
	return v, true, nil
}

// pick has the texts of some rows read that were not, and reports whether some are still lacking.
func (p *pending) pick(ctx context.Context, from somewhere, rows []int64) (lacks bool, err error) {
	wanted := p.unpicked(rows)
	if wanted == nil {
		return false, nil
	}
	if p.picked.times++; p.picked.times > mostTimes {
		return true, nil
	}
	found := make([][]pickedText, len(wanted))
	for _, err := range operators.Spread(len(wanted), func(part int) error {
		if len(wanted[part]) == 0 {
			return nil
		}
		_, err := from.SomeTexts(ctx, part, p.ordinal, wanted[part], func(text string, null bool) {
			found[part] = append(found[part], pickedText{text, null})
		})
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

// unpicked lists by parts those of some rows that are not known, ascending, nil where all are.
func (p *pending) unpicked(rows []int64) (wanted [][]int) {
	for _, row := range rows {
		if _, ok := p.picked.texts[row]; ok {
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

// keep notes the texts that were found, in place of those before where these are many, and reports
// whether some were not found.
func (p *pending) keep(wanted [][]int, found [][]pickedText) (lacks bool) {
	bytes := 0
	for _, is := range p.picked.texts {
		bytes += len(is.text)
	}
	if p.picked.texts == nil || bytes > mostOfPicks || len(p.picked.texts) > mostPicked {
		p.picked.texts = map[int64]pickedText{}
	}
	for part, rows := range wanted {
		lacks = lacks || len(found[part]) < len(rows)
		for i, is := range found[part] {
			p.picked.texts[int64(p.begins[part]+rows[i])] = is
		}
	}
	return lacks
}

func nullsOf(of []pickedText) (out []bool) {
	for _, is := range of {
		out = append(out, is.null)
	}
	return out
}
