package oracle

import (
	"strconv"
	"strings"
)

// kind is the family of an expression's type.
type kind int

const (
	boolean kind = iota
	integer
	decimal
	double
	date
	moment
	text
	kinds
)

// typ is a kind, and the digits after the point of a decimal.
type typ struct {
	kind  kind
	scale int
}

func (t typ) numeric() bool { return t.kind <= double }

// expr is an expression in both dialects: templates in which $0, $1, ... stand for the
// arguments. Neither has a $ of its own.
type expr struct {
	typ
	mysql, sqlite string
	args          []*expr
	size          float64 // bound of the absolute number, scaled; 0 for texts and dates
}

// in renders the expression in a dialect.
func (e *expr) in(dialect func(*expr) string) string {
	var b strings.Builder
	template := dialect(e)
	for i := 0; i < len(template); i++ {
		if template[i] != '$' {
			b.WriteByte(template[i])
			continue
		}
		i++
		b.WriteString(e.args[template[i]-'0'].in(dialect))
	}
	return b.String()
}

func toMySQL(e *expr) string  { return e.mysql }
func toSQLite(e *expr) string { return e.sqlite }

// both is an expression that the dialects write alike.
func both(t typ, size float64, template string, args ...*expr) *expr {
	return &expr{typ: t, mysql: template, sqlite: template, args: args, size: size}
}

// each is an expression that the dialects write differently.
func each(t typ, size float64, mysql, sqlite string, args ...*expr) *expr {
	return &expr{typ: t, mysql: mysql, sqlite: sqlite, args: args, size: size}
}

// mirror is a template for SQLite around an argument's: the expression says the same as
// e for MySQL.
func mirror(t typ, size float64, sqlite string, e *expr) *expr {
	return &expr{typ: t, mysql: "$0", sqlite: sqlite, args: []*expr{e}, size: size}
}

func power(n int) string { return "1" + strings.Repeat("0", n) }

func tenTo(n int) float64 {
	f, _ := strconv.ParseFloat(power(n), 64)
	return f
}

// scaled gives an exact number with at least as many digits after the point.
func scaled(e *expr, scale int) *expr {
	if e.scale >= scale {
		return e
	}
	n := scale - e.scale
	return mirror(typ{decimal, scale}, e.size*tenTo(n), "($0 * "+power(n)+")", e)
}

// aligned gives numbers, of one scale or all double, that compare and add alike.
func aligned(a, b *expr) (x, y *expr, t typ) {
	if a.kind == double || b.kind == double {
		return floating(a), floating(b), typ{kind: double}
	}
	scale := max(a.scale, b.scale)
	t = typ{integer, 0}
	if a.kind == decimal || b.kind == decimal {
		t = typ{decimal, scale}
	}
	return scaled(a, scale), scaled(b, scale), t
}

// floating gives a number as a double.
func floating(e *expr) *expr {
	if e.kind == double {
		return e
	}
	return mirror(typ{kind: double}, e.size/tenTo(e.scale), "($0 / "+power(e.scale)+".0)", e)
}
