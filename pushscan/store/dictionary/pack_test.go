package dictionary

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/disk"
)

// plainDictionary is the file of some texts, which are put in order.
func plainDictionary(texts []string) (file []byte, sorted []string) {
	slices.Sort(texts)
	sorted = slices.Compact(texts)
	all := strings.Join(sorted, "")
	head := 4 * (len(sorted) + 1)
	file = coding.AlignedBytes(disk.FileSize(head + len(all)))
	copy(file[head:], all)
	for i, t := range sorted {
		coding.Words[uint32](file[:head])[i+1] = coding.Words[uint32](file[:head])[i] + uint32(len(t))
	}
	return file, sorted
}

// sentences are texts as people write them, some empty, some long, some with bytes that are no text.
func sentences(r *rand.Rand, n int) []string {
	some := []string{"the", "carefully", "ironic", "deposits", "sleep", "über", "\x00\xff", "quickly", "z"}
	out := []string{"", strings.Repeat("long ", 900000), strings.Repeat("long ", 900000) + "er"}
	for range n {
		var t strings.Builder
		for range 1 + r.IntN(9) {
			t.WriteString(some[r.IntN(len(some))])
			t.WriteByte(' ')
		}
		out = append(out, t.String())
	}
	return out
}

// What is packed is unpacked as it was, over block after block.
func TestPacked(t *testing.T) {
	for _, n := range []int{20000, 300000} {
		file, texts := plainDictionary(sentences(rand.New(rand.NewPCG(1, 2)), n))
		small, err := Pack(context.Background(), file, len(texts))
		if err != nil || small == nil || 2*len(small) > len(file) {
			t.Fatalf("%d of %d bytes, %v", len(small), len(file), err)
		}
		p, err := OpenPacked(small, len(texts), len(file))
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Unpack()
		if err != nil || !bytes.Equal(got, file) {
			t.Errorf("%d texts in %d blocks come back as others: %v", len(texts), len(p.blocks), err)
		}
		wantPages(t, p, texts)
	}
}

// wantPages asks for the blocks of some texts.
func wantPages(t *testing.T, p *Packed, texts []string) {
	t.Helper()
	for text := 0; text < len(texts); text += 1 + len(texts)/99 {
		first, offsets, all, err := p.Page(text)
		if err != nil || text < first || text >= first+len(offsets)-1 {
			t.Fatalf("text %d lies in the block of %d texts from %d: %v", text, len(offsets)-1, first, err)
		}
		for i, end := range offsets[1:] {
			if got := string(all[offsets[i]:end]); got != texts[first+i] {
				t.Fatalf("text %d is %q, want %q", first+i, got, texts[first+i])
			}
		}
	}
}

// What is small, or gets hardly smaller, stays as it is.
func TestNotWorthPacking(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	noise := make([]string, 5000)
	for i := range noise {
		b := make([]byte, 100)
		for k := range b {
			b[k] = byte(r.Uint32())
		}
		noise[i] = string(b)
	}
	for _, texts := range [][]string{{"a", "b"}, noise} {
		file, sorted := plainDictionary(texts)
		if small, err := Pack(context.Background(), file, len(sorted)); small != nil || err != nil {
			t.Errorf("%d texts: %d of %d bytes, %v", len(sorted), len(small), len(file), err)
		}
	}
}

// A packed dictionary of which any byte, or the numbers beside it, are others is refused, or read
// as so many texts; nothing panics.
func TestHostilePacked(t *testing.T) {
	file, texts := plainDictionary(sentences(rand.New(rand.NewPCG(5, 6)), 20000)[3:])
	small, err := Pack(context.Background(), file, len(texts))
	if err != nil || small == nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 3000 {
		hostile := bytes.Clone(small)
		at := r.IntN(len(hostile))
		if i%3 == 0 {
			at = r.IntN(64)
		}
		hostile[at] ^= byte(1 + r.IntN(255))
		p, err := OpenPacked(hostile, len(texts), len(file))
		if err != nil {
			continue
		}
		got, err := p.Unpack()
		if err == nil && len(got) != len(file) {
			t.Fatalf("byte %d: %d bytes instead of %d", at, len(got), len(file))
		}
	}
	for _, n := range [][2]int{{len(texts) + 1, len(file)}, {len(texts), len(file) + 64}, {0, 64}} {
		if _, err := OpenPacked(small, n[0], n[1]); err == nil {
			t.Errorf("%d texts in %d bytes are accepted", n[0], n[1])
		}
	}
	for n := range 200 {
		if _, err := OpenPacked(small[:n], len(texts), len(file)); err == nil {
			t.Errorf("%d bytes are accepted", n)
		}
	}
}
