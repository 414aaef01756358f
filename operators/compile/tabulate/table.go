package tabulate

import (
	"context"
	"strconv"
	"strings"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/operators/truth"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// Maker makes tables of functions, for one query.
type Maker struct {
	ctx   context.Context // of evaluations
	cache *index.Cache
}

// New gives a maker that keeps tables in a cache, and ends with ctx. Tables that are kept say what the
// texts of a column lose. Others may be of values that no row has, and nobody is told of these.
func New(ctx context.Context, cache *index.Cache) *Maker {
	return &Maker{fault.Telling(ctx, nil), cache}
}

// Table gives the results of a function of one register.
type Table struct {
	Array     *operators.Array // by number less the least; the last element is the result for NULL
	Dict      *plan.Dictionary // of results that are strings
	Reg       operators.Reg
	OnNull    bool            // the result for NULL is not NULL
	Lost      []fault.Warning // of the texts of a column; nil where that is not known
	textBytes int64
}

// TableOf is a truth of the numbers from lo to hi, and of NULL behind them, as a table.
func TableOf(v truth.Verdict, name string, lo, hi int64) *Table {
	t := &Table{OnNull: v.Yes.Null || v.No.Null, Lost: v.Lost}
	t.Array, t.Reg = index.Truths(name, lo, int(hi-lo+1), v.Yes, v.No)
	return t
}

// AreFew reports whether the numbers of a register are few enough for a table over them.
func AreFew(r operators.Reg) bool { return uint64(r.Hi)-uint64(r.Lo) < Many }

// Many is how many values of a number are tabulated at most.
const Many = 1 << 16

// Keep runs a build under a cache entry, or just runs it, with a maker for that.
type Keep func(lo, hi int64, build func(m *Maker) (*Table, error)) (*Table, error)

// KeepNone just runs it.
func (m *Maker) KeepNone(_, _ int64, build func(m *Maker) (*Table, error)) (*Table, error) {
	return build(m)
}

// Kept keeps tables of an expression of one column with the column's snapshot.
func (m *Maker) Kept(kind index.Kind, of *plan.Table, column int, e plan.Expr) Keep {
	return func(lo, hi int64, build func(m *Maker) (*Table, error)) (*Table, error) {
		return m.keep(keyOf(kind, of, column, e, lo, hi), build)
	}
}

// keyOf names the table of an expression of one column for its numbers from lo to hi.
func keyOf(kind index.Kind, of *plan.Table, column int, e plan.Expr, lo, hi int64) index.Key {
	var text strings.Builder
	exprs.WriteKey(&text, e)
	text.WriteString(strconv.FormatInt(lo, 10) + ":" + strconv.FormatInt(hi, 10))
	return index.Key{Table: of, Kind: kind, Column: column, Text: text.String()}
}

// keep gives the table of a key, which build makes if it is not there.
func (m *Maker) keep(key index.Key, build func(m *Maker) (*Table, error)) (*Table, error) {
	v, err := m.cache.Get(m.ctx, key, func() (any, int64, error) {
		var lost fault.Told
		t, err := build(&Maker{ctx: fault.Telling(m.ctx, &lost), cache: m.cache})
		if err != nil {
			return nil, 0, err
		}
		t.Lost = append(t.Lost, lost.All()...)
		return t, int64(len(t.Array.Data)+len(key.Text)) + t.textBytes + 256, nil
	})
	if err != nil {
		return nil, err
	}
	return v.(*Table), nil
}
