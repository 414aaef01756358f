package few

import (
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/join"
	"gsdms/plan/network"
)

// A function of a text is a look-up in a program, made for all texts of the column's dictionary.
// Where the rows are few beside these, it is computed for the rows instead: where all texts take more than
// plan.LongEffort, and a row as long as TextsOfRow texts of a plain function, or less.
const TextsOfRow = 64 // estimates are rough, and what is made for all texts is kept for other queries

// mostBytes is how many bytes what is made of all texts takes at most: of more it is made for the rows,
// however many these are.
const mostBytes = 1 << 28

// Rows tells of which stored tables few rows are expected below a node. What it knows it finds
// when it is asked for a text that it matters for.
type Rows struct {
	net   *network.Network
	in    network.Node
	where []plan.Expr            // conditions on the rows of in
	rows  map[int]float64        // by table; nil: not asked for yet. Others may have any
	sides map[int]float64        // by table of a side of a set operation: how many rows of the side are expected
	all   float64                // of the node, unless it has several for each of its largest table
	seen  map[network.Node]int   // how often
	known map[*network.Set]*Rows // what the sides of a set operation below leave
}

// Of tells of the tables below a node, of whose rows some conditions keep a part.
func Of(n *network.Network, in network.Node, where []plan.Expr) *Rows {
	return &Rows{net: n, in: in, where: plain(where)}
}

// Expected is how many rows a node is expected to have that makes none of several: those of its largest table, of which
// the conditions on each stored table keep a part.
func Expected(n *network.Network, in network.Node) float64 {
	return Of(n, in, nil).All()
}

// All is Expected of the rows that the conditions keep.
func (f *Rows) All() float64 {
	f.find()
	return f.all
}

// find finds how many rows are expected.
func (f *Rows) find() {
	if f.rows != nil {
		return
	}
	f.rows, f.sides, f.seen = map[int]float64{}, map[int]float64{}, map[network.Node]int{}
	if f.known == nil {
		f.known = map[*network.Set]*Rows{}
	}
	f.all = float64(f.net.MostRows(f.in))
	f.expect(f.in, f.where)
	for table, kept := range f.rows {
		f.all *= min(1, kept/max(1, float64(f.net.Tables[table].Table.Rows)))
	}
}

// plain gives the conditions that make nothing of a text, and so can go before others.
func plain(conjuncts []plan.Expr) (out []plan.Expr) {
	for _, c := range conjuncts {
		if !MadeOfText(c) {
			out = append(out, c)
		}
	}
	return out
}

// MadeOfText reports whether an expression has a function of a text.
func MadeOfText(e plan.Expr) (found bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Call)
		found = found || ok && Makes(c) && slices.ContainsFunc(c.Args, func(a plan.Expr) bool { return a.Type().Kind == plan.String })
		return !found
	})
	return found
}

// expect notes how many rows of the stored tables below a node are expected to pass the
// conditions on them. Of what several steps read, the most that any of them keeps is not known:
// it is seen a second time, with its own conditions.
func (f *Rows) expect(in network.Node, where []plan.Expr) {
	f.seen[in]++
	switch f.seen[in] {
	case 1:
	case 2:
		where = nil
	default:
		return
	}
	switch n := in.(type) {
	case *network.Filter:
		f.expect(n.In, append(plain(plan.Conjuncts(n.Pred)), where...))
	case *network.Compute, *network.Project, *network.Aggregate, *network.Distinct, *network.Sort, *network.Window:
		f.expect(n.Inputs()[0], where)
	case *network.Limit:
		f.expectLimited(n, where)
	case *network.Join:
		switch n.Kind {
		case plan.InnerJoin:
			where = append(plain(network.Conjuncts(n.On)), where...)
			f.expect(n.Right, where)
		case plan.LeftJoin:
			f.expect(n.Right, nil)
		}
		f.expect(n.Left, where)
	case *network.Set:
		f.expectSides(n)
	case *network.Scan:
		if t := f.net.Tables[n.Table]; t.Table.Data != nil {
			f.rows[n.Table] = max(f.rows[n.Table], join.Expected(t, n.Table, where))
		}
	}
}

// expectSides notes how many rows of the tables of the sides of a set operation are expected in a side.
func (f *Rows) expectSides(n *network.Set) {
	of := f.known[n]
	if of == nil {
		of = &Rows{rows: map[int]float64{}}
		f.known[n] = of
		for _, side := range []network.Node{n.Left.In, n.Right.In} {
			s := &Rows{net: f.net, in: side, known: f.known}
			of.all += s.All()
			for table, rows := range s.rows {
				of.rows[table] = max(of.rows[table], min(rows, s.all))
			}
			for table, rows := range s.sides {
				of.rows[table] = max(of.rows[table], rows)
			}
		}
	}
	for table, rows := range of.rows {
		f.sides[table] = max(f.sides[table], rows)
	}
	if f.seen[n] == 1 {
		f.all *= min(1, of.all/max(1, float64(f.net.MostRows(n))))
	}
}

// expectLimited notes that no more rows of a table are expected above a limit than it passes.
func (f *Rows) expectLimited(n *network.Limit, where []plan.Expr) {
	others := f.rows
	f.rows = map[int]float64{}
	f.expect(n.In, where)
	for table, rows := range f.rows {
		if n.Count >= 0 {
			rows = min(rows, float64(n.Count))
		}
		others[table] = max(others[table], rows)
	}
	f.rows = others
}

// Texts gives the number of texts that an expression is a function of, if it is one of a text
// column alone that is better computed for the few rows than for all texts; else 0.
func (f *Rows) Texts(e plan.Expr) int {
	if r, ok := onlyText(e); ok {
		return f.codes(r, e)
	}
	return 0
}

// Numbers is Texts of an expression of a column of numbers that have codes.
func (f *Rows) Numbers(e plan.Expr) int {
	if r, ok := network.OneColumn(e); ok && r.Type().Kind != plan.String {
		return f.codes(r, e)
	}
	return 0
}

// codes is Texts of an expression of a column.
func (f *Rows) codes(r plan.ColumnRef, e plan.Expr) int {
	if !AreMany(r, e) {
		return 0
	}
	texts, ofRow := TextsOf(r), max(1, TextsOfRow/plan.Effort(e))
	if TooLong(e, texts) {
		return texts
	}
	if rows, known := f.of(r.Table); !known || rows*float64(ofRow) > float64(texts) {
		return 0
	}
	return texts
}

// of is how many rows are expected where a function of a text of a table is computed; false: any.
func (f *Rows) of(table int) (rows float64, known bool) {
	f.find()
	if rows, known = f.rows[table]; known {
		return min(rows, f.all), true
	}
	rows, known = f.sides[table]
	return rows, known
}

// TooLong reports whether what an expression makes of so many texts is too much to keep all of it.
func TooLong(e plan.Expr, texts int) bool {
	return e.Type().Kind == plan.String && plan.Longer(e) > mostBytes/max(1, texts)
}

// AreMany reports whether an expression takes long for all texts of a column.
func AreMany(r plan.ColumnRef, e plan.Expr) bool { return plan.TakesLong(e, TextsOf(r)) }

// Costly reports whether an expression goes through its text by the steps of a pattern or a path.
func Costly(e plan.Expr) (found bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Call)
		found = found || ok && (strings.HasPrefix(string(c.Op), "REGEXP_") || strings.HasPrefix(string(c.Op), "JSON_"))
		return !found
	})
	return found
}

// onlyText gives the column of texts that an expression makes something of, and of nothing else.
func onlyText(e plan.Expr) (plan.ColumnRef, bool) {
	call, ok := e.(plan.Call)
	if !ok || !Makes(call) {
		return plan.ColumnRef{}, false
	}
	r, ok := network.OneColumn(e)
	return r, ok && r.Type().Kind == plan.String && TextsOf(r) >= 0
}

// TextsOf is how many texts a column has, or how often it has one where they are in no order; -1
// where it is none of texts that are there.
func TextsOf(r plan.ColumnRef) int {
	switch c := &r.Of.Table.Columns[r.Column]; {
	case c.Unsorted != nil:
		return c.Unsorted.Len()
	case c.Dict != nil:
		return c.Dict.Len()
	}
	return -1
}

// Makes reports whether a call makes something of a text, and does not only compare or choose, or name it
// by its code.
func Makes(c plan.Call) bool {
	switch c.Op {
	case plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq, plan.And, plan.Or, plan.Xor, plan.Not, plan.IsNull, plan.If, plan.CodeOf:
		return false
	}
	return true
}
