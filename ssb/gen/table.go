package gen

import (
	"context"
	"fmt"

	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/pieces"
)

// Tables are the five, each after those it refers to: a good order to load them in.
func Tables() []string { return []string{"date", "part", "supplier", "customer", "lineorder"} }

// tables says how they are made.
func (s Scale) tables() []pieces.Table {
	return []pieces.Table{
		{Name: "date", Units: DateRows, Piece: DateRows, Text: dateText, Batch: dateBatch},
		{Name: "part", Units: s.Parts, Piece: 16384, Text: s.partText, Batch: s.partBatch},
		{Name: "supplier", Units: s.Suppliers, Piece: 16384, Text: s.supplierText, Batch: s.supplierBatch},
		{Name: "customer", Units: s.Customers, Piece: 16384, Text: s.customerText, Batch: s.customerBatch},
		{Name: "lineorder", Units: s.Orders, Piece: 16384, Text: s.lineText, Batch: s.lineBatch},
	}
}

// WriteFiles writes the five tables to dir as date.tbl, part.tbl, supplier.tbl,
// customer.tbl and lineorder.tbl, on the given number of goroutines, as pieces.Files
// does. progress counts orders for lineorder, and may be nil.
func WriteFiles(ctx context.Context, dir string, sf float64, threads int, progress pieces.Progress) error {
	scale, err := NewScale(sf)
	if err != nil {
		return err
	}
	files := pieces.Files{Dir: dir, Threads: threads, Space: "scale factor 1 takes 0.6 GB", Progress: progress}
	if err := files.Write(ctx, scale.tables()); err != nil {
		return fmt.Errorf("scale factor %v: %w", scale.SF, err)
	}
	return nil
}

// Source gives a table's rows as batches for the store.
func Source(table string, sf float64) (ingest.Source, error) {
	scale, err := NewScale(sf)
	if err != nil {
		return nil, err
	}
	for _, t := range scale.tables() {
		if t.Name == table {
			return pieces.Source(t), nil
		}
	}
	return nil, fmt.Errorf("table %q is none of the benchmark's: %v", table, Tables())
}

func dateText(from, to int64, b []byte) []byte {
	for i := from; i < to; i++ {
		b = dates()[i].appendText(b)
	}
	return b
}

func (s Scale) partText(from, to int64, b []byte) []byte {
	s.EachPart(from, to, func(p *Part) { b = p.appendText(b) })
	return b
}

func (s Scale) supplierText(from, to int64, b []byte) []byte {
	s.EachSupplier(from, to, func(r *Supplier) { b = r.appendText(b) })
	return b
}

func (s Scale) customerText(from, to int64, b []byte) []byte {
	s.EachCustomer(from, to, func(c *Customer) { b = c.appendText(b) })
	return b
}

func (s Scale) lineText(from, to int64, b []byte) []byte {
	s.EachLine(from, to, func(l *Line) { b = l.appendText(b) })
	return b
}
