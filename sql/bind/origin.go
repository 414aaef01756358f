package bind

import (
	"strings"

	"gsdms/plan"
)

// noteOrigins says of the columns of the result that are columns of FROM which these are. One of a query
// or a view is called as it is there, and one of a stored table as it is written, which MySQL does, too.
func (b *binder) noteOrigins() {
	for i := range b.fields {
		f := &b.fields[i]
		c, ok := f.expr.(plan.ColumnRef)
		if !ok {
			continue
		}
		c = b.written(&b.from, c)
		f.origin = b.originOf(c)
		if name := c.Of.Table.Columns[c.Column].Name; strings.EqualFold(f.name, name) && f.alias == "" && !storedTable(c.Of.Table) {
			f.name = name
		}
	}
}

// storedTable reports whether a table is none of a query, and none that describes others.
func storedTable(t *plan.Table) bool { return t.Data != nil && !t.Passing }

// originOf describes a column of FROM. What a key says of a table's rows says nothing of those
// of a query over it.
func (b *binder) originOf(c plan.ColumnRef) *plan.Origin {
	t := c.Of.Table
	if storedTable(t) {
		return t.Origin(c.Of.Alias, c.Column)
	}
	o := b.described[c.Table]
	o.Alias, o.Column, o.Declared = c.Of.Alias, t.Columns[c.Column].Name, b.declared[columnKey{c.Table, c.Column}]
	return &o
}
