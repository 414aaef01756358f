package plan

import (
	"strings"

	"gsdms/plan/value"
)

// Fragments gives what a text is made of by CONCAT: texts, columns and numbers as texts; nil for
// another expression, and where what stands there may not be what is compared.
func Fragments(e Expr) (out []Expr) {
	c, ok := e.(Call)
	if !ok || c.Op != Concat {
		return nil
	}
	for _, x := range c.Args {
		switch x := x.(type) {
		case Const:
			if x.Value.Kind != String {
				return nil
			}
		case ColumnRef:
			if t := x.Type(); x.Of == nil || t.Kind != String || t.Bytes() || t.Caseless() || t.Name == value.JSONName {
				return nil
			}
		case Cast:
			if x.To.Kind != String || x.To.Precision > 0 || x.To.Bytes() || !ShowsAll(x.X.Type()) {
				return nil
			}
		case Call:
			within := Fragments(x)
			if within == nil {
				return nil
			}
			out = append(out, within...)
			continue
		default:
			return nil
		}
		out = append(out, x)
	}
	return out
}

// ShowsAll reports whether each number of a type has a text of its own, of its digits alone.
func ShowsAll(t Type) bool {
	return t.Kind == Int && (t.Name == "" || strings.Contains(t.Name, "INT") && !strings.Contains(t.Name, "ZEROFILL"))
}

// IsConstant reports whether an expression is a constant.
func IsConstant(e Expr) bool {
	_, ok := e.(Const)
	return ok
}
