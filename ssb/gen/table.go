package gen

import (
	"fmt"

	"gsdms/pushscan/store"
)

// Tables are the five, each after those it refers to: a good order to load them in.
func Tables() []string {
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = t.name
	}
	return names
}

// table is one table as its makers see it. A unit is what can be made independently:
// an order for lineorder, else a row.
type table struct {
	name  string
	units func(Scale) int64
	piece int64 // units made at once: some megabytes of text
	text  func(s Scale, from, to int64, b []byte) []byte
	batch func(s Scale, from, to int64) *store.Batch
}

var tables = []table{
	{"date", func(Scale) int64 { return DateRows }, DateRows, dateText, dateBatch},
	{"part", func(s Scale) int64 { return s.Parts }, 16384, partText, partBatch},
	{"supplier", func(s Scale) int64 { return s.Suppliers }, 16384, supplierText, supplierBatch},
	{"customer", func(s Scale) int64 { return s.Customers }, 16384, customerText, customerBatch},
	{"lineorder", func(s Scale) int64 { return s.Orders }, 16384, lineText, lineBatch},
}

func tableNamed(name string) (*table, error) {
	for i := range tables {
		if tables[i].name == name {
			return &tables[i], nil
		}
	}
	return nil, fmt.Errorf("table %q is none of the benchmark's: %v", name, Tables())
}

// pieces is the number of pieces that the table is made in.
func (t *table) pieces(s Scale) int64 { return (t.units(s) + t.piece - 1) / t.piece }

// bounds are the units of piece i.
func (t *table) bounds(s Scale, i int64) (from, to int64) {
	return i * t.piece, min((i+1)*t.piece, t.units(s))
}

func dateText(_ Scale, from, to int64, b []byte) []byte {
	for i := from; i < to; i++ {
		b = dates[i].appendText(b)
	}
	return b
}

func partText(s Scale, from, to int64, b []byte) []byte {
	s.EachPart(from, to, func(p *Part) { b = p.appendText(b) })
	return b
}

func supplierText(s Scale, from, to int64, b []byte) []byte {
	s.EachSupplier(from, to, func(r *Supplier) { b = r.appendText(b) })
	return b
}

func customerText(s Scale, from, to int64, b []byte) []byte {
	s.EachCustomer(from, to, func(c *Customer) { b = c.appendText(b) })
	return b
}

func lineText(s Scale, from, to int64, b []byte) []byte {
	s.EachLine(from, to, func(l *Line) { b = l.appendText(b) })
	return b
}
