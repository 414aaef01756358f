package cpu

import (
	"context"
	"testing"

	"gsdms/operators"
)

// What a program is lowered to is made once for each backend, and one that cannot be lowered is an
// error each time.
func TestCodeIsKept(t *testing.T) {
	_, table := counting(10)
	p := over(table, "counts", countRows())
	var first [2]*code
	for i := range first {
		b, err := New(Options{Threads: 1, NoFuse: i == 1})
		check(t, err)
		defer b.Close()
		for range 2 {
			r, err := b.Open(context.Background(), p, 0)
			check(t, err)
			defer r.Close()
			if c := r.(*run).code; first[i] == nil {
				first[i] = c
			} else if c != first[i] {
				t.Errorf("backend %d has lowered the program again", i)
			}
		}
		for range 2 {
			if r, err := b.Open(context.Background(), &operators.Program{Name: "none", Table: table}, 0); err == nil {
				t.Errorf("a program without a sink has been opened: %v", r)
			}
		}
	}
	if first[0] == first[1] {
		t.Error("two backends have the same code")
	}
}
