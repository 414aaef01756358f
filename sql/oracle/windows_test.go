package oracle

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/operators/tail"
	"gsdms/plan"
	single "gsdms/plan/value"
	"gsdms/plan/window"
)

// windowTable is a table with an id and columns of all kinds with few different values, so
// that there are peers.
func windowTable(r *rand.Rand, n int) *table {
	t := &table{name: "w", columns: []column{
		{typ: typ{kind: integer}, name: "id", declared: "INT", size: 1000},
		{typ: typ{kind: boolean}, name: "b", declared: "BOOL", nullable: true, size: 1},
		{typ: typ{kind: integer}, name: "i", declared: "INT", nullable: true, size: 9},
		{typ: typ{kind: integer}, name: "j", declared: "INT", size: 1e6},
		{typ: typ{kind: decimal, scale: 2}, name: "n", declared: "DECIMAL(12,2)", nullable: true, size: 1e6},
		{typ: typ{kind: double}, name: "f", declared: "DOUBLE", nullable: true, size: 64},
		{typ: typ{kind: date}, name: "d", declared: "DATE", nullable: true},
		{typ: typ{kind: text}, name: "s", declared: "VARCHAR(20)", nullable: true},
	}}
	maker{r}.fill(t, n)
	for i, row := range t.rows {
		row[0] = value{number: int64(i)}
	}
	return t
}

var planKinds = []plan.Kind{plan.Bool, plan.Int, plan.Decimal, plan.Double, plan.Date, plan.DateTime, plan.String}

// rowsOf is a table as rows of the engine.
func rowsOf(t *table) *plan.Rows {
	out := &plan.Rows{Len: len(t.rows)}
	for c, column := range t.columns {
		v := plan.Vector{Type: plan.Type{Kind: planKinds[column.kind], Scale: column.scale}, Nulls: make([]bool, len(t.rows))}
		if column.kind == decimal {
			v.Type = single.DecimalType(12, column.scale)
		}
		for i, row := range t.rows {
			v.Nulls[i] = row[c].null
			switch column.kind {
			case double:
				v.Floats = append(v.Floats, row[c].float)
			case text:
				v.Texts = append(v.Texts, row[c].text)
			default:
				v.Ints = append(v.Ints, row[c].number)
			}
		}
		out.Columns = append(out.Columns, v)
	}
	return out
}

// windowCall is a window function in both systems.
type windowCall struct {
	f    plan.WindowFunc
	text string
}

type windowGrammar struct {
	*rand.Rand
	t    *table
	rows *plan.Rows
}

func (g windowGrammar) slot(column int) plan.Slot {
	return plan.Slot{Index: column, Of: g.rows.Columns[column].Type, CanBeNil: true, Name: g.t.columns[column].name}
}

// call makes a random call. What depends on the order of peers is ordered by the id, too.
func (g windowGrammar) call() (windowCall, error) {
	var o plan.Over
	for range g.IntN(3) {
		o.Partition = append(o.Partition, g.slot([]int{1, 2, 7}[g.IntN(3)]))
	}
	for range g.IntN(3) {
		o.Order = append(o.Order, g.order(1+g.IntN(7)))
	}
	names := []plan.WindowName{plan.WindowCount, plan.WindowSum, plan.WindowMin, plan.WindowMax, plan.Rank, plan.DenseRank, plan.CumeDist, plan.PercentRank,
		plan.RowNumber, plan.Ntile, plan.Lag, plan.Lead, plan.FirstValue, plan.LastValue, plan.NthValue}
	at := g.IntN(len(names))
	name := names[at]
	byValue := at < 8 && g.IntN(2) == 0
	if byValue && g.IntN(2) == 0 { // by the offset of a number
		o.Order = []plan.WindowOrder{g.order([]int{2, 3, 5}[g.IntN(3)])}
		o.Frame = &plan.Frame{Range: true, Lo: g.bound(true), Hi: g.bound(true)}
	} else if byValue {
		o.Frame = &plan.Frame{Range: true, Lo: plan.Bound{At: plan.BoundAt(2 * g.IntN(2))}, Hi: plan.Bound{At: plan.BoundAt(2 + 2*g.IntN(2))}}
	} else if at >= 8 || g.IntN(2) == 0 {
		o.Order = append(o.Order, g.order(0))
		o.Frame = &plan.Frame{Lo: g.bound(false), Hi: g.bound(false)}
	}
	args := g.args(name)
	f, err := window.New(name, args, o)
	var texts []string
	for _, a := range args {
		texts = append(texts, a.String())
	}
	if name == plan.WindowCount && len(args) == 0 {
		texts = []string{"*"}
	}
	return windowCall{f, fmt.Sprintf("%s(%s) OVER (%s)", name, strings.Join(texts, ", "), o)}, err
}

func (g windowGrammar) order(column int) plan.WindowOrder {
	return plan.WindowOrder{Slot: g.slot(column), Desc: g.IntN(2) == 0}
}

func (g windowGrammar) bound(byValue bool) plan.Bound {
	n := single.OfInt(g.Int64N(5))
	if byValue && g.IntN(2) == 0 {
		n = single.OfDecimal(g.Int64N(60)*125, 3)
	}
	if byValue && g.IntN(4) == 0 {
		n = single.OfInt(g.Int64N(4e5))
	}
	return plan.Bound{At: plan.BoundAt(g.IntN(5)), Offset: n}
}

func (g windowGrammar) args(name plan.WindowName) []plan.Expr {
	column := g.slot(1 + g.IntN(7))
	small := plan.Literal(single.OfInt(1 + g.Int64N(4)))
	switch name {
	case plan.WindowCount:
		return []plan.Expr{column}[:g.IntN(2)]
	case plan.WindowSum:
		return []plan.Expr{g.slot(1 + g.IntN(5))}
	case plan.WindowMin, plan.WindowMax, plan.FirstValue, plan.LastValue:
		return []plan.Expr{column}
	case plan.Ntile:
		return []plan.Expr{small}
	case plan.NthValue:
		return []plan.Expr{column, small}
	case plan.Lag, plan.Lead:
		if g.IntN(3) == 0 {
			return []plan.Expr{g.slot(2), small, g.slot(3)}
		}
		return []plan.Expr{column, small}[:1+g.IntN(2)]
	}
	return nil
}

// answerOfLite runs the calls in SQLite, in the order of the ids.
func answerOfLite(ctx context.Context, l *lite, calls []windowCall) (answer, error) {
	var texts []string
	for _, c := range calls {
		texts = append(texts, c.text)
	}
	rows, err := l.db.QueryContext(ctx, "SELECT "+strings.Join(texts, ", ")+" FROM w ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out answer
	for rows.Next() {
		cells, places := make([]any, len(calls)), make([]any, len(calls))
		for i := range cells {
			places[i] = &cells[i]
		}
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		row := make([]cell, len(cells))
		for i, c := range cells {
			if row[i], err = cellOf(c, typeOf(calls[i].f.Of)); err != nil {
				return nil, err
			}
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

func typeOf(t plan.Type) typ {
	for k, of := range planKinds {
		if of == t.Kind {
			return typ{kind: kind(k), scale: t.Scale}
		}
	}
	return typ{}
}

// TestWindowsEqualSQLite compares random window functions over random rows.
func TestWindowsEqualSQLite(t *testing.T) {
	t.Parallel()
	compared := 0
	for turn := range max(3, *seeds/2) {
		r := rand.New(rand.NewPCG(*seed+uint64(turn), 77))
		w := windowTable(r, []int{0, 1, 2, 20, 60, 150, 700}[r.IntN(7)])
		l, err := openLite(t.Context(), &database{[]*table{w}})
		if err != nil {
			t.Fatal(err)
		}
		g := windowGrammar{r, w, rowsOf(w)}
		for range *queries {
			compared += g.compare(t, l)
		}
		l.Close()
	}
	t.Logf("%d window functions compared", compared)
	if compared < *queries {
		t.Errorf("too few window functions say anything: %d", compared)
	}
}

func (g windowGrammar) compare(t *testing.T, l *lite) int {
	t.Helper()
	var calls []windowCall
	var op plan.Window
	for range 1 + g.IntN(3) {
		if c, err := g.call(); err == nil {
			calls, op.Funcs = append(calls, c), append(op.Funcs, c.f)
		}
	}
	if len(calls) == 0 {
		return 0
	}
	want, err := answerOfLite(t.Context(), l, calls)
	if err != nil {
		t.Fatalf("SQLite: %s: %v", calls[0].text, err)
	}
	got, err := tail.Run(t.Context(), []plan.Operator{op}, g.rows, tail.Options{Threads: 2})
	if err != nil {
		t.Fatalf("%s: %v", op, err)
	}
	for row := range want {
		for i, c := range calls {
			v := got.Columns[len(g.rows.Columns)+i].Value(row)
			have := cell{null: v.IsNull(), float: v.Float}
			if !have.null && v.Kind != plan.Double {
				have.text = v.String()
			}
			if !have.same(want[row][i], typeOf(c.f.Of)) {
				t.Fatalf("%s of row %d: got %s, SQLite has %s", c.text, row, have, want[row][i])
			}
		}
	}
	return len(calls)
}
