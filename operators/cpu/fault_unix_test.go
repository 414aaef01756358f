//go:build unix

package cpu

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"gsdms/operators"
	"gsdms/plan"
)

// A file that is cut short under its mapping: reading it is a fault of the processor,
// which must end the run and not the process, in Go and in assembly.
func TestACutFileEndsTheRunsThatReadIt(t *testing.T) {
	const rows = 1 << 17
	m := &memTable{rows: rows, storage: []plan.Storage{{Width: 1}, {Width: 1}}, columns: [][]byte{mapped(t, rows), make([]byte, rows)}, cells: make([][]cell, 2)}
	table := m.table("cut")
	table.Data = &star{*m} // zones that help nobody
	filtered := over(table, "filtered", countRows())
	filtered.Filters = []operators.Clause{{Any: []operators.Leaf{operators.Ranges{In: []operators.Range{{Lo: 0, Hi: 3}}}}}}
	healthy := over(table, "healthy", countRows())
	healthy.Columns[0].Ordinal = 1
	healthy.Filters = []operators.Clause{{Any: []operators.Leaf{operators.Ranges{In: []operators.Range{{Lo: 0, Hi: 7}}}}}}
	for _, o := range []Options{{Threads: 2}, {Threads: 2, NoSIMD: true}, {Threads: 2, Masks: MasksAlways}} {
		runs := runTogether(t, o, m, 0, filtered, over(table, "summed", sumRows()), healthy)
		for _, r := range runs[:2] {
			if err := r.Err(); err == nil || !strings.Contains(err.Error(), "fault") {
				t.Errorf("%s ended with: %v", r.Program().Name, err)
			}
		}
		rows, err := runs[2].Collect(context.Background())
		check(t, err)
		if got := rowLines(rows); got[0] != "131072" {
			t.Errorf("the healthy run gives %v", got)
		}
	}
}

// mapped maps a file of zeros and cuts its second half off.
func mapped(t *testing.T, size int) []byte {
	path := filepath.Join(t.TempDir(), "column")
	check(t, os.WriteFile(path, make([]byte, size), 0o600))
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	check(t, err)
	defer f.Close()
	data, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	check(t, err)
	t.Cleanup(func() { unix.Munmap(data) })
	check(t, f.Truncate(int64(size/2)))
	return data
}
