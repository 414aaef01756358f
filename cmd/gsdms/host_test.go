package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/cuda"
	"gsdms/cuda/host"
	"gsdms/operators"
	"gsdms/operators/cpu"
	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/sql/result"
)

// hostQueries cover every sink, every aggregate and the instructions between.
var hostQueries = []string{
	"select count(*), count(n), sum(i), sum(n), min(i), max(n), avg(n), sum(f), min(f), max(f), count(distinct n), count(distinct f) from fact",
	"select d, count(*), sum(i), min(n), max(f), sum(f), count(distinct n) from fact group by d",
	"select n, f, count(*), sum(big), min(f) from fact group by n, f",
	"select region, name, count(*), sum(i * n), sum(i - n) from fact, dim where d = k group by region, name",
	"select sum(i) from fact, dim where d = k and region = 'south' and i between 5 and 60",
	"select count(*) from fact where i < 10 or n > 40 or s like '%a'",
	"select id, i + n, i / 7, n DIV 3, i % 5, -n, abs(n - 25), f * 2, s from fact where id % 97 = 3",
	"select id, s, case when n is null then 'none' when n > 25 then s else upper(s) end from fact where i = 17",
	"select a.id, b.id from fact a join fact b on a.n = b.i where a.id < 40 and b.id < 400",
	"select a.id, k, name from fact a left join dim on a.n = dim.weight and region = 'north' where a.id < 300",
	"select year(day), month(day), count(*), sum(price), avg(price) from fact group by year(day), month(day)",
	"select s, round(price, 1), floor(price), ceil(f) from fact where day between '2001-03-01' and '2001-03-09'",
	"select sum(big * 3) from fact where big between -1000000 and 1000000",
	"select d, sum(big) from fact group by d having count(*) > 2 order by 2 desc limit 3",
	"select a.id, k from fact a left join dim on a.n = dim.weight and a.i + a.e > 60 where a.i + a.e > 60 and a.id < 300",
	"select code, count(distinct n), count(distinct f), max(i), count(*) from fact, dim where e = k and weight > 3 group by code",
	"select a.i, count(*), max(b.i), sum(b.f) from fact a join fact b on a.day = b.day where a.id < 500 group by a.i", // two least keys that differ
}

func hostTables(r *rand.Rand, rows int) []string {
	out := []string{
		"create table dim (k int primary key, region varchar(10) not null, name varchar(10) not null, weight int, code int not null)",
		`create table fact (id int not null, d int, i int not null, n int, big bigint, f double, price decimal(10,2), day date, s varchar(10),
		 e int not null, foreign key (d) references dim(k), foreign key (e) references dim(k))`,
	}
	dim := make([]string, 24)
	for k := range dim {
		dim[k] = fmt.Sprintf("(%d,'%s','n%d',%d,%d)", k*3, []string{"north", "south", "east"}[k%3], k%12, k, k*k%61)
	}
	out = append(out, "insert into dim values "+strings.Join(dim, ","))
	null := func(s string) string {
		if r.IntN(8) == 0 {
			return "null"
		}
		return s
	}
	fact := make([]string, rows)
	for id := range fact {
		fact[id] = fmt.Sprintf("(%d,%s,%d,%s,%s,%s,%s,%s,%s,%d)", id, null(fmt.Sprint(r.IntN(24)*3)), r.IntN(100), null(fmt.Sprint(r.IntN(50))),
			null(fmt.Sprint(r.Int64N(1<<62)-1<<61)), null(fmt.Sprint(r.NormFloat64()*1e3)), null(fmt.Sprintf("%d.%02d", r.IntN(2000)-1000, r.IntN(100))),
			null(fmt.Sprintf("'200%d-%02d-%02d'", r.IntN(3), 1+r.IntN(12), 1+r.IntN(28))), null(fmt.Sprintf("'%c%c'", 'a'+r.IntN(5), 'a'+r.IntN(5))), r.IntN(24)*3)
	}
	return append(out, "insert into fact values "+strings.Join(fact, ","))
}

// crowdQueries are n queries of few shapes with random constants.
func crowdQueries(r *rand.Rand, n int) []string {
	regions := []string{"north", "south", "east"}
	out := make([]string, n)
	for i := range out {
		lo := r.IntN(90)
		switch region := regions[r.IntN(3)]; i % 6 {
		case 0:
			out[i] = fmt.Sprintf("select sum(i * 3), max(n) from fact where i between %d and %d and e < %d", lo, lo+r.IntN(30), r.IntN(72))
		case 1:
			out[i] = fmt.Sprintf("select code, sum(i + 1) from fact, dim where e = k and region = '%s' and i > %d group by code", region, lo)
		case 2:
			out[i] = fmt.Sprintf("select code, n, count(*), min(f) from fact, dim where e = k and region = '%s' and (i < %d or n > 45) group by code, n", region, lo)
		case 3:
			out[i] = fmt.Sprintf("select id, s, f from fact where i = %d and s >= '%c'", lo, 'a'+r.IntN(5))
		case 4: // tables of masks with blocks, of which the narrow ranges have several bounds
			from := -100 + r.IntN(200)
			out[i] = fmt.Sprintf("select count(*), sum(i) from fact where price between %d.%02d and %d.%02d and i >= %d", from, r.IntN(50), from+r.IntN(2)*r.IntN(500), 50+r.IntN(50), r.IntN(9))
		default:
			out[i] = fmt.Sprintf("select name, weight, sum(big) from fact, dim where d = k and i in (%d, %d, %d) group by name, weight", lo, r.IntN(100), r.IntN(100))
		}
	}
	return out
}

// opened runs the tables' statements on a backend; what it returns closes the engine and
// the backend.
func opened(t *testing.T, b operators.Backend, setup []string) (*sql.Session, func()) {
	t.Helper()
	return openedWith(t, b, setup, pushscan.Options{ChunkRows: 1024})
}

func openedWith(t *testing.T, b operators.Backend, setup []string, scan pushscan.Options) (*sql.Session, func()) {
	t.Helper()
	e := engineOn(t, b, setup, scan)
	return e.NewSession(), func() { e.Close(); b.Close() }
}

func engineOn(t *testing.T, b operators.Backend, setup []string, scan pushscan.Options) *sql.Engine {
	t.Helper()
	e, err := sql.Open(context.Background(), sql.Config{Dir: t.TempDir(), Backend: b, QueryMemory: 64 << 20, Scan: scan})
	if err != nil {
		t.Fatal(err)
	}
	s := e.NewSession()
	for _, text := range setup {
		if _, err := s.Query(context.Background(), text); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// textsOf runs queries together, and gives the rows of each as text.
func textsOf(t *testing.T, s *sql.Session, queries []string) []string {
	t.Helper()
	var out []string
	for i, a := range s.Together(context.Background(), queries) {
		if a.Err != nil {
			t.Fatalf("%s: %v", queries[i], a.Err)
		}
		out = append(out, strings.Join(textOf(a.Result), "\n"))
	}
	return out
}

func textOf(r *result.Set) []string {
	lines := make([]string, r.Rows.Len)
	for row := range lines {
		for c := range r.Columns {
			cell, null := r.Text(row, c)
			if null {
				cell = "NULL"
			}
			lines[row] += cell + "|"
		}
	}
	return lines
}

// The generated CUDA source, compiled for the host, gives the CPU backend's answers.
func TestGeneratedSourceAgreesWithCPU(t *testing.T) {
	d, err := host.New(t.TempDir(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	generated, err := cuda.New(d, cuda.Options{Memory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	agreesWithCPU(t, generated, 3000)
}

// agreesWithCPU compares a backend, which it closes, with the CPU's.
func agreesWithCPU(t *testing.T, b operators.Backend, rows int) {
	t.Helper()
	setup := hostTables(rand.New(rand.NewPCG(1, 2)), rows)
	plain, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	wants, closeWants := opened(t, plain, setup)
	defer closeWants()
	gots, closeGots := opened(t, b, setup)
	defer closeGots()
	r := rand.New(rand.NewPCG(3, 4))
	groups := [][]string{hostQueries, crowdQueries(r, 40), crowdQueries(r, 5), crowdQueries(r, 3), crowdQueries(r, 300)}
	for _, q := range hostQueries[:5] {
		groups = append(groups, []string{q})
	}
	for _, queries := range groups {
		want := textsOf(t, wants, queries)
		for _, how := range granularities {
			set(t, gots, how)
			got := textsOf(t, gots, queries)
			for i, q := range queries {
				if want[i] != got[i] {
					t.Errorf("%s, among %d, %s:\ncpu:\n%.1500s\nother:\n%.1500s", q, len(queries), how, want[i], got[i])
				}
			}
		}
	}
}

// A join may give many rows for each of a small table: their groups and distinct values are
// more than that table has rows.
func TestGroupsOfMultipliedRows(t *testing.T) {
	var few, many []string
	for i := range 3000 {
		if many = append(many, fmt.Sprintf("(%d,%d)", i%4, i)); i < 40 {
			few = append(few, many[i])
		}
	}
	setup := []string{
		"create table few (x int not null, y int not null)", "create table many (u int not null, v int not null)",
		"insert into few values " + strings.Join(few, ","), "insert into many values " + strings.Join(many, ","),
	}
	s, closeAll := opened(t, likeCard(t), setup)
	defer closeAll()
	for _, c := range []struct {
		text string
		rows int
		last string // row
	}{
		{"select count(distinct v + y * 10000) from few left join many on x = u", 1, "30000|"},
		{"select v * 1000, y * 77777, count(*) from few left join many on x = u group by v * 1000, y * 77777", 30000, "2999000|3033303|1|"},
	} {
		rows := textOf(ask(t, s, c.text))
		if n := len(rows); n != c.rows || rows[n-1] != c.last {
			t.Errorf("%s: %d rows, not %d; the last is %s, not %s", c.text, n, c.rows, rows[n-1], c.last)
		}
	}
}

// TestKernelsCountTheirOwnColumns: of queries with a kernel each, every kernel reads the
// columns of its own program and nothing else: i is stored in 1 byte, big and f in 8.
func TestKernelsCountTheirOwnColumns(t *testing.T) {
	const rows = 3000
	d, err := host.New(t.TempDir(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	b, err := cuda.New(d, cuda.Options{Memory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	s, closeAll := openedWith(t, b, hostTables(rand.New(rand.NewPCG(1, 2)), rows), pushscan.Options{ChunkRows: 1024, Granularity: pushscan.Pipeline})
	defer closeAll()
	widths := map[string]int64{"select sum(i) from fact": 1, "select sum(big) from fact": 8, "select sum(i), max(f) from fact": 9}
	var queries []string
	for q := range widths {
		queries = append(queries, q)
	}
	for _, a := range s.Together(context.Background(), queries) {
		if a.Err != nil {
			t.Fatal(a.Err)
		}
		waves := a.Result.Report.Scan.Waves
		if len(waves) != 1 || waves[0].Queries != 3 || waves[0].Chunks != 3 || len(waves[0].Kernels) != 3 {
			t.Fatalf("%+v", waves)
		}
		for _, k := range waves[0].Kernels {
			name := waves[0].Wave.Demands[k.Launch.Kernel].Name
			if k.Bytes != rows*widths[name] || k.Rows != rows || k.Launches != 3 || k.Queries != 1 {
				t.Errorf("%s: %+v", name, k)
			}
		}
	}
}

// granularities are all that a session can ask for.
var granularities = []string{"shared", "pipeline", "operator", "auto"}

// set makes a session ask for a granularity.
func set(t *testing.T, s *sql.Session, granularity string) {
	t.Helper()
	if _, err := s.Query(context.Background(), "SET gsdms_granularity = '"+granularity+"'"); err != nil {
		t.Fatal(err)
	}
}
