package plan

import (
	"context"
	"unicode/utf8"

	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/json"
	"gsdms/plan/like"
	"gsdms/plan/value"
)

// Direct gives what computes an expression's value, as Eval does, from those of its Children: for
// many rows, without looking for the function and its arguments in each. It is nil for operators
// that do not compute all their operands, and for what Eval alone knows. What it gives is for any
// number of goroutines, and leaves the arguments as they are; where one value may take long it looks at ctx,
// and whom ctx names is told what values lose.
func Direct(ctx context.Context, e Expr) func(args []Value) (Value, error) {
	f, told := direct(ctx, e), fault.TellsTo(ctx)
	if f == nil || told == nil {
		return f
	}
	lost := lossOf(e)
	if lost == nil {
		return f
	}
	return func(args []Value) (Value, error) {
		v, err := f(args)
		if err == nil {
			tell(told, lost, v, args...)
		}
		return v, err
	}
}

func direct(ctx context.Context, e Expr) func(args []Value) (Value, error) {
	switch e := e.(type) {
	case Call:
		return directCall(ctx, e)
	case Cast:
		return func(args []Value) (Value, error) { return evalCast(e, args[0]) }
	case In:
		return listed(e)
	case Like:
		read := like.New(e.Pattern, e.Escape)
		return func(args []Value) (Value, error) {
			if args[0].IsNull() {
				return Value{}, nil
			}
			return value.OfBool(read.Match(args[0].Text)), nil
		}
	}
	return nil
}

func directCall(ctx context.Context, c Call) func(args []Value) (Value, error) {
	f, ok := evaluators[c.Op]
	if !ok || f.eval == nil && c.Pattern == nil || c.Native != nil || c.Mapping != nil || c.Zones != nil {
		return nil
	}
	if along := alongPath(c); along != nil {
		return along
	}
	if like := likeOf(c); like != nil {
		return like
	}
	return func(args []Value) (Value, error) {
		if !f.nulls && anyNull(args) {
			return Value{}, nil
		}
		if c.Pattern != nil {
			return function.Regexp(ctx, string(c.Op), c.Pattern, args)
		}
		v, err := f.eval(c.Of, args)
		if err != nil {
			err = OutOfRangeIn(c, err)
		}
		return v, err
	}
}

func anyNull(args []Value) bool {
	for i := range args { // by place, since values are large
		if args[i].Kind == Null {
			return true
		}
	}
	return false
}

// likeOf is Direct of LIKE with patterns of the rows, of which there may be few; nil for others.
func likeOf(c Call) func(args []Value) (Value, error) {
	if c.Op != LikeOf {
		return nil
	}
	escape, ok := c.Args[2].(Const)
	if !ok || escape.Value.IsNull() {
		return nil
	}
	first, _ := utf8.DecodeRuneInString(escape.Value.Text)
	kept := like.NewKept(first)
	return func(args []Value) (Value, error) {
		if args[0].IsNull() || args[1].IsNull() {
			return Value{}, nil
		}
		if matches, ok := like.Simple(args[0].Text, args[1].Text, first); ok {
			return value.OfBool(matches), nil
		}
		return function.Matches(args[0].Text, kept.Pattern(args[1].Text))
	}
}

// alongPath is Direct of a function of a JSON document and a path that is a constant, which is read
// once; nil for others.
func alongPath(c Call) func(args []Value) (Value, error) {
	if len(c.Args) != 2 {
		return nil
	}
	path, ok := c.Args[1].(Const)
	if !ok || path.Value.IsNull() {
		return nil
	}
	if part := partOfJSON(c); part != nil {
		return func(args []Value) (Value, error) {
			if args[0].IsNull() {
				return Value{}, nil
			}
			s, some, err := part(args[0].Text)
			if !some || err != nil {
				return Value{}, err
			}
			return value.OfString(s), nil
		}
	}
	along := function.JSONAlong(string(c.Op), path.Value)
	if along == nil {
		return nil
	}
	return func(args []Value) (Value, error) {
		if args[0].IsNull() {
			return Value{}, nil
		}
		return along(args[0])
	}
}

// partOfJSON gives a part of a JSON value by a path that is a constant; nil for others.
func partOfJSON(c Call) textFunc {
	if len(c.Args) != 2 || c.Args[0].Type().Name != value.JSONName {
		return nil
	}
	path, ok := c.Args[1].(Const)
	if !ok || path.Value.IsNull() {
		return nil
	}
	return function.JSONPart(string(c.Op), path.Value)
}

// numberOfJSON is JSON_LENGTH or JSON_CONTAINS of a JSON value, with constants beside it, as a function of the
// text; nil of others.
func numberOfJSON(c Call) numberFunc {
	if c.Op != "JSON_LENGTH" && c.Op != "JSON_CONTAINS" || c.Args[0].Type().Name != value.JSONName {
		return nil
	}
	for _, a := range c.Args[1:] {
		if k, ok := a.(Const); !ok || k.Value.Kind != String {
			return nil
		}
	}
	paths := c.Args[1:]
	if c.Op == "JSON_CONTAINS" {
		paths = c.Args[2:]
	}
	var legs []json.Leg
	for _, path := range paths {
		var err error
		if legs, _, err = function.JSONPath(path.(Const).Value); err != nil {
			return nil
		}
	}
	if c.Op == "JSON_LENGTH" {
		return function.JSONPartLength(legs)
	}
	return function.JSONPartContains(legs, c.Args[1].(Const).Value.Text)
}
