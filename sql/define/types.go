package define

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/types"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/parse"
)

// maxDigits is how many digits a DECIMAL column can have.
const maxDigits = value.MaxPrecision

// integers lists the integer types and their widths in bits.
var integers = map[byte]struct {
	name string
	bits int
}{
	mysql.TypeTiny:     {"TINYINT", 8},
	mysql.TypeShort:    {"SMALLINT", 16},
	mysql.TypeInt24:    {"MEDIUMINT", 24},
	mysql.TypeLong:     {"INT", 32},
	mysql.TypeLonglong: {"BIGINT", 64},
}

// columnType is the type of a declared column. As in MySQL, BOOL is TINYINT(1).
func (x Reader) columnType(n *ast.ColumnDef) (plan.Type, error) {
	t := n.Tp
	if i, ok := integers[t.GetType()]; ok {
		return integerType(i.name, i.bits, t), nil
	}
	switch t.GetType() {
	case mysql.TypeNewDecimal:
		return x.decimalType(n)
	case mysql.TypeFloat:
		return x.doubleType(n, value.FloatName)
	case mysql.TypeDouble:
		return x.doubleType(n, value.DoubleName)
	case mysql.TypeDate:
		return plan.Type{Kind: plan.Date, Name: "DATE"}, nil
	case mysql.TypeDatetime, mysql.TypeTimestamp, mysql.TypeDuration:
		return x.timeType(n)
	case mysql.TypeBit:
		return value.BitType(max(1, t.GetFlen())), nil
	case mysql.TypeYear:
		return plan.Type{Kind: plan.Int, Name: value.YearName, Max: value.LastYear}, nil
	case mysql.TypeJSON:
		return plan.Type{Kind: plan.String, Name: value.JSONName}, nil
	case mysql.TypeEnum, mysql.TypeSet:
		return x.listedType(n)
	case mysql.TypeString, mysql.TypeVarchar, mysql.TypeBlob, mysql.TypeTinyBlob, mysql.TypeMediumBlob, mysql.TypeLongBlob:
		return x.textType(n)
	}
	return plan.Type{}, x.Refuse(n.Name, "type %s of column %s; there are the integers, DECIMAL, FLOAT, DOUBLE, DATE, DATETIME, TIMESTAMP, TIME, YEAR, BIT, CHAR, VARCHAR, TEXT, BINARY, VARBINARY, BLOB, ENUM, SET, JSON and BOOL",
		strings.ToUpper(t.CompactStr()), n.Name.Name.O)
}

func integerType(name string, bits int, t *types.FieldType) plan.Type {
	out := plan.Type{Kind: plan.Int, Name: name}
	if t.GetType() == mysql.TypeTiny && t.GetFlen() == 1 {
		out.Name = "TINYINT(1)"
	}
	if !mysql.HasUnsignedFlag(t.GetFlag()) {
		out.Min, out.Max = -1<<(bits-1), 1<<(bits-1)-1
		return out
	}
	if bits == 64 {
		return value.UnsignedType()
	}
	out.Name += " UNSIGNED"
	out.Max = 1<<bits - 1
	return out
}

// doubleType is FLOAT or DOUBLE, which may say how many digits its values have, in all and after
// the point.
func (x Reader) doubleType(n *ast.ColumnDef, name string) (plan.Type, error) {
	const mostDigits = 255
	digits, after := n.Tp.GetFlen(), n.Tp.GetDecimal()
	switch {
	case after < 0:
		return unsignedDouble(plan.Type{Kind: plan.Double, Name: name}, n), nil
	case after > value.MaxScale:
		return plan.Type{}, x.ErrorAt(n.Name, parse.CodeTooPrecise, "Too big scale %d specified for column '%s'. Maximum is %d.", after, n.Name.Name.O, value.MaxScale)
	case after > digits:
		return plan.Type{}, x.ErrorAt(n.Name, parse.CodeScale, "For float(M,D), double(M,D) or decimal(M,D), M must be >= D (column '%s').", n.Name.Name.O)
	case digits > mostDigits:
		return plan.Type{}, x.ErrorAt(n.Name, parse.CodeTooPrecise, "Display width out of range for column '%s' (max = %d)", n.Name.Name.O, mostDigits)
	}
	return unsignedDouble(value.FixedType(name, digits, after), n), nil
}

func unsignedDouble(t plan.Type, n *ast.ColumnDef) plan.Type {
	if mysql.HasUnsignedFlag(n.Tp.GetFlag()) {
		t.Name += value.UnsignedSuffix
	}
	return t
}

func (x Reader) decimalType(n *ast.ColumnDef) (plan.Type, error) {
	digits, scale := n.Tp.GetFlen(), n.Tp.GetDecimal()
	if digits <= 0 {
		digits = 10
	}
	scale = max(scale, 0)
	if digits > maxDigits {
		return plan.Type{}, x.ErrorAt(n.Name, parse.CodeTooPrecise, "Too-big precision %d specified for '%s'. Maximum is %d.", digits, n.Name.Name.O, maxDigits)
	}
	if scale > value.MaxScale {
		return plan.Type{}, x.ErrorAt(n.Name, parse.CodeTooPrecise, "Too big scale %d specified for column '%s'. Maximum is %d.", scale, n.Name.Name.O, value.MaxScale)
	}
	if scale > digits {
		return plan.Type{}, x.ErrorAt(n.Name, parse.CodeScale, "For DECIMAL(M,D), M must be >= D (column '%s')", n.Name.Name.O)
	}
	t := decimalType(digits, scale)
	if mysql.HasUnsignedFlag(n.Tp.GetFlag()) {
		if t.Keyed() {
			return plan.Type{}, x.Refuse(n.Name, "UNSIGNED of DECIMAL(%d,%d) of column %s", digits, scale, n.Name.Name.O)
		}
		t.Name += " UNSIGNED"
		t.Min = 0
	}
	return t, nil
}

// timeType is DATETIME, TIMESTAMP or TIME with the digits of a fraction. A TIMESTAMP is a
// DATETIME of the years from 1970 to 2038, as sessions are in UTC.
func (x Reader) timeType(n *ast.ColumnDef) (plan.Type, error) {
	t := plan.Type{Kind: plan.DateTime, Scale: max(0, n.Tp.GetDecimal())}
	if t.Scale > value.MaxFraction {
		return t, x.ErrorAt(n.Name, parse.CodeTooPrecise, "Too-big precision %d specified for '%s'. Maximum is %d", t.Scale, n.Name.Name.O, value.MaxFraction)
	}
	if n.Tp.GetType() == mysql.TypeDuration {
		t.Kind = plan.Time
	}
	if t.Name = t.String(); n.Tp.GetType() == mysql.TypeTimestamp {
		t.Name = strings.Replace(t.Name, "DATETIME", "TIMESTAMP", 1)
		t.Min, t.Max = value.Ticks(t.Scale), (1<<31)*value.Ticks(t.Scale)-1
	}
	return t, nil
}

// mostLetters is how long CHAR and VARCHAR can be declared, and BINARY and VARBINARY.
var mostLetters = map[byte]int{mysql.TypeString: 255, mysql.TypeVarchar: 65535}

// textType is CHAR, VARCHAR or TEXT, or one of bytes: BINARY, VARBINARY or BLOB.
func (x Reader) textType(n *ast.ColumnDef) (plan.Type, error) {
	t := plan.Type{Kind: plan.String}
	length := n.Tp.GetFlen()
	if most := mostLetters[n.Tp.GetType()]; most > 0 && length > most {
		return t, x.ErrorAt(n.Name, parse.CodeTooLongColumn, "Column length too big for column '%s' (max = %d); use BLOB or TEXT instead", n.Name.Name.O, most)
	}
	bytes := mysql.HasBinaryFlag(n.Tp.GetFlag()) && n.Tp.GetCharset() == "binary"
	switch n.Tp.GetType() {
	case mysql.TypeString:
		length = max(length, 1)
		t.Name, t.Precision = fmt.Sprintf("CHAR(%d)", length), length
	case mysql.TypeVarchar:
		t.Name, t.Precision = fmt.Sprintf("VARCHAR(%d)", length), length
	default:
		t.Name, length = "TEXT", 0
	}
	if bytes {
		return value.BytesType(length, n.Tp.GetType() == mysql.TypeString), nil
	}
	return t, nil
}

// declaredName is the name of a type that is stored as TEXT or BLOB, "" for any other: tools compare it with
// the one that they want.
func declaredName(n *ast.ColumnDef, t plan.Type) string {
	size := map[byte]string{mysql.TypeTinyBlob: "tiny", mysql.TypeMediumBlob: "medium", mysql.TypeLongBlob: "long"}[n.Tp.GetType()]
	if size == "" {
		return ""
	}
	return size + t.Lower()
}

// TypeText is the type of a column as MySQL spells it.
func TypeText(c plan.Column) string { return cmp.Or(c.Declared, c.Type.Lower()) }

// listedType is ENUM or SET, whose members have no blanks at the end.
func (x Reader) listedType(n *ast.ColumnDef) (plan.Type, error) {
	name, kind, most := n.Name.Name.O, "ENUM", value.MaxEnumMembers
	if n.Tp.GetType() == mysql.TypeSet {
		kind, most = "SET", value.MaxSetMembers
	}
	var members []string
	for _, m := range n.Tp.GetElems() {
		m = strings.TrimRight(m, " ")
		if slices.Contains(members, m) {
			return plan.Type{}, x.ErrorAt(n.Name, parse.CodeDuplicateMember, "Column '%s' has duplicated value '%s' in %s", name, m, kind)
		}
		if kind == "SET" && strings.Contains(m, ",") {
			return plan.Type{}, x.ErrorAt(n.Name, parse.CodeIllegalMember, "Illegal set '%s' value found during parsing", m)
		}
		members = append(members, m)
	}
	if len(members) > most {
		return plan.Type{}, x.ErrorAt(n.Name, parse.CodeManyMembers, "Too many strings for column %s and %s: it takes %d", name, kind, most)
	}
	if kind == "SET" {
		return value.SetType(members), nil
	}
	return value.EnumType(members), nil
}
