package parse

import (
	"fmt"
	"strconv"
	"strings"

	"gsdms/plan"
)

// jsonValue is what a path finds in an element as a value of a declared type: empty where it finds
// nothing, failed where that is none of the type.
type jsonValue struct {
	empty, failed string
	value         string // of JSONFound, JSONKind and JSONText; "": no value has the type
	whole         string // value of a whole number that is read as one; "": no other than of others
	cast          string // how a text becomes one of the type
	least, most   string // of a whole number; of a text most are the characters that it has at most
	refuses       plan.Refusal
	alone         bool // of JSON_VALUE: objects and arrays are texts, too, and no number below 0 becomes an unsigned one
}

// intBounds are the least and the largest values of integers, which have an unsigned kind.
var intBounds = map[string][3]string{
	"TINYINT":   {"-128", "127", "255"},
	"SMALLINT":  {"-32768", "32767", "65535"},
	"MEDIUMINT": {"-8388608", "8388607", "16777215"},
	"INT":       {"-2147483648", "2147483647", "4294967295"},
	"BIGINT":    {"-9223372036854775808", "9223372036854775807", "18446744073709551615"},
}

// jsonTypes are other names of types.
var jsonTypes = map[string]string{
	"INTEGER": "INT", "BOOL": "TINYINT", "BOOLEAN": "TINYINT", "NUMERIC": "DECIMAL", "DEC": "DECIMAL", "REAL": "DOUBLE", "FLOAT": "DOUBLE",
	"VARCHAR": "CHAR", "TEXT": "CHAR", "TINYTEXT": "CHAR", "MEDIUMTEXT": "CHAR", "LONGTEXT": "CHAR", "TIMESTAMP": "DATETIME",
}

// declared makes the value one of a type.
func (v *jsonValue) declared(as string) {
	kind, rest, _ := strings.Cut(strings.ReplaceAll(as, "(", " ("), " ")
	if other, ok := jsonTypes[kind]; ok {
		kind = other
	}
	length := ""
	if open := strings.IndexByte(rest, '('); open >= 0 {
		if end := strings.IndexByte(rest, ')'); end > open {
			length = rest[open : end+1]
		}
	}
	unsigned := strings.Contains(rest, "UNSIGNED")
	cast := castTo(kind, length, unsigned)
	if cast == "" {
		return
	}
	v.cast = cast
	v.empty, v.failed = given(v.empty, cast), given(v.failed, cast)
	switch kind {
	case "JSON":
		v.value = JSONFound
	case "CHAR":
		if v.value = fmt.Sprintf(cast, JSONText); length != "" {
			v.most = strings.Trim(length, "( )")
			v.value = fmt.Sprintf("IF(CHAR_LENGTH(%s) > %s, %s, %s)", JSONText, length, v.failed, v.value)
		}
	case "DATE", "DATETIME", "TIME":
		v.value = fmt.Sprintf("IFNULL(%s, %s)", fmt.Sprintf(cast, JSONText), v.failed)
	case "DECIMAL":
		v.decimal(length)
	case "DOUBLE":
		v.value = fmt.Sprintf("IFNULL(%s, %s)", v.number(cast), v.failed)
	default:
		v.integer(intBounds[kind], cast, unsigned)
	}
}

// castTo is how a text becomes a value of a type, "" where no value has it.
func castTo(kind, length string, unsigned bool) string {
	switch kind {
	case "CHAR", "DATETIME", "TIME", "DECIMAL":
		return "CAST(%s AS " + kind + length + ")"
	case "JSON", "DATE", "DOUBLE":
		return "CAST(%s AS " + kind + ")"
	}
	switch {
	case intBounds[kind] == [3]string{}:
		return ""
	case unsigned:
		return "CAST(%s AS UNSIGNED)"
	}
	return "CAST(%s AS SIGNED)"
}

// given makes what stands behind DEFAULT, the text of a document, a value of the type.
func given(literal, cast string) string {
	switch {
	case literal == "NULL":
		return literal
	case !quotedText(literal):
		return given("'"+literal+"'", cast)
	case !strings.HasSuffix(cast, " JSON)"):
		literal = "JSON_UNQUOTE(" + literal + ")"
	}
	return fmt.Sprintf(cast, literal)
}

// integer makes the value an integer within bounds.
func (v *jsonValue) integer(bounds [3]string, cast string, unsigned bool) {
	v.least, v.most = bounds[0], bounds[1]
	if unsigned {
		v.least, v.most = "0", bounds[2]
	}
	least, most := v.least, v.most
	within := func(number, most, value string) string {
		return fmt.Sprintf("IF(%s BETWEEN %s AND %s, %s, %s)", number, least, most, value, v.failed)
	}
	signed := fmt.Sprintf("CAST(%s AS SIGNED)", JSONText)
	v.whole = within(signed, most, fmt.Sprintf(cast, signed))
	if unsigned && !v.alone && bounds[2] == intBounds["BIGINT"][2] { // a double or a text below 0 has the bits of it, and a whole number none
		least = "-" + intBounds["BIGINT"][1]
	}
	digits := "ROUND(" + v.spelled("CAST(%s AS DECIMAL(50, 10))", `'^ *[-+]?[0-9]+$'`) + ")"
	even := fmt.Sprintf("ROUND(CAST(%s AS DOUBLE))", JSONText) // of two as near a double goes to the even one
	double := most
	if least != v.least {
		double = "9223372036854774784" // the last one below 64 bits with a sign
	}
	v.value = fmt.Sprintf("IF(%s = 'DOUBLE', %s, %s)", JSONKind, within(even, double, fmt.Sprintf(cast, even)), within(digits, most, fmt.Sprintf(cast, digits)))
}

// decimal makes the value a decimal of so many digits.
func (v *jsonValue) decimal(length string) {
	digits, behind, _ := strings.Cut(strings.Trim(length, "( )"), ",")
	all, err := strconv.Atoi(strings.TrimSpace(digits))
	scale, _ := strconv.Atoi(strings.TrimSpace(behind)) // 0 where there is none
	if err != nil {
		all = 10
	}
	number := v.number(fmt.Sprintf("CAST(%%s AS DECIMAL(65, %d))", scale))
	most := strings.Repeat("9", max(0, all-scale)) + "." + strings.Repeat("9", scale)
	v.value = fmt.Sprintf("IF(%s BETWEEN -%s AND %s, %s, %s)", number, most, most, fmt.Sprintf(v.cast, number), v.failed)
}

// number makes the value a number, of a text where it spells one.
func (v *jsonValue) number(cast string) string {
	return v.spelled(cast, `'^ *[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)? *$'`)
}

// spelled makes the value a number, of a text where a pattern says that it spells one.
func (v *jsonValue) spelled(cast, pattern string) string {
	number := fmt.Sprintf(cast, JSONText)
	return fmt.Sprintf("CASE %s WHEN 'BOOLEAN' THEN %s = 'true' WHEN 'STRING' THEN IF(%s REGEXP %s, %s, NULL) ELSE %s END",
		JSONKind, JSONText, JSONText, pattern, number, number)
}

// expression gives the value, or what stands for it where there is none. An object or an array is
// a value of JSON alone.
func (v *jsonValue) expression() string {
	if v.value == JSONFound {
		return fmt.Sprintf("IFNULL(%s, %s)", v.value, v.empty)
	}
	whole := ""
	if v.whole != "" {
		whole = "WHEN 'INTEGER' THEN " + v.whole
	}
	several := fmt.Sprintf("WHEN 'OBJECT' THEN %s WHEN 'ARRAY' THEN %s", v.failed, v.failed)
	if v.alone && strings.HasPrefix(v.cast, "CAST(%s AS CHAR") {
		several = ""
	}
	return fmt.Sprintf("CASE %s %s WHEN '' THEN %s WHEN 'NULL' THEN NULL %s ELSE %s END", JSONKind, whole, v.empty, several, v.value)
}
