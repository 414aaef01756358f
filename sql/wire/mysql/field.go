package mysql

import (
	"cmp"
	"math"
	"strings"

	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/plan"
	"gsdms/plan/value"
)

// field describes a column of a result.
func (c *conn) field(o *plan.Output) *mysql.Field {
	f := computed(o)
	if o.NotNull {
		f.Flag |= mysql.NOT_NULL_FLAG
	}
	from := o.Origin
	if from == nil {
		return f
	}
	f.Table, f.OrgName = []byte(from.Alias), []byte(from.Column)
	if from.Table != "" {
		f.Schema, f.OrgTable = []byte(cmp.Or(from.Database, c.server.home)), []byte(from.Table)
	}
	if from.Declared {
		declare(f, o.Type)
	}
	f.Flag |= originFlags(from, o.Type.Kind == plan.DateTime)
	return f
}

// Flags that the library has no names for.
const (
	multipleKeyFlag = 1 << 3
	noDefaultFlag   = 1 << 12
	onUpdateNowFlag = 1 << 13
)

// originFlags are what a stored table says of a column, of moments or of others.
func originFlags(from *plan.Origin, moments bool) (flags uint16) {
	for _, x := range []struct {
		is   bool
		flag uint16
	}{
		{from.Keys.Has(plan.InKey), mysql.PART_KEY_FLAG}, {from.Keys.Has(plan.InPrimary), mysql.PRI_KEY_FLAG},
		{from.Keys.Has(plan.IsUnique), mysql.UNIQUE_KEY_FLAG}, {from.Keys.Has(plan.BeginsMany), multipleKeyFlag},
		{from.Own.Has(plan.Numbered), mysql.AUTO_INCREMENT_FLAG}, {from.Demanded, noDefaultFlag},
		{moments && (from.Own.Has(plan.DefaultsToNow) || from.Own.Has(plan.UpdatesToNow)), mysql.TIMESTAMP_FLAG}, {from.Own.Has(plan.UpdatesToNow), onUpdateNowFlag},
	} {
		if x.is {
			flags |= x.flag
		}
	}
	return flags
}

func unsigned(t plan.Type) bool {
	return t.Kind == plan.Unsigned || strings.HasSuffix(t.Name, value.UnsignedSuffix)
}

// declare gives a column the type that it was declared with: its values fit in there.
func declare(f *mysql.Field, t plan.Type) {
	switch t.Kind {
	case plan.Int, plan.Unsigned, plan.Decimal, plan.Double:
		f.Flag &^= mysql.BINARY_FLAG
	}
	if unsigned(t) {
		f.Flag |= mysql.UNSIGNED_FLAG
	}
	f.Type = declaredType(t)
	switch f.Type {
	case mysql.MYSQL_TYPE_BLOB:
		f.Flag |= mysql.BLOB_FLAG
	case mysql.MYSQL_TYPE_YEAR:
		f.ColumnLength, f.Flag = 4, f.Flag|mysql.UNSIGNED_FLAG|mysql.ZEROFILL_FLAG
	case mysql.MYSQL_TYPE_JSON:
		f.ColumnLength, f.Flag = math.MaxUint32, f.Flag|mysql.BLOB_FLAG|mysql.BINARY_FLAG
	}
	if n := numberLengths[f.Type]; n > 0 && f.Decimal%anyDecimals == 0 {
		f.ColumnLength = n
		if unsigned(t) && t.Kind == plan.Int {
			f.ColumnLength-- // there is no sign
		}
		if t.Name == "TINYINT(1)" {
			f.ColumnLength = 1
		}
	}
}

// numberLengths are how long numbers can be that have as many digits as they need.
var numberLengths = map[byte]uint32{
	mysql.MYSQL_TYPE_TINY: 4, mysql.MYSQL_TYPE_SHORT: 6, mysql.MYSQL_TYPE_INT24: 9, mysql.MYSQL_TYPE_LONG: 11, mysql.MYSQL_TYPE_LONGLONG: 20,
	mysql.MYSQL_TYPE_FLOAT: 12, mysql.MYSQL_TYPE_DOUBLE: 22,
}

// declaredTypes has the types of stored columns by the first word of their names.
var declaredTypes = map[string]byte{
	"TINYINT": mysql.MYSQL_TYPE_TINY, "SMALLINT": mysql.MYSQL_TYPE_SHORT, "MEDIUMINT": mysql.MYSQL_TYPE_INT24, "INT": mysql.MYSQL_TYPE_LONG,
	value.YearName: mysql.MYSQL_TYPE_YEAR, value.FloatName: mysql.MYSQL_TYPE_FLOAT, "TIMESTAMP": mysql.MYSQL_TYPE_TIMESTAMP,
	"CHAR": mysql.MYSQL_TYPE_STRING, "BINARY": mysql.MYSQL_TYPE_STRING, "TEXT": mysql.MYSQL_TYPE_BLOB,
}

// declaredType is the type of a stored column.
func declaredType(t plan.Type) byte {
	word, _, _ := strings.Cut(t.Name, "(")
	word, _, _ = strings.Cut(word, " ")
	if kind, ok := declaredTypes[word]; ok {
		return kind
	}
	return computedType(t)
}

// typeOnWire is the type that the values of a column have in rows that are not texts.
func typeOnWire(o *plan.Output) byte {
	if o.Origin != nil && o.Origin.Declared {
		return declaredType(o.Type)
	}
	return computedType(o.Type)
}

// computedType is the type of values of which nothing is known but what the engine computes with.
func computedType(t plan.Type) byte {
	switch t.Kind {
	case plan.Null:
		return mysql.MYSQL_TYPE_NULL
	case plan.Bool, plan.Int, plan.Unsigned:
		return mysql.MYSQL_TYPE_LONGLONG
	case plan.Decimal:
		return mysql.MYSQL_TYPE_NEWDECIMAL
	case plan.Double:
		return mysql.MYSQL_TYPE_DOUBLE
	case plan.Date:
		return mysql.MYSQL_TYPE_DATE
	case plan.DateTime:
		return mysql.MYSQL_TYPE_DATETIME
	case plan.Time:
		return mysql.MYSQL_TYPE_TIME
	}
	switch {
	case t.Name == value.JSONName:
		return mysql.MYSQL_TYPE_JSON
	case t.Listed():
		return mysql.MYSQL_TYPE_STRING
	case t.Bytes() && t.Precision == 0:
		return mysql.MYSQL_TYPE_BLOB
	}
	return mysql.MYSQL_TYPE_VAR_STRING
}

// computed describes a column of values that the engine computes.
func computed(o *plan.Output) *mysql.Field {
	f := &mysql.Field{Name: []byte(o.Name), Type: computedType(o.Type), Charset: binaryCharset, Flag: mysql.BINARY_FLAG}
	switch t := o.Type; t.Kind {
	case plan.Bool:
		f.ColumnLength = 1
	case plan.Int:
		f.ColumnLength = 20
	case plan.Unsigned:
		f.ColumnLength, f.Flag = 20, f.Flag|mysql.UNSIGNED_FLAG
	case plan.Decimal:
		shown := t.Scale - t.Guard
		f.ColumnLength, f.Decimal = uint32(max(t.Precision, shown+1))+1, byte(shown) // with the sign
		if shown > 0 {
			f.ColumnLength++ // and the point
		}
	case plan.Double:
		f.ColumnLength, f.Decimal = 23, anyDecimals
		if digits, after, fixed := t.Fixed(); fixed {
			f.ColumnLength, f.Decimal = uint32(digits), byte(after)
		}
	case plan.Date:
		f.ColumnLength = 10
	case plan.DateTime:
		f.ColumnLength, f.Decimal = fractionLength(19, t.Scale), byte(t.Scale)
	case plan.Time:
		f.ColumnLength, f.Decimal = fractionLength(10, t.Scale), byte(t.Scale)
	case plan.String:
		text(f, t)
	}
	return f
}

// text describes a column of texts, or of bytes.
func text(f *mysql.Field, t plan.Type) {
	if t.Bytes() {
		f.ColumnLength = longText
		if t.Precision > 0 {
			f.ColumnLength = uint32(t.Precision)
		}
		if f.Type == mysql.MYSQL_TYPE_BLOB {
			f.Flag |= mysql.BLOB_FLAG
		}
		return
	}
	f.Charset, f.Flag, f.ColumnLength = textCharset, 0, 4*longText
	if n := t.Length(); n > 0 {
		f.ColumnLength = uint32(4 * n)
	}
	switch {
	case t.Enum():
		f.Flag = mysql.ENUM_FLAG
	case t.Set():
		f.Flag = mysql.SET_FLAG
	}
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
