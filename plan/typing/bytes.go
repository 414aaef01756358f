package typing

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gsdms/plan"
	"gsdms/plan/value"
)

func isBytes(e plan.Expr) bool { return e.Type().Bytes() }

// asBytes gives a text as bytes.
func asBytes(e plan.Expr) (plan.Expr, error) {
	if isBytes(e) || e.Type().Kind == plan.Null {
		return e, nil
	}
	e, err := Convert(e, plan.Type{Kind: plan.String})
	return plan.Call{Op: plan.BytesOf, Args: []plan.Expr{e}, Of: plan.BytesType()}, err
}

// CastBinary types CAST(x AS BINARY(n)): the first n bytes, or all and zeros behind them.
func CastBinary(x plan.Expr, n int) (plan.Expr, error) {
	e, err := asBytes(x)
	if err != nil {
		return nil, err
	}
	zero := plan.Const{Value: value.OfString(value.TextOfBytes("\x00")), Of: plan.BytesType()}
	return Build("RPAD", e, plan.Literal(value.OfInt(int64(n))), zero)
}

// allBytes gives the texts among expressions as bytes, if one of them is bytes.
func allBytes(args []plan.Expr) ([]plan.Expr, bool, error) {
	if !slices.ContainsFunc(args, isBytes) {
		return args, false, nil
	}
	out := slices.Clone(args)
	for i, a := range args {
		if a.Type().Kind != plan.String {
			continue
		}
		var err error
		if out[i], err = asBytes(a); err != nil {
			return nil, true, err
		}
	}
	return out, true, nil
}

// ofBytes types a function of texts whose first arguments, so many, can be bytes, which it takes for
// characters: so can its result, if it is a text.
func ofBytes(op plan.Op, result plan.Kind, strings int) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		some, is, err := allBytes(args[:min(strings, len(args))])
		if err != nil || !is {
			return texts(op, result, strings)(args)
		}
		out := slices.Clone(args)
		copy(out, some)
		for i := range out {
			to := plan.Type{Kind: plan.Int}
			if i < strings {
				if to = plan.BytesType(); isBytes(out[i]) {
					continue
				}
			}
			if out[i], err = Convert(out[i], to); err != nil {
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
		if !slices.ContainsFunc(which, func(i int) bool { return i < len(args) && isBytes(args[i]) }) {
			return build(args)
		}
		out := slices.Clone(args)
		for _, i := range which {
			if i >= len(args) {
				continue
			}
			x, err := asBytes(args[i])
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
		return texts(op, plan.String, 2)(args)
	}, 0, 1)
}

// onRaw types a function of the bytes of a text.
func onRaw(build func([]plan.Expr) (plan.Expr, error)) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		if !isBytes(args[0]) {
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
	if !isBytes(x) {
		return text(x)
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

// commonBytes gives expressions of which some are bytes all as bytes.
func commonBytes(args []plan.Expr, err error) ([]plan.Expr, plan.Type, error) {
	if err != nil {
		return nil, plan.Type{}, err
	}
	args, err = convertAll(plan.BytesType(), args...)
	return args, plan.BytesType(), err
}

// unlessBytes types a function of one text that leaves bytes as they are.
func unlessBytes(build func([]plan.Expr) (plan.Expr, error)) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		if isBytes(args[0]) {
			return args[0], nil
		}
		return build(args)
	}
}
