package scalar

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/parse"
)

// literal binds a number, a text, TRUE, FALSE or NULL.
func (b *Binder) Literal(n *test_driver.ValueExpr) (plan.Expr, error) {
	switch n.Kind() {
	case test_driver.KindNull:
		return plan.NullOf(plan.Type{Kind: plan.Null}), nil
	case test_driver.KindInt64:
		if n.Type.GetFlag()&mysql.IsBooleanFlag != 0 {
			return plan.Literal(value.OfBool(n.GetInt64() != 0)), nil
		}
		return plan.Literal(value.OfInt(n.GetInt64())), nil
	case test_driver.KindUint64:
		return b.decimal(strconv.FormatUint(n.GetUint64(), 10))
	case test_driver.KindFloat64:
		if f := n.GetFloat64(); !math.IsInf(f, 0) && !math.IsNaN(f) {
			return plan.Literal(value.OfFloat(f)), nil
		}
	case test_driver.KindString:
		if n.Type.GetCharset() == "binary" && !utf8.ValidString(n.GetString()) {
			return plan.Literal(value.OfString(n.GetString())), nil // written _binary'…'
		}
		if !strings.HasPrefix(n.Type.GetCharset(), "utf8") && n.Type.GetCharset() != "" && !ascii(n.GetString()) {
			return nil, b.Errorf(parse.CodeNotSupported, "texts of the character set %s are not supported", n.Type.GetCharset())
		}
		return b.textLiteral(n.GetString())
	case test_driver.KindBinaryLiteral, test_driver.KindMysqlBit:
		return b.bits(n.GetBinaryLiteral())
	case test_driver.KindMysqlDecimal:
		return b.decimal(n.GetMysqlDecimal().String())
	}
	return nil, b.Errorf(parse.CodeNotSupported, "this kind of literal is not supported")
}

// ascii reports whether a text is the same in every character set that there is.
func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// bits binds 0x41, x'41' or b'01': a text, and a number where one is needed.
func (b *Binder) bits(bytes []byte) (plan.Expr, error) {
	n := new(big.Int).SetBytes(bytes)
	c := plan.Literal(value.OfString(string(bytes)))
	if n.IsUint64() {
		c.Digits = value.OfWide(n, 0).Dec
	}
	return c, nil
}

// textLiteral binds a text, which is UTF-8 everywhere inside: functions of texts would change
// other bytes, and without a word.
func (b *Binder) textLiteral(s string) (plan.Expr, error) {
	if b.Raw || utf8.ValidString(s) {
		return plan.Literal(value.OfString(s)), nil
	}
	at := 0
	for r, size := utf8.DecodeRuneInString(s); r != utf8.RuneError || size > 1; r, size = utf8.DecodeRuneInString(s[at:]) {
		at += size
	}
	return nil, b.Errorf(parse.CodeWrongNumber, "Incorrect string value: %q is not UTF-8 from byte %d on", ShortText(s, at), at+1)
}

// compared binds what is compared, and what it is compared with.
func (b *Binder) compared(x ast.ExprNode, others ...ast.ExprNode) ([]plan.Expr, error) {
	first, err := b.Expr(x)
	if err != nil {
		return nil, err
	}
	out := []plan.Expr{first}
	for _, n := range others {
		e, err := b.comparedWith(first, n)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return b.besideNumbers(append([]ast.ExprNode{x}, others...), out)
}

// comparedWith binds what x is compared with: beside bytes, a text that is written may be any bytes,
// which is how clients send them that put parameters into the statement.
func (b *Binder) comparedWith(x plan.Expr, n ast.ExprNode) (plan.Expr, error) {
	if _, written := n.(*test_driver.ValueExpr); written && x.Type().Bytes() {
		outer := b.Raw
		b.Raw = true
		defer func() { b.Raw = outer }()
	}
	return b.Expr(n)
}

// ShortText is what stands around byte at of a text.
func ShortText(s string, at int) string { return s[max(0, at-20):min(len(s), at+20)] }

// decimal binds a number with a point, or one past the largest BIGINT.
func (b *Binder) decimal(text string) (plan.Expr, error) {
	d, ok := value.ParseDecimal(text)
	if !ok || d.NumDigits() > value.MaxPrecision || -d.Exponent > value.MaxScale {
		return nil, b.Errorf(parse.CodeOutOfRange, "DECIMAL value is out of range: %s", text)
	}
	if n := d.Coeff; !d.Negative && d.Exponent == 0 && !strings.Contains(text, ".") && n.IsUint64() {
		return plan.Literal(value.OfUnsigned(n.Uint64())), nil
	}
	return plan.Literal(plan.Value{Kind: plan.Decimal, Dec: d}), nil
}
