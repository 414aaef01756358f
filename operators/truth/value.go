package truth

import (
	"unsafe"

	"gsdms/plan"
	"gsdms/plan/value"
)

// ColumnValue is the value that a number of a column stands for.
func ColumnValue(c *plan.Column, n int64) plan.Value { return ValueOf(c.Type, c.Dict, n) }

// ValueOf is the value of a number of a type.
// A text refers to the dictionary's bytes: what is kept beyond the query is copied from it.
func ValueOf(t plan.Type, d *plan.Dictionary, n int64) plan.Value {
	if t.Kind == plan.String {
		return value.OfString(unsafeText(d.Bytes(int(n))))
	}
	if d != nil {
		return value.OfCode(t, d.Bytes(int(n)))
	}
	return value.OfNumber(t, n)
}

// unsafeText gives bytes that nobody changes as a text, without a copy.
func unsafeText(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// EntryOf is what a dictionary of values of a type has for a constant.
func EntryOf(v plan.Value, t plan.Type) (entry string, ok bool) {
	if v.Kind == plan.String {
		return v.Text, t.Kind == plan.String
	}
	return value.KeyOf(v, t)
}
