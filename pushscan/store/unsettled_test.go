package store

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"gsdms/plan"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/ingest"
)

// oneRow is a Source of one row of one integer.
type oneRow struct{ given bool }

func (s *oneRow) Next(context.Context) (*ingest.Batch, error) {
	if s.given {
		return nil, io.EOF
	}
	s.given = true
	return &ingest.Batch{Rows: 1, Columns: []ingest.Column{{Ints: []int64{7}}}}, nil
}

// Where the folder cannot be synced after the rename, the change is made and its caller
// learns that a crash may undo it; the files of the old tables stay for that.
func TestFolderNotSynced(t *testing.T) {
	dir := t.TempDir()
	c, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	d := Definition{Name: "t", Columns: []plan.Column{{Name: "a", Type: plan.Type{Kind: plan.Int, Name: "INT", Min: -9, Max: 9}}}}
	if err := c.Create(ctx, d); err != nil {
		t.Fatal(err)
	}
	before, err := c.readRoster()
	if err != nil {
		t.Fatal(err)
	}
	c.syncFolder = func(string) error { return unix.EIO }
	n, err := c.Load(ctx, "t", &oneRow{})
	var unsettled *UnsettledError
	if n != 1 || !errors.As(err, &unsettled) || !errors.Is(err, unix.EIO) || !strings.Contains(err.Error(), "the change is made") {
		t.Errorf("%d rows: %v", n, err)
	}
	if rows := rowsOfT(t, c); rows != 1 {
		t.Errorf("%d rows are seen", rows)
	}
	if _, err := c.readManifest(before, before.Tables[0]); err != nil {
		t.Errorf("a crash that brings the old catalog.json back finds no table: %v", err)
	}
	c.syncFolder = disk.SyncFolder
	if _, err := c.Load(ctx, "t", &oneRow{}); err != nil {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if c, err = Open(dir, Options{Verify: true}); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if rows := rowsOfT(t, c); rows != 2 {
		t.Errorf("%d rows are there", rows)
	}
}

func rowsOfT(t *testing.T, c *Catalog) int {
	t.Helper()
	v := c.View()
	defer v.Close()
	table, err := v.Table("t")
	if err != nil {
		t.Fatal(err)
	}
	return table.Rows
}
