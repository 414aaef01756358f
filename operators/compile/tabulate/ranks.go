package tabulate

import (
	"context"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/operators/large"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// Computed gives what a function of a column with a dictionary gives of its texts, computed whenever they
// are asked for, and keeps what is found out of them. It is nil where the function is no chain of one text,
// or a table of its results in their order is there, which says more.
func (m *Maker) Computed(of *plan.Table, column int, e plan.Expr, ref plan.ColumnRef) (*plan.Unsorted, error) {
	dict := of.Columns[column].Dict
	key := keyOf(index.KeptArray, of, column, e, 0, int64(dict.Len())-1)
	on, only := exprs.Without(e, ref) // what is kept must not hold the table
	if !only || m.cache.Has(key) {
		return nil, nil
	}
	key.Text += " computed"
	v, err := m.cache.Get(m.ctx, key, func() (any, int64, error) {
		u := plan.NewComputed(dict, on)
		return u, int64(dict.Len())/plan.PeakCodes*16 + int64(len(key.Text)) + 256, nil
	})
	if err != nil {
		return nil, err
	}
	return v.(*plan.Unsorted), nil
}

const (
	sampledRanks = 1 << 10
	mostAlike    = 8 // what part of them may have one rank
	spareBits    = 2 // of first bytes are left out, that numbers have room behind them
	lastRank     = 1 << 62
)

// Ranks gives a number for each text that a function gives, by its first bytes behind those that all of
// some samples have in common: a text with a lower one is less, and of those with the same one either may
// be. It is NULL where the function is. The table is nil where too many texts have the same.
func (m *Maker) Ranks(of *plan.Table, column int, e plan.Expr, texts *plan.Unsorted) (*Table, error) {
	key := keyOf(index.KeptArray, of, column, e, 0, int64(texts.Len())-1)
	key.Text += " ranks"
	v, err := m.cache.Get(m.ctx, key, func() (any, int64, error) {
		t, err := m.ranks(e, texts)
		if t == nil || err != nil {
			return (*Table)(nil), int64(len(key.Text)) + 256, err
		}
		return t, int64(len(t.Array.Data)+len(key.Text)) + 256, nil
	})
	if err != nil {
		return nil, err
	}
	return v.(*Table), nil
}

func (m *Maker) ranks(e plan.Expr, texts *plan.Unsorted) (*Table, error) {
	common, ok := commonStart(texts)
	if !ok {
		return nil, nil
	}
	held := m.cache.Account().Part(m.ctx)
	defer held.Empty()
	n := texts.Len()
	if err := held.Charge(int64(n) * (8 + 1)); err != nil {
		return nil, err
	}
	ranks, null := large.Make[int64](n+1), make([]bool, n+1)
	null[n] = true
	for _, err := range operators.SpreadIn(m.ctx, n/truth.FewNumbers+1, func(ctx context.Context, i int) error {
		r, work := plan.Reading{Of: texts}, truth.Effort{Ctx: m.ctx}
		for code := i * truth.FewNumbers; code < min(n, (i+1)*truth.FewNumbers); code++ {
			ranks[code] = rankBehind(&r, int64(code), common)
			null[code] = r.Null
			if err := work.AddTexts(perRank); err != nil {
				return err
			}
		}
		return r.Err
	}) {
		if err != nil {
			return nil, err
		}
	}
	t := &Table{}
	t.Array, t.Reg = index.Numbers(m.ctx, "ranks of "+e.String(), ranks, null)
	return t, nil
}

// perRank is how many bytes a text is taken to have, whose first ones may be all that is looked at.
const perRank = 64

// commonStart is how samples of texts all begin; false where too many of them go on alike, too, or are
// NULL.
func commonStart(texts *plan.Unsorted) (common string, ok bool) {
	r := plan.Reading{Of: texts}
	var samples []string
	for i := range sampledRanks {
		text := string(r.At(int64(i) * int64(texts.Len()) / sampledRanks))
		switch {
		case r.Null:
			continue
		case samples == nil:
			common = text
		}
		samples = append(samples, text)
		at := 0
		for at < min(len(common), len(text)) && common[at] == text[at] {
			at++
		}
		common = common[:at]
	}
	alike := map[uint64]int{}
	for _, text := range samples {
		first := plan.FirstBytes([]byte(text[len(common):]))
		if alike[first]++; alike[first] > sampledRanks/mostAlike {
			return "", false
		}
	}
	return common, len(samples) > sampledRanks/2 && r.Err == nil
}

// rankBehind is the rank of the text of a code among those that begin in some way, if it does.
func rankBehind(r *plan.Reading, code int64, common string) int64 {
	if common == "" {
		return int64(r.First(code) >> spareBits)
	}
	text := r.At(code)
	switch {
	case len(text) >= len(common) && string(text[:len(common)]) == common:
		return int64(plan.FirstBytes(text[len(common):]) >> spareBits)
	case string(text) < common:
		return 0
	}
	return lastRank
}
