package textsort_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gsdms/operators/textsort"
	"gsdms/operators/textsort/sorttest"
)

// runsOf cuts texts into runs, some of which are empty.
func runsOf(r *rand.Rand, texts []string) (runs []textsort.Run) {
	for at := 0; at < len(texts); {
		some := texts[at:min(len(texts), at+r.IntN(2+len(texts)/3))]
		spent := false
		runs = append(runs, textsort.Run{Len: len(some), Text: func(i int) string {
			if spent {
				panic("a text of a run that is spent")
			}
			return some[i]
		}, Spent: func() { spent = true }})
		at += len(some)
	}
	return append(runs, textsort.Run{})
}

// check compares with the order of Go's strings, of which equal ones are one: what Sort writes, and
// what Each shows, with room for all parts and for a few.
func check(t *testing.T, r *rand.Rand, texts []string) {
	t.Helper()
	bytes := len(strings.Join(texts, ""))
	offsets, text := make([]uint32, len(texts)+1), make([]byte, bytes)
	rank, different, err := textsort.Sort(t.Context(), runsOf(r, texts), offsets, text)
	checkOrder(t, texts, offsets, text, rank, different, err)
	for _, room := range []int{bytes / 10, bytes / 3, bytes} {
		offsets, text, rank, different, err := gathered(t, runsOf(r, texts), bytes, room)
		checkOrder(t, texts, offsets, text, rank, different, err)
	}
}

// gathered has the parts that Each shows lie one behind another.
func gathered(t *testing.T, runs []textsort.Run, bytes, room int) (offsets []uint32, text []byte, rank []uint32, different textsort.Different, err error) {
	s, err := textsort.Deal(t.Context(), runs, bytes)
	if err != nil {
		return nil, nil, nil, different, err
	}
	parts := make([][]string, s.Parts())
	rank, different, err = s.Each(room, func(p int, offsets []uint32, text []byte) {
		for i, end := range offsets[1:] {
			parts[p] = append(parts[p], string(text[offsets[i]:end]))
		}
	})
	offsets = append(offsets, 0)
	for _, part := range parts {
		for _, one := range part {
			text = append(text, one...)
			offsets = append(offsets, uint32(len(text)))
		}
	}
	return offsets, text, rank, different, err
}

func checkOrder(t *testing.T, texts []string, offsets []uint32, text []byte, rank []uint32, different textsort.Different, err error) {
	t.Helper()
	want := slices.Compact(slices.Sorted(slices.Values(texts)))
	if err != nil || len(rank) != len(texts) || different != (textsort.Different{Texts: len(want), Bytes: len(strings.Join(want, ""))}) {
		t.Fatalf("%d ranks of %d texts, %+v, want %d different: %v", len(rank), len(texts), different, len(want), err)
	}
	for i, w := range want {
		if got := string(text[offsets[i]:offsets[i+1]]); got != w {
			t.Fatalf("text %d of %d is %q, want %q", i, len(texts), got, w)
		}
	}
	for n, text := range texts {
		if want[rank[n]] != text {
			t.Fatalf("text %d, %q, has the place of %q", n, text, want[rank[n]])
		}
	}
}

func TestSort(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range sizes(0, 1, 2, 3, 25, 300, 20_000, 150_000) {
		texts := sorttest.Awkward(r, n)
		t.Run(fmt.Sprint(n), func(t *testing.T) { check(t, r, texts) })
	}
}

// sizes are some in ascending order, without the last one where tests are short.
func sizes(all ...int) []int {
	if testing.Short() {
		return all[:len(all)-1]
	}
	return all
}

// Few, many and all of the texts come again, in one part and in many.
func TestSortOfWhatRepeats(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	r := rand.New(rand.NewPCG(9, 10))
	for _, n := range sizes(2, 25, 300, 20_000, 150_000) {
		for _, different := range []int{1, n/2 + 1, n - n/100 - 1} {
			texts := sorttest.Awkward(r, different)
			for len(texts) < n {
				texts = append(texts, texts[r.IntN(different)])
			}
			r.Shuffle(n, func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
			t.Run(fmt.Sprint(n, different), func(t *testing.T) { check(t, r, texts) })
		}
	}
}

// Texts that share a long begin, in more than one part, of which some are the others' begins.
func TestSortOfWhatIsAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var stairs, numbered, long []string
	n := 40_000
	if testing.Short() {
		n = 10_000
	}
	for i := range n {
		stairs = append(stairs, strings.Repeat("\x00", (i*1009)%3000)+fmt.Sprint(i))
		numbered = append(numbered, fmt.Sprintf("https://www.example.com/items/of/a/long/list/%d", i*7919%n))
	}
	for i := range 300 {
		long = append(long, strings.Repeat(fmt.Sprint(i), 5000))
	}
	for name, texts := range map[string][]string{"stairs": stairs, "numbered": numbered, "long": long} {
		t.Run(name, func(t *testing.T) { check(t, r, texts) })
	}
}

// A sort ends with its context, and says so.
func TestSortEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	texts := sorttest.Awkward(rand.New(rand.NewPCG(5, 6)), 100_000)
	cancels := textsort.Run{Len: len(texts), Text: func(i int) string {
		if i == len(texts)/2 {
			cancel()
		}
		return texts[i]
	}}
	offsets, text := make([]uint32, len(texts)+1), make([]byte, len(strings.Join(texts, "")))
	if _, _, err := textsort.Sort(ctx, []textsort.Run{cancels}, offsets, text); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

func BenchmarkSort(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	texts := make([]string, 1<<20)
	bytes := 0
	for i := range texts {
		texts[i] = fmt.Sprintf("note %d about %d", r.IntN(1000), r.Uint64())
		bytes += len(texts[i])
	}
	offsets, text := make([]uint32, len(texts)+1), make([]byte, bytes)
	run := textsort.Run{Len: len(texts), Text: func(i int) string { return texts[i] }}
	for b.Loop() {
		if _, _, err := textsort.Sort(b.Context(), []textsort.Run{run}, offsets, text); err != nil {
			b.Fatal(err)
		}
	}
}

// Texts of more than 4 GiB are shown in their order, those of one part at a time in memory.
func TestSortPast4GiB(t *testing.T) {
	const texts, size = 130, 32 << 20
	r := rand.New(rand.NewPCG(11, 12))
	begins := make([]byte, 0, 9*texts+size)
	for range texts {
		begins = binary.BigEndian.AppendUint64(begins, r.Uint64())
	}
	all := string(begins[:cap(begins)])
	text := func(i int) string { return all[8*i:][:size+i] }
	s, err := textsort.Deal(t.Context(), []textsort.Run{{Len: texts, Text: text}}, texts*size+texts*(texts-1)/2)
	if err != nil {
		t.Fatal(err)
	}
	heads := make([][]string, s.Parts())
	rank, different, err := s.Each(1, func(p int, offsets []uint32, text []byte) {
		for i, begin := range offsets[:len(offsets)-1] {
			heads[p] = append(heads[p], fmt.Sprint(text[begin:begin+8], offsets[i+1]-begin))
		}
	})
	if err != nil || different != (textsort.Different{Texts: texts, Bytes: texts*size + texts*(texts-1)/2}) {
		t.Fatalf("%+v different ones: %v", different, err)
	}
	for i, one := range slices.Concat(heads...) {
		n := slices.Index(rank, uint32(i))
		if want := fmt.Sprint([]byte(text(n)[:8]), size+n); one != want {
			t.Errorf("text %d of the order is %s, want %s, text %d", i, one, want, n)
		}
	}
	inOrder := make([]string, texts)
	for n, place := range rank {
		inOrder[place] = text(n)[:8]
	}
	if !slices.IsSorted(inOrder) {
		t.Error("the places are not those of an order")
	}
}
