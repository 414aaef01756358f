package bind

import "gsdms/plan"

// noteOrigins says of the columns of the result that are columns of FROM which these are.
func (b *binder) noteOrigins() {
	for i := range b.fields {
		if c, ok := b.fields[i].expr.(plan.ColumnRef); ok {
			b.fields[i].origin = b.originOf(b.written(&b.from, c))
		}
	}
}

// originOf describes a column of FROM. What a key says of a table's rows says nothing of those
// of a query over it.
func (b *binder) originOf(c plan.ColumnRef) *plan.Origin {
	t := c.Of.Table
	if t.Data != nil && !t.Passing {
		return t.Origin(c.Of.Alias, c.Column)
	}
	o := b.described[c.Table]
	o.Alias, o.Column, o.Declared = c.Of.Alias, t.Columns[c.Column].Name, b.declared[columnKey{c.Table, c.Column}]
	return &o
}
