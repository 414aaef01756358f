package columnfile_test

import (
	"encoding/ascii85"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store/columnfile"
	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/manifest"
)

// Texts in any order, few, many that get smaller and many that do not, some of them there twice, come
// back in the order of Go's strings, and the manifest says what the file has.
func TestSortedDict(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	noise := make([]byte, 24)
	for name, one := range map[string]func(i int) string{
		"few":      func(i int) string { return fmt.Sprint(i % 100) },
		"smaller":  func(i int) string { return fmt.Sprintf("note %d about %d", r.IntN(1<<30), i) },
		"repeated": func(i int) string { return fmt.Sprintf("note %d", r.IntN(200_000)) },
		"noise": func(int) string {
			for k := range noise {
				noise[k] = byte(r.Uint32())
			}
			out := make([]byte, ascii85.MaxEncodedLen(len(noise)))
			return string(out[:ascii85.Encode(out, noise)])
		},
	} {
		t.Run(name, func(t *testing.T) {
			texts := make([]string, 200_000)
			for i := range texts {
				texts[i] = one(i)
			}
			checkDict(t, texts, name == "smaller" || name == "repeated")
		})
	}
}

func checkDict(t *testing.T, texts []string, packed bool) {
	in := dictionary.New()
	in.Loose = true
	codes := make([]uint32, len(texts))
	must(t, in.Codes(texts, codes))
	m := &manifest.Manifest{Format: manifest.Format, Table: "t", Version: 1}
	must(t, m.AddColumn(plan.Column{Name: "s", Type: plan.Type{Kind: plan.String, Name: "TEXT"}}))
	w := columnfile.Writer{Version: 1}
	path := w.Path(t.TempDir(), 0, "s", "dict")
	rank, err := w.SortedDict(t.Context(), m, 0, path, in)
	must(t, err)
	must(t, w.Sync())
	data, err := os.ReadFile(path)
	must(t, err)
	entry := m.Columns[0]
	sum := manifest.BoundSum("t", entry.Dict.Name, entry.Texts, 0, -1)
	sum.Write(data)
	if sum.Sum64() != entry.Dict.Sum || len(data) != entry.Dict.Size || packed != (entry.Dict.Plain != 0) {
		t.Fatalf("the file has %d bytes, and the manifest says %+v", len(data), entry.Dict)
	}
	if packed {
		p, err := dictionary.OpenPacked(data, entry.Texts, entry.Dict.Plain)
		must(t, err)
		data, err = p.Unpack()
		must(t, err)
	}
	want := slices.Compact(slices.Sorted(slices.Values(texts)))
	if len(want) != entry.Texts || len(want) != in.Len() {
		t.Fatalf("%d texts, and %d differ", entry.Texts, len(want))
	}
	at := func(i int) string {
		head := 4 * (len(want) + 1)
		return string(data[head+int(binary.LittleEndian.Uint32(data[4*i:])) : head+int(binary.LittleEndian.Uint32(data[4*i+4:]))])
	}
	for i, text := range want {
		if at(i) != text {
			t.Fatalf("text %d is %q, want %q", i, at(i), text)
		}
	}
	for i, code := range codes {
		if got := at(int(rank[code])); got != texts[i] {
			t.Fatalf("%q has the place of %q", texts[i], got)
		}
	}
}
