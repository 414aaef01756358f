package load

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/parquet/compress"

	"gsdms/pushscan/load/loadtest"
)

// Good files that were cut or changed end in an error, or are read because the change
// does not show; never in a panic, a hang or in much memory.
func TestHostileParquetAndIPC(t *testing.T) {
	files := 40
	if n, err := strconv.Atoi(os.Getenv("GSDMS_HOSTILE")); err == nil {
		files = n
	}
	seed := uint64(1)
	if n, err := strconv.ParseUint(os.Getenv("GSDMS_HOSTILE_SEED"), 10, 64); err == nil {
		seed = n
	}
	rec, _ := loadtest.Record(t, 300, false)
	dict, _ := loadtest.Record(t, 300, true)
	nested, err := os.ReadFile(duckKinds) // with lists, structures and maps
	if err != nil {
		t.Fatal(err)
	}
	good := map[string][][]byte{
		"parquet": {loadtest.ParquetFile(t, rec, compress.Codecs.Uncompressed), loadtest.ParquetFile(t, dict, compress.Codecs.Snappy), nested},
		"arrow":   {loadtest.IPCFile(t, rec), loadtest.IPCFile(t, dict), loadtest.IPCStream(t, rec), loadtest.IPCFile(t, rec, ipc.WithZstd())},
	}
	for ext, contents := range good {
		t.Run(ext, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 2))
			format := map[string]Format{"parquet": Parquet, "arrow": IPC}[ext]
			path := loadtest.Write(t, "t."+ext, nil)
			read := 0
			kinds := map[string]int{}
			for i := range files {
				of, columns, others := contents[i%len(contents)], loadtest.RecordColumns, []string(nil)
				if bytes.Equal(of, nested) {
					columns, others = "i int, l str, s str, m str", []string{"b", "u", "e", "h"}
				}
				if err := os.WriteFile(path, damage(random, of), 0o600); err != nil {
					t.Fatal(err)
				}
				_, err := rowsOf([]string{path}, loadtest.Define(columns), Options{Format: format, Memory: 512 << 20, Others: others})
				if err == nil {
					read++
				} else {
					kinds[kindOfError(err)]++
					if !strings.Contains(err.Error(), path) {
						t.Errorf("file %d: the error does not name the file: %v", i, err)
					}
				}
			}
			t.Logf("%d files: %d read, errors: %v", files, read, kinds)
		})
	}
}

// damage cuts a file or changes up to eight of its bytes, at its ends more than within.
func damage(random *rand.Rand, content []byte) []byte {
	out := bytes.Clone(content)
	if random.IntN(4) == 0 {
		return out[:random.IntN(len(out))]
	}
	for range 1 + random.IntN(8) {
		at := random.IntN(len(out))
		switch random.IntN(3) {
		case 0:
			at = len(out) - 1 - random.IntN(min(len(out), 2000))
		case 1:
			at = random.IntN(min(len(out), 2000))
		}
		out[at] = byte(random.IntN(256))
	}
	return out
}

func kindOfError(err error) string {
	for _, kind := range []string{"MiB of memory", "was stopped", "panicked: ", "fatal error: ", "internal error", ": expected "} {
		if strings.Contains(err.Error(), kind) {
			return kind
		}
	}
	return "other"
}
