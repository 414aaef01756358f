package plan

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gsdms/plan/value"
)

func isBytes(e Expr) bool { return e.Type().Bytes() }

// asBytes gives a text as bytes.
func asBytes(e Expr) (Expr, error) {
	if isBytes(e) || e.Type().Kind == Null {
		return e, nil
	}
	e, err := Convert(e, Type{Kind: String})
	return Call{Op: bytesOf, Args: []Expr{e}, Of: bytesType()}, err
}

// allBytes gives the texts among expressions as bytes, if one of them is bytes.
func allBytes(args []Expr) ([]Expr, bool, error) {
	if !slices.ContainsFunc(args, isBytes) {
		return args, false, nil
	}
	out := slices.Clone(args)
	for i, a := range args {
		if a.Type().Kind != String {
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
func ofBytes(op Op, result Kind, strings int) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		some, is, err := allBytes(args[:min(strings, len(args))])
		if err != nil || !is {
			return texts(op, result, strings)(args)
		}
		out := slices.Clone(args)
		copy(out, some)
		for i := range out {
			to := Type{Kind: Int}
			if i < strings {
				if to = bytesType(); isBytes(out[i]) {
					continue
				}
			}
			if out[i], err = Convert(out[i], to); err != nil {
				return nil, err
			}
		}
		of := Type{Kind: result}
		if result == String {
			of = bytesType()
		}
		return Call{Op: op, Args: out, Of: of}, nil
	}
}

// likeBytes types a function of texts, those arguments alone: where one is bytes, all are, and the
// result, if it is a text.
func likeBytes(build func([]Expr) (Expr, error), which ...int) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
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
			out[i] = Call{Op: charactersOf, Args: []Expr{x}, Of: Type{Kind: String}}
		}
		e, err := build(out)
		if err != nil || e.Type().Kind != String {
			return e, err
		}
		return Call{Op: charactersOf, Args: []Expr{e}, Of: bytesType()}, nil
	}
}

// trimmed types TRIM, LTRIM and RTRIM, which take off blanks unless it is said what.
func trimmed(op Op) func([]Expr) (Expr, error) {
	return likeBytes(func(args []Expr) (Expr, error) {
		if c, ok := args[0].(Call); ok && c.Op == charactersOf && len(args) == 1 {
			args = append(args, Literal(value.OfString(value.TextOfBytes(" "))))
		}
		return texts(op, String, 2)(args)
	}, 0, 1)
}

// onRaw types a function of the bytes of a text.
func onRaw(build func([]Expr) (Expr, error)) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		if !isBytes(args[0]) {
			return build(args)
		}
		out := slices.Clone(args)
		out[0] = Call{Op: rawText, Args: args[:1], Of: Type{Kind: String}}
		return build(out)
	}
}

// literally is the escape character of patterns of bytes: the text of no byte.
const literally = '\u0101'

// likeOperand gives what a pattern is matched with: a text, or bytes, of which the pattern then is,
// too.
func likeOperand(x Expr, pattern *string, escape *rune) (Expr, error) {
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
func commonBytes(args []Expr, err error) ([]Expr, Type, error) {
	if err != nil {
		return nil, Type{}, err
	}
	args, err = convertAll(bytesType(), args...)
	return args, bytesType(), err
}

// unlessBytes types a function of one text that leaves bytes as they are.
func unlessBytes(build func([]Expr) (Expr, error)) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		if isBytes(args[0]) {
			return args[0], nil
		}
		return build(args)
	}
}
