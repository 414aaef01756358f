package tabulate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/dictionary"
	"gsdms/operators/index"
	"gsdms/operators/truth"
	"gsdms/plan"
	"gsdms/plan/value"
)

// A function that gives texts of texts in no order has a dictionary if it gives few different ones,
// as the first letters or the host of an address do. Of 5 million texts that differ, groups by the
// first seven letters, 256 in all, took 6.4 s of processor time behind the scan, and 2.5 so.

// few is how many different results a function may give for the texts of one part, and manyPart
// which part of these more may be. Of as many texts as few the results are counted first: where all
// but one in manyPart differ there, many do in all.
const (
	few      = 1 << 12
	manyPart = 8
)

// ErrMany is the error of FillFew where a function gives many different texts.
var ErrMany = errors.New("many different texts of those that are in no dictionary")

// FillFew evaluates a function that gives texts for all texts and for NULL, if it gives few different
// ones; else the error is ErrMany.
func (m *Maker) FillFew(e plan.Expr, of *plan.Unsorted) (*Table, error) {
	held := m.cache.Account().Part(m.ctx)
	defer held.Empty()
	n := of.Len() + 1
	if err := held.Charge(int64(n) * (8 + 1)); err != nil {
		return nil, err
	}
	f := &fewTexts{of: e, codes: make([]int64, n), null: make([]bool, n), firsts: make([]int, of.Parts()), given: make([][]string, of.Parts()+1)}
	for i := range f.null {
		f.null[i] = true // codes without a text
	}
	for _, err := range operators.SpreadIn(m.ctx, of.Parts(), func(ctx context.Context, part int) error { return m.fewOf(ctx, f, of, part) }) {
		if err != nil {
			return nil, err
		}
	}
	if f.many.Load() {
		return nil, ErrMany
	}
	r, err := plan.Eval(e, func(plan.Expr) (plan.Value, error) { return plan.Value{}, nil })
	if err != nil {
		return nil, err
	}
	if !r.IsNull() {
		f.given[of.Parts()], f.null[n-1] = []string{r.Text}, false
	}
	return f.table(m.ctx, !r.IsNull())
}

// fewTexts are the results of a function, part by part: the number of each among the different ones
// of its part, and these.
type fewTexts struct {
	of     plan.Expr
	codes  []int64
	null   []bool
	firsts []int      // the first code of each part
	given  [][]string // of each part, and that for NULL
	many   atomic.Bool
}

// fewOf evaluates a function for one part of the texts, or notes that it gives many different ones.
func (m *Maker) fewOf(ctx context.Context, f *fewTexts, of *plan.Unsorted, part int) error {
	t, first, err := of.Part(ctx, part)
	if err != nil {
		return err
	}
	held := m.cache.Account().Part(ctx)
	defer held.Empty()
	f.firsts[part] = first
	if lead := truth.LeadOf(f.of); lead.Found() {
		return m.fewByLead(f, lead, t, part)
	}
	results, numbers := newResults(f.of, t.Len()), map[string]int64{}
	for from, to := 0, min(few, t.Len()); from < to && !f.many.Load(); from, to = to, t.Len() {
		if err := m.fillPart(results, int64(from), int64(to), true, held, func(i int64) plan.Value { return value.OfString(t.View(int(i), int(i)+1)) }); err != nil {
			return err
		}
		f.number(part, numbers, results, from, to)
		f.count(len(numbers), to, t.Len())
	}
	return nil
}

// count notes whether so many different results of the first texts of a part, which has so many in all,
// are many. Of 5,000 hosts most have come after 12,000 texts.
func (f *fewTexts) count(different, texts, all int) {
	if texts == few && different > few-few/manyPart || different > max(few, all/manyPart) {
		f.many.Store(true)
	}
}

// fewByLead is fewOf of a function that reads of a text its first letters alone: it is evaluated once
// for all texts of the part that begin alike, wherever they are.
func (m *Maker) fewByLead(f *fewTexts, lead truth.Lead, t *plan.Texts, part int) error {
	first, work := f.firsts[part], truth.Effort{Ctx: m.ctx}
	var text plan.Value
	function, leaf := plan.Prepare(m.ctx, f.of), func(plan.Expr) (plan.Value, error) { return text, nil }
	known, numbers := map[string]int64{}, map[string]int64{} // -1: NULL
	for i := 0; i < t.Len() && !f.many.Load(); i++ {
		of := t.View(i, i+1)
		begin := lead.Of(of)
		number, ok := known[begin]
		if !ok {
			text = value.OfString(of)
			r, err := function.Eval(leaf)
			if err == nil {
				err = work.Add(text, r)
			}
			if err != nil {
				return err
			}
			if number = -1; !r.IsNull() {
				number = f.numberOf(numbers, part, r.Text)
			}
			if len(known) < mostLeads {
				known[begin] = number
			}
		}
		f.codes[first+i], f.null[first+i] = max(number, 0), number < 0
		if (i+1)%few == 0 || i+1 == t.Len() {
			f.count(len(numbers), i+1, t.Len())
			operators.TurnsOf(m.ctx).Pause()
			if err := m.ctx.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostLeads is how many beginnings of a part's texts are remembered.
const mostLeads = 1 << 14

// number gives the results of some places of a part their numbers.
func (f *fewTexts) number(part int, numbers map[string]int64, results *results, from, to int) {
	last, number := "", int64(-1)
	for i := from; i < to; i++ {
		if results.null[i] {
			continue
		}
		if text := results.texts[i]; number < 0 || text != last {
			last, number = text, f.numberOf(numbers, part, text)
		}
		f.codes[f.firsts[part]+i], f.null[f.firsts[part]+i] = number, false
	}
}

// numberOf is the number of a result among those of a part.
func (f *fewTexts) numberOf(numbers map[string]int64, part int, text string) int64 {
	number, ok := numbers[text]
	if !ok {
		number = int64(len(numbers))
		numbers[text] = number
		f.given[part] = append(f.given[part], text)
	}
	return number
}

// table stores the results; onNull says that that for NULL is not NULL.
func (f *fewTexts) table(ctx context.Context, onNull bool) (*Table, error) {
	begins, all := []int(nil), []string(nil)
	for _, texts := range f.given {
		begins, all = append(begins, len(all)), append(all, texts...)
	}
	dict, codes, err := dictionary.Of(ctx, all, nil)
	if err != nil {
		return nil, fmt.Errorf("compute %s: %w", f.of, err)
	}
	ends := append(slices.Clone(f.firsts), len(f.codes)-1, len(f.codes))[1:]
	from := 0
	for part, end := range ends {
		for i := from; i < end; i++ {
			if !f.null[i] {
				f.codes[i] = codes[begins[part]+int(f.codes[i])]
			}
		}
		from = end
	}
	t := &Table{OnNull: onNull, Dict: dict, textBytes: bytesOf(dict)}
	t.Array, t.Reg = index.Numbers(ctx, f.of.String(), f.codes, f.null)
	return t, nil
}

// bytesOf is the memory that the texts of a dictionary take, more or less.
func bytesOf(d *plan.Dictionary) int64 {
	n := int64(4 * d.Len())
	for code := range d.Len() {
		n += int64(len(d.Bytes(code)))
	}
	return n
}
