package store

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// What texts of a packed dictionary take, and those of one with a tail, is charged when somebody
// asks for one, and given back when they are forgotten and nobody holds any.
func TestTextsAreCharged(t *testing.T) {
	_, c, texts := remarks(t, 100000)
	var used atomic.Int64
	c.Bill(func(bytes int64) error { used.Add(bytes); return nil })
	late := &ingest.Batch{Rows: 1, Columns: []ingest.Column{{Codes: []uint32{0}, Dict: []string{"a remark behind"}}}}
	if _, err := c.Load(context.Background(), "t", &once{late}); err != nil {
		t.Fatal(err)
	}
	texts = append(texts, "a remark behind")
	packed := used.Load()
	if plain := int64(c.state.versions["t"].version.Manifest.Columns[0].Dict.Plain); packed != plain {
		t.Errorf("%d bytes are charged for a dictionary of %d", packed, plain)
	}
	wantTexts(t, c, texts)
	if both := used.Load(); both < 2*packed {
		t.Errorf("%d bytes are charged, and %d before one dictionary was made of all", both, packed)
	}
	v := c.View()
	table, err := v.Table("t")
	if err != nil {
		t.Fatal(err)
	}
	held := table.Columns[0].Dict.Bytes(7)
	want := string(held)
	c.Forget()
	awaitUsed(t, &used, func(n int64) bool { return n > 0 && n < 2*packed })
	if string(held) != want {
		t.Error("a text that somebody holds has changed")
	}
	v.Close()
	awaitUsed(t, &used, func(n int64) bool { return n == 0 })
	wantTexts(t, c, texts)
	if used.Load() == 0 {
		t.Error("nothing is charged for what was forgotten and read again")
	}
}

// awaitUsed waits until the collector has found what nobody refers to.
func awaitUsed(t *testing.T, used *atomic.Int64, enough func(int64) bool) {
	t.Helper()
	for begun := time.Now(); !enough(used.Load()); time.Sleep(time.Millisecond) {
		if runtime.GC(); time.Since(begun) > 20*time.Second {
			t.Fatalf("%d bytes are still charged", used.Load())
		}
	}
}

// Where there is no memory for texts whoever asks for one is told so, and not that a file is
// damaged; nothing stays charged.
func TestNoRoomForTexts(t *testing.T) {
	_, c, texts := remarks(t, 100000)
	var used atomic.Int64
	short := errors.New("no memory is left")
	c.Bill(func(bytes int64) error {
		if bytes > 0 {
			return short
		}
		used.Add(bytes)
		return nil
	})
	v := c.View()
	defer v.Close()
	table, err := v.Table("t")
	if err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			var unread *plan.UnreadableError
			if err, ok := recover().(error); !ok || !errors.As(err, &unread) || !errors.Is(err, short) {
				t.Errorf("asking for a text panics with %v", err)
			}
		}()
		table.Columns[0].Dict.At(0)
	}()
	if used.Load() != 0 {
		t.Errorf("%d bytes are given back that were not taken", -used.Load())
	}
	c.Bill(func(int64) error { return nil })
	wantTexts(t, c, texts)
}
