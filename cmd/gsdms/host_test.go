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
}

func hostTables(r *rand.Rand, rows int) []string {
	out := []string{
		"create table dim (k int primary key, region varchar(10) not null, name varchar(10) not null, weight int)",
		`create table fact (id int not null, d int, i int not null, n int, big bigint, f double, price decimal(10,2), day date, s varchar(10),
		 foreign key (d) references dim(k))`,
	}
	dim := make([]string, 24)
	for k := range dim {
		dim[k] = fmt.Sprintf("(%d,'%s','n%d',%d)", k*3, []string{"north", "south", "east"}[k%3], k%12, k)
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
		fact[id] = fmt.Sprintf("(%d,%s,%d,%s,%s,%s,%s,%s,%s)", id, null(fmt.Sprint(r.IntN(24)*3)), r.IntN(100), null(fmt.Sprint(r.IntN(50))),
			null(fmt.Sprint(r.Int64N(1<<62)-1<<61)), null(fmt.Sprint(r.NormFloat64()*1e3)), null(fmt.Sprintf("%d.%02d", r.IntN(2000)-1000, r.IntN(100))),
			null(fmt.Sprintf("'200%d-%02d-%02d'", r.IntN(3), 1+r.IntN(12), 1+r.IntN(28))), null(fmt.Sprintf("'%c%c'", 'a'+r.IntN(5), 'a'+r.IntN(5))))
	}
	return append(out, "insert into fact values "+strings.Join(fact, ","))
}

// textsOf runs the tables' statements, then all queries together, and gives the rows as text.
func textsOf(t *testing.T, b operators.Backend, setup []string) [][]string {
	t.Helper()
	defer b.Close()
	e, err := sql.Open(context.Background(), sql.Config{Dir: t.TempDir(), Backend: b, QueryMemory: 64 << 20, Scan: pushscan.Options{ChunkRows: 1024}})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	s := e.NewSession()
	for _, text := range setup {
		if _, err := s.Query(context.Background(), text); err != nil {
			t.Fatal(err)
		}
	}
	var out [][]string
	for i, a := range s.Together(context.Background(), hostQueries) {
		if a.Err != nil {
			t.Fatalf("%s: %v", hostQueries[i], a.Err)
		}
		out = append(out, textOf(a.Result))
	}
	return out
}

func textOf(r *sql.Result) []string {
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
	want, got := textsOf(t, plain, setup), textsOf(t, b, setup)
	for i, q := range hostQueries {
		if a, b := strings.Join(want[i], "\n"), strings.Join(got[i], "\n"); a != b {
			t.Errorf("%s:\ncpu:\n%.1500s\nother:\n%.1500s", q, a, b)
		}
	}
}
