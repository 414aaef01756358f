package sql

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gsdms/operators"
	"gsdms/operators/cpu"
	"gsdms/optimizer"
	"gsdms/pushscan"
)

// spot is a row of the table of points.
type spot struct {
	id   int64
	x, y float64
}

// spots makes a table p of points, some of which have NULLs, and gives those that have none.
func spots(t *testing.T, s *Session, n int) (there []spot) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var rows []string
	for id := range int64(n) {
		x, y := r.IntN(2000), r.IntN(50)
		if r.IntN(10) == 0 {
			rows = append(rows, fmt.Sprintf("(%d, NULL, %d)", id, y))
			continue
		}
		rows = append(rows, fmt.Sprintf("(%d, %d.%02d, %d)", id, x/100, x%100, y))
		there = append(there, spot{id, float64(x) / 100, float64(y)})
	}
	mustRun(t, s, "CREATE TABLE p (id INT PRIMARY KEY, x DECIMAL(6,2), y INT NOT NULL); INSERT INTO p VALUES "+strings.Join(rows, ", "))
	return there
}

// Calls of analyses give what comparing all rows gives, and say how many they left out.
func TestCalls(t *testing.T) {
	s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession()
	there := spots(t, s, 500)

	r := mustRun(t, s, "CALL KNN('p', 'id', 'x, y', 20, 7.5, -3)")
	far := func(a spot) float64 { return math.Sqrt((a.x-7.5)*(a.x-7.5) + (a.y+3)*(a.y+3)) }
	slices.SortFunc(there, func(a, b spot) int { return cmp.Or(cmp.Compare(far(a), far(b)), cmp.Compare(a.id, b.id)) })
	for i, want := range there[:20] {
		if id, d := r.Rows.Columns[0].Ints[i], r.Rows.Columns[1].Floats[i]; id != want.id || d != far(want) || r.Rows.Len != 20 {
			t.Errorf("neighbour %d of %d: %d at %v, want %d at %v", i, r.Rows.Len, id, d, want.id, far(want))
		}
	}

	r = mustRun(t, s, "CALL distance_histogram('p', 'y', 'y', 'y', 5, 3)")
	if _, text := noted(t, s); text != "" {
		t.Errorf("a note without NULLs: %s", text)
	}
	pairs := int64(0)
	for _, n := range r.Rows.Columns[3].Ints {
		pairs += n
	}
	if pairs != 500*499/2 || r.Rows.Len != 4 || !r.Rows.Columns[2].IsNull(3) {
		t.Errorf("%d pairs in %d buckets", pairs, r.Rows.Len)
	}

	r = mustRun(t, s, "CALL kmeans('p', 'x,y', 1)")
	var x, y, within float64
	for _, p := range there {
		x, y = x+p.x/float64(len(there)), y+p.y/float64(len(there))
	}
	for _, p := range there {
		within += (p.x-x)*(p.x-x) + (p.y-y)*(p.y-y)
	}
	for i, want := range []float64{1, x, y, float64(len(there)), within} {
		v := r.Rows.Columns[i].Value(0)
		got := v.Float
		if v.Float == 0 {
			got = float64(v.Int)
		}
		if math.Abs(got-want) > 1e-9*want {
			t.Errorf("column %s is %v, want %v", r.Columns[i].Name, got, want)
		}
	}
	if level, text := noted(t, s); level != "Note" || text != fmt.Sprintf("%d rows with NULL were left out", 500-len(there)) {
		t.Errorf("%s %q", level, text)
	}
}

// noted is the only warning of the statement before, if there is one.
func noted(t *testing.T, s *Session) (level, text string) {
	t.Helper()
	r := mustRun(t, s, "SHOW WARNINGS")
	if r.Rows.Len == 0 {
		return "", ""
	}
	return r.Rows.Columns[0].Texts[0], r.Rows.Columns[2].Texts[0]
}

// What a call cannot do is refused, and so is what its caller may not read.
func TestCallsRefuse(t *testing.T) {
	_, owner, ann := granted(t)
	mustRun(t, owner, "CREATE TABLE e (x DOUBLE, s VARCHAR(3)); CREATE TABLE o (x DOUBLE); INSERT INTO o VALUES (1), (1)")
	for text, want := range map[string]int{
		"CALL kmeans('t', 'a', 2)": 0, "CALL kmeans('v', 'b', 2, 5, 7)": 0, "CALL kmeans('t', 'a', 3)": 1210, "CALL kmeans('o', 'x', 2)": 1210,
		"CALL kmeans('e', 'x', 1)": 1210, "CALL kmeans('e', 's', 1)": 1210, "CALL kmeans('e', 'y', 1)": 1054, "CALL kmeans('none', 'x', 1)": 1146,
		"CALL kmeans('t', 'a', 0)": 1210, "CALL kmeans('t', 'a', 1.5)": 1210, "CALL kmeans('t', 'a', 1, -1)": 1210, "CALL kmeans('t', 'a')": 1318,
		"CALL kmeans('t', 'a`', 1)": 1054, "CALL kmeans(7, 'a', 1)": 1210, "CALL kmeans('t', '', 1)": 1210, "CALL kmeans('t', NULL, 1)": 1210,
		"CALL distance_histogram('e', 'x', 'x', 'x', 1, 2)": 0, "CALL distance_histogram('e', 'x', 'x', 'x', -1, 2)": 1210,
		"CALL distance_histogram('e', 'x', 'x', 'x', 1, 0)": 1210, "CALL distance_histogram('e', 'x', 'x', 'x', NULL, 1)": 1210,
		"CALL knn('t', 'a', 'a', 5, 1)": 0, "CALL knn('t', 'a', 'a', 5)": 1318, "CALL knn('t', 'a', 'a,a', 5, 1)": 1210, "CALL knn('t', 'a', 'a', 5, 'x')": 1210,
		"CALL nothing()": 1305, "CALL x.kmeans('t', 'a', 1)": 1305,
	} {
		if got := code(t, owner, text); got != want {
			t.Errorf("%s: error %d, want %d", text, got, want)
		}
	}
	for _, text := range []string{"CALL kmeans('t', 'a', 1)", "CALL knn('t', 'a', 'a', 1, 1)", "CALL distance_histogram('t', 'a', 'a', 'a', 1, 1)", "CALL matrix_product('t', 'a')"} {
		if got := code(t, ann, text); got != 1142 {
			t.Errorf("%s without a privilege: error %d", text, got)
		}
	}
	mustRun(t, owner, "GRANT SELECT ON t TO ann")
	if got := code(t, ann, "CALL kmeans('t', 'a', 1)"); got != 0 {
		t.Errorf("with the privilege: error %d", got)
	}
}

// card is a backend that is no CPU.
type card struct{ operators.Backend }

func (card) Device() optimizer.Device { return optimizer.Device{Name: "a card"} }

// A device without a CPU beside it refuses calls by their names.
func TestCallsNeedTheCPU(t *testing.T) {
	backend, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(context.Background(), Config{Dir: filepath.Join(t.TempDir(), "db"), Backend: card{backend}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(e.Close(), backend.Close()); err != nil {
			t.Error(err)
		}
	}()
	_, err = e.NewSession().Query(context.Background(), "CALL kmeans('t', 'a', 1)")
	if err == nil || !strings.Contains(err.Error(), "CALL kmeans on a card") {
		t.Errorf("error %v", err)
	}
}
