package command

import (
	"fmt"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/value"
)

// SetLiteral makes a literal of a value, as the parser would have made it.
func SetLiteral(to *test_driver.ValueExpr, v plan.Value) error {
	switch v.Kind {
	case plan.Null:
		to.SetNull()
	case plan.Bool, plan.Int:
		to.SetInt64(v.Int)
	case plan.Unsigned:
		to.SetUint64(value.UnsignedOf(v.Int))
	case plan.Double:
		to.SetFloat64(v.Float)
	case plan.Decimal:
		d := new(test_driver.MyDecimal)
		if err := d.FromString([]byte(v.String())); err != nil {
			return fmt.Errorf("DECIMAL value is out of range: %s", v)
		}
		to.SetMysqlDecimal(d)
	case plan.Date, plan.DateTime, plan.Time, plan.String:
		to.SetString(v.String())
	}
	to.Type.SetCharset(mysql.DefaultCharset)
	if v.Kind == plan.String && !utf8.ValidString(v.Text) {
		to.Type.SetCharset("binary") // bytes, as in _binary'…'
	}
	return nil
}
