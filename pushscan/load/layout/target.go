package layout

import (
	"gsdms/plan"
)

// Target is one field of a file on its way to a column.
type Target struct {
	Field  int
	Column int // of the table
	Kind   plan.Kind
	Scale  int
	Keyed  bool // a Decimal whose values are keys
	Bytes  bool // a String whose texts are bytes
}

// Coded reports whether values go as codes of texts.
func (t Target) Coded() bool { return t.Kind == plan.String || t.Keyed }

// Targets gives the fields that go to a column.
func (l *Layout) Targets() []Target {
	var out []Target
	for field, ordinal := range l.Fields {
		if ordinal >= 0 {
			t := l.Table.Columns[ordinal].Type
			out = append(out, Target{Field: field, Column: ordinal, Kind: t.Kind, Scale: t.Scale, Keyed: t.Keyed(), Bytes: t.Bytes()})
		}
	}
	return out
}
