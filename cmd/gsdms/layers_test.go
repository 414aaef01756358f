package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers lists the top-level folders; each may import only itself and those after it.
var layers = []string{"cmd", "ssb", "sql", "pushscan", "cuda", "operators", "plan", "optimizer"}

// owners says which folders alone may import an outside package, or one of ours that the
// rest must not lean on: the engine gets its programs from sql and its backend from cmd. Of several
// prefixes of a package the longest counts.
var owners = map[string][]string{
	"github.com/c-bata/go-prompt":              {"cmd"},
	"github.com/pingcap/tidb/":                 {"sql"},
	"gorgonia.org/cu":                          {"cuda"},
	"github.com/go-mysql-org/go-mysql":         {"sql/wire"},
	"google.golang.org/grpc":                   {"sql/wire"},
	"gsdms/operators/compile":                  {"sql", "pushscan/engine", "operators/compile"},
	"gsdms/operators/compile/":                 {"operators/compile"},
	"gsdms/operators/compile/scalar":           {"operators/compile", "pushscan/engine"},
	"gsdms/operators/index":                    {"operators/compile", "pushscan/engine"},
	"gsdms/operators/truth":                    {"operators/compile"},
	"gsdms/plan/function":                      {"plan", "operators", "pushscan/load"},
	"gsdms/plan/like":                          {"plan"},
	"gsdms/operators/cpu":                      {"operators/cpu", "cmd", "sql/embed", "sql/oracle", "sql/wire/wiretest", "ssb/peers"},
	"github.com/apache/arrow/go/v15/parquet":   {"pushscan/load"},
	"github.com/apache/arrow/go/v15/arrow/ipc": {"pushscan/load", "sql/wire"},
	"github.com/apache/arrow/go/v15/arrow/csv": {"pushscan/load"},
}

// rooms are the folders that may import, of those around them, only the ones that are named: what
// writes kernels knows no device, what owns memory no kernel, and a device neither; what writes
// files knows no tables, and none of the store's rooms knows the catalog; what reads a value knows
// no file; what is done with pipelines does not know the graph that they are of, nor one step the
// other; what converts values knows no function by its name; what runs the body of a program knows no sink, what computes a window no way into its order, and what predicates leave of tables is known
// without an instruction; what changes rows, tables or users knows no session, and what binds the forms of expressions no table.
var rooms = map[string][]string{
	"cuda/codegen": {"cuda/device", "cuda/narrow"}, // of a device the name of a kernel
	"cuda/narrow":  nil,
	"cuda/device":  nil,
	"cuda/conduct": nil,
	"cuda/memory":  {"cuda/device", "cuda/narrow"},
	"cuda/replay":  {"cuda/device"},
	"cuda/card":    {"cuda/device"},
	"cuda/host":    {"cuda/device"},

	"pushscan/store/ingest":     nil,
	"pushscan/store/work":       nil,
	"pushscan/store/coding":     nil,
	"pushscan/store/disk":       {"pushscan/store/work"},
	"pushscan/store/dictionary": {"pushscan/store/work", "pushscan/store/coding", "pushscan/store/disk"},
	"pushscan/store/manifest":   {"pushscan/store/coding", "pushscan/store/dictionary", "pushscan/store/disk"},
	"pushscan/store/ordering":   {"pushscan/store/work", "pushscan/store/coding", "pushscan/store/manifest"},
	"pushscan/store/roster":     {"pushscan/store/manifest"},
	"pushscan/store/snapshot":   {"pushscan/store/work", "pushscan/store/coding", "pushscan/store/dictionary", "pushscan/store/disk", "pushscan/store/manifest", "pushscan/store/ordering"},
	"pushscan/store/growth":     {"pushscan/store/manifest"},
	"pushscan/store/intake":     {"pushscan/store/work", "pushscan/store/coding", "pushscan/store/dictionary", "pushscan/store/ingest", "pushscan/store/manifest", "pushscan/store/snapshot"},
	"pushscan/store/columnfile": {"pushscan/store/coding", "pushscan/store/dictionary", "pushscan/store/disk", "pushscan/store/manifest", "pushscan/store/snapshot"},

	"pushscan/load/scalar":    nil,
	"pushscan/load/malformed": nil,
	"pushscan/load/columns":   {"pushscan/load/scalar", "pushscan/load/malformed"},
	"pushscan/load/layout":    {"pushscan/load/columns", "pushscan/load/malformed"},
	"pushscan/load/schema":    {"pushscan/load/arrows", "pushscan/load/layout"},
	"pushscan/load/ipc":       {"pushscan/load/arrows", "pushscan/load/columns", "pushscan/load/layout", "pushscan/load/malformed", "pushscan/load/schema", "pushscan/load/within"},
	"pushscan/load/rowgroups": {"pushscan/load/arrows", "pushscan/load/columns", "pushscan/load/layout", "pushscan/load/malformed", "pushscan/load/parquet", "pushscan/load/scalar", "pushscan/load/schema", "pushscan/load/within"},
	"pushscan/load/delimited": {"pushscan/load/columns", "pushscan/load/layout", "pushscan/load/malformed", "pushscan/load/scalar"},
	"pushscan/load/arrows":    nil,
	"pushscan/load/objects":   nil,
	"pushscan/load/parquet":   nil,
	"pushscan/load/within":    nil,

	"plan/typing":  {"plan", "plan/value", "plan/fault", "plan/function", "plan/like", "plan/typing/call", "plan/typing/coerce"},
	"plan/linear":  {"plan", "plan/value"},
	"plan/limb":    {"plan", "plan/value", "plan/typing/coerce"},
	"plan/window":  {"plan", "plan/value", "plan/fault", "plan/typing", "plan/typing/coerce"},
	"plan/rewrite": {"plan", "plan/value", "plan/linear", "plan/typing"},
	"plan/join":    {"plan", "plan/value", "plan/fault", "plan/linear", "plan/typing", "plan/typing/call"},

	"plan/typing/call":   nil,
	"plan/typing/coerce": {"plan/typing/call"},

	"operators/compile/emit":     {"operators/compile/exprs"},
	"operators/compile/exprs":    nil,
	"operators/compile/fits":     {"operators/compile/exprs"},
	"operators/compile/restrict": {"operators/compile/exprs"},
	"operators/compile/rows":     {"operators/compile/emit"},
	"operators/compile/scalar": {
		"operators/compile/emit", "operators/compile/exprs", "operators/compile/lexicon", "operators/compile/restrict",
		"operators/compile/rows", "operators/compile/tabulate",
	},
	"operators/compile/tabulate": {"operators/compile/exprs", "operators/compile/emit"},

	"operators/sets":  {"operators/large"},
	"operators/truth": {"operators/sets"},
	"operators/index": {"operators/large", "operators/sets", "operators/radix"},

	"operators/tail/aggregate": {"operators/tail/cell", "operators/tail/selection", "operators/tail/sketch", "operators/tail/team"},
	"operators/tail/cell":      nil,
	"operators/tail/made":      {"operators/tail/made/casing", "operators/tail/made/padding", "operators/simd"},
	"operators/tail/numbering": nil,
	"operators/tail/selection": nil,
	"operators/tail/sketch":    nil,
	"operators/tail/team":      nil,
	"operators/tail/windows":   {"operators/tail/cell"},

	"sql/bind/assign":   nil,
	"sql/bind/dated":    nil,
	"sql/bind/scalar":   {"sql/bind/dated"},
	"sql/bind/step":     {"sql/bind/scalar"},
	"sql/bind/strict":   {"sql/bind/scalar"},
	"sql/bind/subquery": {"sql/bind/scalar", "sql/bind/step"},

	"sql/command": {"sql/account", "sql/bind", "sql/formula", "sql/parse", "sql/result", "sql/scope"},
	"sql/doing":   {"sql/bind/strict", "sql/lock", "sql/parse"},
	"sql/dcl":     {"sql/account", "sql/command", "sql/parse", "sql/result"},
	"sql/ddl":     {"sql/account", "sql/bind", "sql/command", "sql/define", "sql/files", "sql/formula", "sql/inform", "sql/parse", "sql/result", "sql/scope", "sql/source"},
	"sql/formula": {"sql/bind", "sql/bind/strict", "sql/doing", "sql/parse", "sql/source"},
	"sql/rules":   {"sql/define", "sql/parse"},
	"sql/show":    {"sql/account", "sql/bind", "sql/command", "sql/dcl", "sql/ddl", "sql/define", "sql/inform", "sql/parse", "sql/result", "sql/setting"},
	"sql/change":  {"sql/account", "sql/bind", "sql/bind/strict", "sql/command", "sql/define", "sql/formula", "sql/parse", "sql/result", "sql/rules", "sql/source"},

	"operators/cpu/budget":    nil,
	"operators/cpu/machine":   nil,
	"operators/cpu/keys":      {"operators/cpu/machine"},
	"operators/cpu/numbering": {"operators/cpu/budget"},
	"operators/cpu/column":    {"operators/cpu/budget", "operators/cpu/machine"},
	"operators/cpu/groups":    {"operators/cpu/budget", "operators/cpu/column", "operators/cpu/keys", "operators/cpu/machine", "operators/cpu/numbering"},
}

// choosers are the folders that choose a backend: the program, and what compares answers
// with another engine's.
var choosers = []string{"cmd", "sql/oracle"}

func TestLayers(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		folder, _ := filepath.Rel(root, filepath.Dir(path))
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			checkImport(t, path, filepath.ToSlash(folder), strings.Trim(spec.Path.Value, `"`))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkImport(t *testing.T, file, folder, imported string) {
	if own := ownersOf(imported); own != nil && !within(folder, own) && !strings.HasSuffix(file, "_test.go") {
		t.Errorf("%s imports %s, which only %v may", file, imported, own)
	}
	inside, ok := strings.CutPrefix(imported, "gsdms/")
	if !ok {
		return
	}
	if strings.HasSuffix(inside, "test") && !strings.HasSuffix(file, "_test.go") {
		t.Errorf("%s imports %s, which is for tests only", file, imported)
	}
	if known, is := rooms[folder]; is && strings.HasPrefix(inside, path.Dir(folder)+"/") && !slices.Contains(known, inside) && !strings.HasSuffix(file, "_test.go") {
		t.Errorf("%s imports %s: of %s only %v", file, imported, path.Dir(folder), known)
	}
	from, to := layer(folder), layer(inside)
	if from < 0 || to < 0 {
		t.Errorf("%s imports %s: not a layer of %v", file, imported, layers)
	} else if to < from {
		t.Errorf("%s imports %s: %s is to the left of %s in %v", file, imported, layers[to], layers[from], layers)
	}
	if layers[max(to, 0)] == "cuda" && from != to && !within(folder, choosers) {
		t.Errorf("%s imports %s: only %v may", file, imported, choosers)
	}
}

// ownersOf gives the folders that alone may import a package, nil where all may.
func ownersOf(imported string) []string {
	longest := ""
	for prefix := range owners {
		if strings.HasPrefix(imported, prefix) && len(prefix) > len(longest) {
			longest = prefix
		}
	}
	return owners[longest]
}

// layer is the position of a folder's top-level folder, -1 if it is none of the layers.
func layer(folder string) int {
	top, _, _ := strings.Cut(folder, "/")
	for i, l := range layers {
		if l == top {
			return i
		}
	}
	return -1
}

func within(folder string, owners []string) bool {
	for _, o := range owners {
		if folder == o || strings.HasPrefix(folder, o+"/") {
			return true
		}
	}
	return false
}
