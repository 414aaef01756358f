package typing

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// CastBinary types CAST(x AS BINARY(n)): the first n bytes, or all and zeros behind them.
func CastBinary(x plan.Expr, n int) (plan.Expr, error) {
	e, err := coerce.Bytes(x)
	if err != nil {
		return nil, err
	}
	zero := plan.Const{Value: value.OfString(value.TextOfBytes("\x00")), Of: plan.BytesType()}
	return Build("RPAD", e, plan.Literal(value.OfInt(int64(n))), zero)
}

// ofBytes types a function of texts whose first arguments, so many, can be bytes, which it takes for
// characters: so can its result, if it is a text.
func ofBytes(op plan.Op, result plan.Kind, strings int) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		some, is, err := coerce.AllBytes(args[:min(strings, len(args))])
		if err != nil || !is {
			return coerce.Texts(op, result, strings)(args)
		}
		out := slices.Clone(args)
		copy(out, some)
		for i := range out {
			to := plan.Type{Kind: plan.Int}
			if i < strings {
				if to = plan.BytesType(); coerce.IsBytes(out[i]) {
					continue
				}
			}
			if out[i], err = coerce.To(out[i], to); err != nil {
				return nil, err
			}
		}
		of := plan.Type{Kind: result}
		if result == plan.String {
			of = plan.BytesType()
		}
		return plan.Call{Op: op, Args: out, Of: of}, nil
	}
}

// likeBytes types a function of texts, those arguments alone: where one is bytes, all are, and the
// result, if it is a text.
func likeBytes(build func([]plan.Expr) (plan.Expr, error), which ...int) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		if !slices.ContainsFunc(which, func(i int) bool { return i < len(args) && coerce.IsBytes(args[i]) }) {
			return build(args)
		}
		out := slices.Clone(args)
		for _, i := range which {
			if i >= len(args) {
				continue
			}
			x, err := coerce.Bytes(args[i])
			if err != nil {
				return nil, err
			}
			out[i] = plan.Call{Op: plan.CharactersOf, Args: []plan.Expr{x}, Of: plan.Type{Kind: plan.String}}
		}
		e, err := build(out)
		if err != nil || e.Type().Kind != plan.String {
			return e, err
		}
		return plan.Call{Op: plan.CharactersOf, Args: []plan.Expr{e}, Of: plan.BytesType()}, nil
	}
}

// trimmed types TRIM, LTRIM and RTRIM, which take off blanks unless it is said what.
func trimmed(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return likeBytes(func(args []plan.Expr) (plan.Expr, error) {
		if c, ok := args[0].(plan.Call); ok && c.Op == plan.CharactersOf && len(args) == 1 {
			args = append(args, plan.Literal(value.OfString(value.TextOfBytes(" "))))
		}
		return coerce.Texts(op, plan.String, 2)(args)
	}, 0, 1)
}

// asBytes types a function whose result is bytes.
func asBytes(build func([]plan.Expr) (plan.Expr, error)) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		e, err := build(args)
		if err != nil {
			return nil, err
		}
		return coerce.Bytes(e)
	}
}

// onRaw types a function of the bytes of a text.
func onRaw(build func([]plan.Expr) (plan.Expr, error)) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		if !coerce.IsBytes(args[0]) {
			return build(args)
		}
		out := slices.Clone(args)
		out[0] = plan.Call{Op: plan.RawText, Args: args[:1], Of: plan.Type{Kind: plan.String}}
		return build(out)
	}
}

// literally is the escape character of patterns of bytes: the text of no byte.
const literally = '\u0101'

// likeOperand gives what a pattern is matched with: a text, or bytes, of which the pattern then is,
// too.
func likeOperand(x plan.Expr, pattern *string, escape *rune) (plan.Expr, error) {
	if !coerce.IsBytes(x) {
		return coerce.Text(x)
	}
	var out strings.Builder
	escaped := false
	for at := 0; at < len(*pattern); {
		r, size := utf8.DecodeRuneInString((*pattern)[at:])
		switch {
		case !escaped && r == *escape && at+size < len(*pattern):
			escaped = true
		case !escaped && (r == '%' || r == '_'):
			out.WriteRune(r)
		default:
			for _, b := range []byte((*pattern)[at : at+size]) {
				out.WriteRune(literally)
				out.WriteRune(rune(b) + 1)
			}
			escaped = false
		}
		at += size
	}
	*pattern, *escape = out.String(), literally
	return x, nil
}

// unlessBytes types a function of one text that leaves bytes as they are.
func unlessBytes(build func([]plan.Expr) (plan.Expr, error)) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		if coerce.IsBytes(args[0]) {
			return args[0], nil
		}
		return build(args)
	}
}
