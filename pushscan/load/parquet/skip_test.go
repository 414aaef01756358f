package parquet

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"testing"
)

// Rows behind others that are passed over are those that are there when all are read, however the file is
// written.
func TestSkip(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 12))
	for name, options := range variants() {
		rec, _ := made(rand.New(rand.NewPCG(7, 3000)), 3000)
		content := written(t, rec, options...)
		from := bytes.NewReader(content)
		f, err := Open(from, int64(len(content)), 64<<20)
		if err != nil {
			t.Fatal(err)
		}
		var room Room
		for i := range f.Fields {
			if f.Fields[i].Unheld != "" || f.Unread(i) != "" || f.Fields[i].Nested != nil {
				continue
			}
			for g := range f.Groups {
				all, err := readColumn(nil, f.Cursor(from, &room, g, i))
				if err != nil {
					t.Fatal(err)
				}
				for _, most := range []int{3, 90, 4000} {
					checkSkips(t, name+" "+f.Fields[i].Name, f.Cursor(from, &room, g, i), all, func() int { return r.IntN(most) })
				}
			}
		}
	}
}

// checkSkips reads single rows of a column, which has these values.
func checkSkips(t *testing.T, what string, c *Cursor, all []string, skip func() int) {
	t.Helper()
	for at := skip(); at < len(all); at += 1 + skip() {
		if err := c.Skip(context.Background(), at-(len(all)-int(c.left))); err != nil {
			t.Fatalf("%s: skip to %d: %v", what, at, err)
		}
		p, err := c.Next(context.Background(), 1)
		if err != nil || p.Rows != 1 {
			t.Fatalf("%s: row %d: %d rows, %v", what, at, p.Rows, err)
		}
		got := "NULL"
		if p.Nulls == nil || !p.Nulls[0] {
			got = shown(c, &p, 0)
		}
		if got != all[at] {
			t.Fatalf("%s: row %d is %q, want %q", what, at, got, all[at])
		}
	}
	if err := c.Skip(context.Background(), int(c.left)+1); err != io.EOF {
		t.Errorf("%s: behind the last row: %v", what, err)
	}
}
