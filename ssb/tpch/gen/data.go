package gen

import (
	"context"
	"fmt"

	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/pieces"
)

// Tables are the eight, each after those it refers to: a good order to load them in.
func Tables() []string {
	return []string{"region", "nation", "supplier", "customer", "part", "partsupp", "orders", "lineitem"}
}

// Data is the data of one scale factor, ready to be made. It holds the 300 MiB that
// comments are cut from; all its methods may be called concurrently.
type Data struct {
	Scale
	pool string
}

// New prepares the data of a scale factor on the given number of goroutines.
func New(ctx context.Context, sf float64, threads int) (*Data, error) {
	scale, err := NewScale(sf)
	if err != nil {
		return nil, err
	}
	pool, err := makePool(ctx, threads)
	if err != nil {
		return nil, err
	}
	return &Data{scale, pool}, nil
}

// tables says how the eight are made.
func (d *Data) tables() []pieces.Table {
	regions, nations := int64(len(words().Regions)), int64(len(words().Nations))
	return []pieces.Table{
		{Name: "region", Units: regions, Piece: regions, Text: d.regionText, Batch: d.regionBatch},
		{Name: "nation", Units: nations, Piece: nations, Text: d.nationText, Batch: d.nationBatch},
		{Name: "supplier", Units: d.Suppliers, Piece: 16384, Text: d.supplierText, Batch: d.supplierBatch},
		{Name: "customer", Units: d.Customers, Piece: 16384, Text: d.customerText, Batch: d.customerBatch},
		{Name: "part", Units: d.Parts, Piece: 16384, Text: d.partText, Batch: d.partBatch},
		{Name: "partsupp", Units: d.Parts, Piece: 8192, Text: d.stockText, Batch: d.stockBatch},
		{Name: "orders", Units: d.Orders, Piece: 32768, Text: d.orderText, Batch: d.orderBatch},
		{Name: "lineitem", Units: d.Orders, Piece: 16384, Text: d.lineText, Batch: d.lineBatch},
	}
}

// WriteFiles writes the eight tables to dir as NAME.tbl, on the given number of
// goroutines, as pieces.Files does. progress counts parts for partsupp and orders for
// lineitem, and may be nil.
func (d *Data) WriteFiles(ctx context.Context, dir string, threads int, progress pieces.Progress) error {
	files := pieces.Files{Dir: dir, Threads: threads, Space: "scale factor 1 takes 1.1 GB", Progress: progress}
	if err := files.Write(ctx, d.tables()); err != nil {
		return fmt.Errorf("scale factor %v: %w", d.SF, err)
	}
	return nil
}

// Source gives a table's rows as batches for the store.
func (d *Data) Source(table string) (ingest.Source, error) {
	for _, t := range d.tables() {
		if t.Name == table {
			return pieces.Source(t), nil
		}
	}
	return nil, fmt.Errorf("table %q is none of the benchmark's: %v", table, Tables())
}
