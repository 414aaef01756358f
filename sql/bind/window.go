package bind

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/window"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/parse"
)

// windowCall is a window function in an expression, until a step computes it.
type windowCall struct{ network.WindowFunc }

// Type is that of the function.
func (w *windowCall) Type() plan.Type { return w.Func.Of }

// Nullable reports whether the function can be NULL.
func (w *windowCall) Nullable() bool { return w.Func.CanBeNil }

// String prints the function with the name of its window's parts left out.
func (w *windowCall) String() string {
	args := make([]string, len(w.Args))
	for i, a := range w.Args {
		args[i] = a.String()
	}
	return string(w.Func.Name) + "(" + strings.Join(args, ", ") + ") OVER (...)"
}

// Operands are arguments, keys of partitions and keys of the order.
func (w *windowCall) Operands() []plan.Expr {
	out := append(slices.Clone(w.Args), w.Partition...)
	for _, k := range w.Order {
		out = append(out, k.Expr)
	}
	return out
}

// WithOperands gives a copy over others.
func (w *windowCall) WithOperands(args []plan.Expr) plan.Expr {
	out := *w
	a, p := len(w.Args), len(w.Args)+len(w.Partition)
	out.Args, out.Partition, out.Order = args[:a], args[a:p], slices.Clone(w.Order)
	for i := range out.Order {
		out.Order[i].Expr = args[p+i]
	}
	return &out
}

// same reports whether two functions give the same.
func (w *windowCall) same(o *windowCall) bool {
	sameKey := func(a, b network.Key) bool { return a.Desc == b.Desc && plan.Equal(a.Expr, b.Expr) }
	return w == o || w.Func.Name == o.Func.Name && w.Func.Over.Bounds().String() == o.Func.Over.Bounds().String() &&
		slices.EqualFunc(w.Args, o.Args, plan.Equal) && slices.EqualFunc(w.Partition, o.Partition, plan.Equal) && slices.EqualFunc(w.Order, o.Order, sameKey)
}

// hasWindow reports whether an expression has a window function in it.
func hasWindow(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		_, ok := x.(*windowCall)
		found = found || ok
		return !found
	})
	return found
}

// window binds a window function, whose arguments and keys may have aggregates.
func (b *binder) window(n *ast.WindowFuncExpr) (plan.Expr, error) {
	name := strings.ToUpper(n.Name)
	switch {
	case b.inWindow || b.clause != inSelect && b.clause != inOrder:
		return nil, b.Errorf(parse.CodeWindow, "You cannot use the window function '%s' in this context.", n.Name)
	case n.Distinct:
		return nil, b.Errorf(parse.CodeNotSupported, "%s(DISTINCT ...) over a window is not supported", name)
	case n.IgnoreNull || n.FromLast:
		return nil, b.Errorf(parse.CodeNotSupported, "IGNORE NULLS and FROM LAST are not supported")
	}
	outer := b.clause
	b.clause, b.inWindow = inSelect, true
	defer func() { b.clause, b.inWindow = outer, false }()
	over, err := b.over(&n.Spec)
	if err != nil {
		return nil, err
	}
	args, err := b.Exprs(n.Args)
	if err != nil {
		return nil, err
	}
	switch name {
	case "AVG":
		return b.windowAverage(args, over)
	case "JSON_ARRAYAGG", "JSON_OBJECTAGG":
		return b.windowJSON(name, args, over)
	}
	call, err := b.windowCall(plan.WindowName(name), args, over)
	if err != nil {
		return nil, err
	}
	return replaceSlots(call.Func.Show(plan.Slot{Of: call.Type(), CanBeNil: call.Nullable()}), call), nil
}

// windowCall types a function over a window.
func (b *binder) windowCall(name plan.WindowName, args []plan.Expr, over windowSpec) (*windowCall, error) {
	var f plan.WindowFunc
	_, err := b.OnToday(func(args []plan.Expr) (e plan.Expr, err error) {
		f, err = window.New(name, args, over.typed())
		return e, err
	}, args...)
	if err != nil {
		return nil, b.At(err)
	}
	return &windowCall{network.WindowFunc{Func: f, Args: f.Args, Partition: over.partition, Order: over.order}}, nil
}

// windowAverage is the quotient of a sum and a count.
func (b *binder) windowAverage(args []plan.Expr, over windowSpec) (plan.Expr, error) {
	sum, err := b.windowCall(plan.WindowSum, args, over)
	if err != nil {
		return nil, err
	}
	count, err := b.windowCall(plan.WindowCount, args, over)
	if err != nil {
		return nil, err
	}
	e, err := typing.Average(plan.Slot{Of: sum.Type(), CanBeNil: sum.Nullable()}, plan.Slot{Index: 1, Of: count.Type()})
	if err != nil {
		return nil, b.At(err)
	}
	return replaceSlots(e, sum, count), nil
}

// replaceSlots puts functions in the place of the slots of an expression.
func replaceSlots(e plan.Expr, calls ...*windowCall) plan.Expr {
	return plan.Replace(e, func(x plan.Expr) plan.Expr {
		if s, ok := x.(plan.Slot); ok {
			return calls[s.Index]
		}
		return nil
	})
}

// windowSpec is what stands behind OVER.
type windowSpec struct {
	partition []plan.Expr
	order     []network.Key
	frame     *plan.Frame
}

// typed is the window as functions are typed by it.
func (w windowSpec) typed() plan.Over {
	out := plan.Over{Frame: w.frame}
	for i, k := range w.order {
		s := plan.Slot{Index: i, Of: k.Expr.Type(), CanBeNil: k.Expr.Nullable(), Name: k.Expr.String()}
		out.Order = append(out.Order, plan.WindowOrder{Slot: s, Desc: k.Desc})
	}
	return out
}

// over binds a window, which may be, or be based on, one that WINDOW names.
func (b *binder) over(s *ast.WindowSpec) (w windowSpec, err error) {
	base := s.Ref
	if s.OnlyAlias {
		base = s.Name
	}
	if base.L != "" {
		if w, err = b.namedWindow(base, s); err != nil {
			return w, err
		}
	}
	if err := b.noPosition(s); err != nil {
		return w, err
	}
	if s.PartitionBy != nil {
		for _, item := range s.PartitionBy.Items {
			if w.partition, err = b.windowKey(w.partition, item); err != nil {
				return w, err
			}
		}
	}
	if s.OrderBy != nil {
		for _, item := range s.OrderBy.Items {
			keys, err := b.windowKey(nil, item)
			if err != nil {
				return w, err
			}
			for _, e := range keys {
				w.order = append(w.order, network.Key{Expr: b.ordered(e), Desc: item.Desc})
			}
		}
	}
	if s.Frame != nil {
		w.frame, err = b.frame(s.Frame)
	}
	return w, err
}

// noPosition refuses whole numbers behind PARTITION BY and ORDER BY, which would be taken for places of columns.
func (b *binder) noPosition(s *ast.WindowSpec) error {
	var items []*ast.ByItem
	if s.PartitionBy != nil {
		items = append(items, s.PartitionBy.Items...)
	}
	if s.OrderBy != nil {
		items = append(items, s.OrderBy.Items...)
	}
	for _, item := range items {
		if b.isPosition(item.Expr) {
			name := s.Name.O
			if name == "" {
				name = "<unnamed window>"
			}
			return parse.ErrorOn(b.text, item, parse.CodeWindowPosition, "Window '%s': ORDER BY or PARTITION BY uses legacy position indication which is not supported, use expression.", name)
		}
	}
	return nil
}

// isPosition reports whether a whole number is written. TRUE and FALSE, which are none, are parsed as 1 and 0.
func (b *binder) isPosition(n ast.ExprNode) bool {
	switch n := scalar.Unwrap(n).(type) {
	case *ast.PositionExpr:
		word := map[int]string{0: "FALSE", 1: "TRUE"}[n.N]
		return word == "" || parse.FindWord(b.text, word) < 0
	case *test_driver.ValueExpr:
		whole := n.Kind() == test_driver.KindInt64 || n.Kind() == test_driver.KindUint64
		return whole && n.Type.GetFlag()&mysql.IsBooleanFlag == 0
	}
	return false
}

// windowKey adds a key; constants part and order nothing. A name that several tables have is the
// column of the select list that has it.
func (b *binder) windowKey(keys []plan.Expr, item *ast.ByItem) ([]plan.Expr, error) {
	if _, ok := item.Expr.(*ast.PositionExpr); ok {
		return keys, nil
	}
	e, err := b.Expr(item.Expr)
	if c, ok := scalar.Unwrap(item.Expr).(*ast.ColumnNameExpr); ok && c.Name.Table.O == "" && parse.IsCode(err, parse.CodeNonUniqueColumn) {
		if _, k := b.fieldOf(c.Name.Name.O); k != noColumn {
			e, err = b.mentioned(k), nil
		}
	}
	if err != nil {
		return nil, err
	}
	if _, ok := e.(plan.Const); ok {
		return keys, nil
	}
	return append(keys, e), nil
}

// namedWindow binds a window of WINDOW that another, which may add an order and a frame,
// refers to. What it refers to itself must stand before it, so that there is no circle.
func (b *binder) namedWindow(name ast.CIStr, by *ast.WindowSpec) (windowSpec, error) {
	all := b.windowSpecs
	defer func() { b.windowSpecs = all }()
	for i := range all {
		if all[i].Name.L != name.L {
			continue
		}
		b.windowSpecs = append(slices.Clone(all[:i]), all[i+1:]...)
		w, err := b.over(&all[i])
		switch {
		case err != nil || by.OnlyAlias:
			return w, err
		case by.PartitionBy != nil:
			return w, b.Errorf(parse.CodeWindowInherits, "A window which depends on another cannot define partitioning.")
		case by.OrderBy != nil && len(w.order) > 0:
			return w, b.Errorf(parse.CodeWindowInherits+2, "Window cannot inherit '%s' since both contain an ORDER BY clause.", name.O)
		case w.frame != nil:
			return w, b.Errorf(parse.CodeWindowInherits+1, "Window '%s' has a frame definition, so cannot be referenced by another window.", name.O)
		}
		return w, nil
	}
	return windowSpec{}, b.Errorf(parse.CodeUnknownWindow, "Window name '%s' is not defined.", name.O)
}

// frame binds ROWS and RANGE.
func (b *binder) frame(f *ast.FrameClause) (*plan.Frame, error) {
	if f.Type == ast.Groups {
		return nil, b.Errorf(parse.CodeNotSupported, "GROUPS in a window is not supported (ROWS and RANGE are)")
	}
	lo, err := b.frameBound(&f.Extent.Start)
	if err != nil {
		return nil, err
	}
	hi, err := b.frameBound(&f.Extent.End)
	return &plan.Frame{Range: f.Type == ast.Ranges, Lo: lo, Hi: hi}, err
}

func (b *binder) frameBound(f *ast.FrameBound) (plan.Bound, error) {
	at := map[ast.BoundType]plan.BoundAt{ast.Preceding: plan.Preceding, ast.CurrentRow: plan.CurrentRow, ast.Following: plan.Following}[f.Type]
	switch {
	case f.UnBounded && at == plan.Preceding:
		return plan.Bound{At: plan.UnboundedPreceding}, nil
	case f.UnBounded:
		return plan.Bound{At: plan.UnboundedFollowing}, nil
	case at == plan.CurrentRow:
		return plan.Bound{At: at}, nil
	}
	unit := ""
	if f.Unit != ast.TimeUnitInvalid {
		unit = f.Unit.String()
	}
	if _, ok := f.Expr.(*test_driver.ParamMarkerExpr); ok {
		return plan.Bound{}, b.Errorf(parse.CodeNotSupported, "parameters (?) are not supported")
	}
	e, err := b.Expr(f.Expr)
	if err != nil {
		return plan.Bound{}, err
	}
	c, ok := e.(plan.Const)
	if !ok {
		return plan.Bound{}, b.Errorf(plan.CodeFrameOffset, "the start and the end of a frame must be constants, and %s is none", e)
	}
	unit, offset, err := typing.InOneUnit(unit, c.Value)
	return plan.Bound{At: at, Offset: offset, Unit: unit}, b.At(err)
}

// windowed computes the window functions of the select list and of ORDER BY, equal ones
// once.
func (b *binder) windowed(node network.Node, order []orderItem) (network.Node, error) {
	behind := b.behind(nil, order)
	var calls []*windowCall
	for _, x := range behind {
		plan.Visit(x.expr, func(e plan.Expr) bool {
			w, ok := e.(*windowCall)
			if ok && !slices.ContainsFunc(calls, w.same) {
				calls = append(calls, w)
			}
			return !ok
		})
	}
	if len(calls) == 0 {
		return node, nil
	}
	n := &network.Window{}
	columns := make([]plan.Expr, len(calls))
	for i, w := range calls {
		var operands []plan.Expr
		var err error
		if node, operands, err = b.AttachAll(node, w.Operands()); err != nil {
			return nil, err
		}
		n.Funcs = append(n.Funcs, w.WithOperands(operands).(*windowCall).WindowFunc)
		columns[i] = w
	}
	n.In = node
	var err error
	if n.Table, err = b.Made("window", columns); err != nil {
		return nil, err
	}
	for _, x := range behind {
		x.expr = plan.Replace(x.expr, func(e plan.Expr) plan.Expr {
			if w, ok := e.(*windowCall); ok {
				return b.net.Ref(n.Table, slices.IndexFunc(calls, w.same))
			}
			return nil
		})
	}
	return n, nil
}
