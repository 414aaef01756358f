package mysql

import (
	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/plan"
	"gsdms/plan/value"
)

// field describes a column of a result.
func (c *conn) field(o *plan.Output) *mysql.Field {
	f := &mysql.Field{Name: []byte(o.Name), Charset: binaryCharset, Flag: mysql.BINARY_FLAG}
	switch o.Type.Kind {
	case plan.Null:
		f.Type = mysql.MYSQL_TYPE_NULL
	case plan.Bool:
		f.Type, f.ColumnLength = mysql.MYSQL_TYPE_LONGLONG, 1
	case plan.Int:
		f.Type, f.ColumnLength = mysql.MYSQL_TYPE_LONGLONG, 20
	case plan.Unsigned:
		f.Type, f.ColumnLength, f.Flag = mysql.MYSQL_TYPE_LONGLONG, 20, mysql.BINARY_FLAG|mysql.UNSIGNED_FLAG
	case plan.Decimal:
		shown := o.Type.Scale - o.Type.Guard
		f.Type, f.Decimal = mysql.MYSQL_TYPE_NEWDECIMAL, byte(shown)
		f.ColumnLength = uint32(max(o.Type.Precision, shown+1)) + 2 // the sign and the point
	case plan.Double:
		f.Type, f.ColumnLength, f.Decimal = mysql.MYSQL_TYPE_DOUBLE, 23, anyDecimals
		if digits, after, fixed := o.Type.Fixed(); fixed {
			f.ColumnLength, f.Decimal = uint32(digits), byte(after)
		}
	case plan.Date:
		f.Type, f.ColumnLength = mysql.MYSQL_TYPE_DATE, 10
	case plan.DateTime:
		f.Type, f.ColumnLength = mysql.MYSQL_TYPE_DATETIME, fractionLength(19, o.Type.Scale)
		f.Decimal = byte(o.Type.Scale)
	case plan.Time:
		f.Type, f.ColumnLength = mysql.MYSQL_TYPE_TIME, fractionLength(10, o.Type.Scale)
		f.Decimal = byte(o.Type.Scale)
	case plan.String:
		f.Type, f.Charset, f.Flag = mysql.MYSQL_TYPE_VAR_STRING, textCharset, 0
		f.ColumnLength = 4 * longText
		if o.Type.Name == value.JSONName {
			f.Type = mysql.MYSQL_TYPE_JSON
		}
		switch {
		case o.Type.Enum():
			f.Type, f.Flag = mysql.MYSQL_TYPE_STRING, mysql.ENUM_FLAG
		case o.Type.Bytes():
			f.Charset, f.Flag = binaryCharset, mysql.BINARY_FLAG
			if f.ColumnLength = longText; o.Type.Precision == 0 {
				f.Type, f.Flag = mysql.MYSQL_TYPE_BLOB, mysql.BINARY_FLAG|mysql.BLOB_FLAG
			}
			if n := o.Type.Precision; n > 0 {
				f.ColumnLength = uint32(n)
			}
			return f
		case o.Type.Set():
			f.Type, f.Flag = mysql.MYSQL_TYPE_STRING, mysql.SET_FLAG
		}
		if n := o.Type.Length(); n > 0 {
			f.ColumnLength = uint32(4 * n)
		}
	}
	return f
}

// fractionLength is the length of a text with a fraction of so many digits behind it.
func fractionLength(length, digits int) uint32 {
	if digits > 0 {
		length += 1 + digits
	}
	return uint32(length)
}

// anyDecimals says that a number has as many digits behind the point as it needs; longText
// is how many characters a text can have of which no length is known.
const (
	anyDecimals = 31
	longText    = 65535
)
