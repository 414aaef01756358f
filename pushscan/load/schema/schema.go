package schema

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/plan"
	"gsdms/pushscan/load/layout"
)

// Schema tells what a file holds.
type Schema struct{ Fields []Field }

// Field is one field of the file. Type is the column type that holds it; its Kind
// is plan.Null if there is none. Arrow is how its own type is spelled.
type Field struct {
	Name, Arrow string
	Type        plan.Type
}

// Wants says what a field would have to be to become what it should, "" if it can.
func (s Schema) Wants(t layout.Target) string {
	f := s.Fields[t.Field]
	if takes(t.Kind, f.Type) {
		return ""
	}
	return fmt.Sprintf("a field that %s can hold; its type is %s", kindNames[t.Kind], f.Arrow)
}

var kindNames = map[plan.Kind]string{plan.Bool: "BOOL", plan.Int: "an integer column", plan.Unsigned: "BIGINT UNSIGNED", plan.Decimal: "DECIMAL",
	plan.Double: "DOUBLE", plan.Date: "DATE", plan.DateTime: "DATETIME", plan.Time: "TIME", plan.String: "a string column"}

// takes reports whether values of a field's type may go to a column of a kind. Each
// value is still checked.
func takes(to plan.Kind, from plan.Type) bool {
	switch to {
	case plan.Int, plan.Unsigned, plan.Decimal:
		return from.Kind == plan.Int || from.Kind == plan.Unsigned || from.Kind == plan.Decimal || from.Kind == plan.Bool
	case plan.Bool:
		return from.Kind == plan.Bool || from.Kind == plan.Int
	case plan.Double:
		return from.Kind == plan.Double || from.Kind == plan.Int || from.Kind == plan.Unsigned || from.Kind == plan.Decimal
	case plan.Date, plan.DateTime:
		return from.Kind == plan.Date || from.Kind == plan.DateTime
	}
	return from.Kind == to && to != plan.Null
}

// Of gives the fields of a schema of Arrow.
func Of(s *arrow.Schema) Schema {
	var out Schema
	for _, f := range s.Fields() {
		out.Fields = append(out.Fields, Field{Name: f.Name, Arrow: f.Type.String(), Type: ColumnType(f.Type)})
	}
	return out
}
