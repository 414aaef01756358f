package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gsdms/cuda"
	"gsdms/cuda/host"
	"gsdms/operators"
	"gsdms/operators/cpu"
	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/sql/result"
)

var (
	randomQueries = flag.Int("random", 150, "how many random queries to ask a stand-in for a card; with -short three tenths of them")
	randomSeed    = flag.Uint64("random-seed", 1, "of the random queries")
)

// randomsAsked is how many of them are asked.
func randomsAsked() int {
	if testing.Short() {
		return *randomQueries * 3 / 10
	}
	return *randomQueries
}

// sparse is a world of NULLs and of keys far apart: days are numbers such as 20240229, shops
// multiples of seven, and what the loose table is joined by has no key.
var sparse = &world{
	from: tableOf("sale", "", "id:i day:i sent:i shop:i line:i buyer:i amount:i big:i price:i f:f tag:t at:t"),
	joins: []worldTable{
		tableOf("day", "sale.day = day.k", "k:i month:i year:i weekday:t holiday:i"),
		tableOf("shop", "shop = shop_k", "shop_k:i region:t city:t code:i size:i"),
		tableOf("loose", "buyer = loose_n", "loose_n:i loose_s:t loose_v:i").ofMany(),
	},
	known: listsOfMany(),
}

// listsOfMany are questions for numbers that lie far apart, more than a filter tests one by one: of a
// column, of what is computed, of doubles, and those of another query.
func listsOfMany() []string {
	var far, floats []string
	for i := range 200 {
		far, floats = append(far, fmt.Sprint(int64(3*i)*9999999967)), append(floats, fmt.Sprintf("%d.125", 2*i-200))
	}
	computed, doubles := "id * 9999999967 in ("+strings.Join(far, ",")+")", "f in ("+strings.Join(floats, ",")+")"
	const of = "select count(*), sum(id), count(big) from sale where "
	return []string{
		of + computed, of + "not (" + computed + ")", of + doubles, of + "not (" + doubles + ") and line > 3",
		of + "big in (select big from sale where id % 23 = 0)", of + "big not in (select big from sale where id % 23 = 0 and big is not null)",
		of + "big in (" + strings.Join(far, ",") + ")", of + "big not in (" + strings.Join(far, ",") + ")",
		of + "(select count(*) from sale b where b.big = sale.big) = 1 and id < 100",
	}
}

// star is the benchmark's world.
var star = &world{
	from: tableOf("lineorder", "", `lo_linenumber:i lo_custkey:i lo_partkey:i lo_suppkey:i lo_orderdate:i lo_orderpriority:t lo_quantity:i
		lo_extendedprice:i lo_discount:i lo_revenue:i lo_supplycost:i lo_tax:i lo_commitdate:i lo_shipmode:t`),
	joins: []worldTable{
		tableOf("date", "lo_orderdate = d_datekey", "d_datekey:i d_month:t d_year:i d_yearmonthnum:i d_yearmonth:t d_weeknuminyear:i d_sellingseason:t"),
		tableOf("customer", "lo_custkey = c_custkey", "c_custkey:i c_city:t c_nation:t c_region:t c_mktsegment:t"),
		tableOf("supplier", "lo_suppkey = s_suppkey", "s_suppkey:i s_city:t s_nation:t s_region:t"),
		tableOf("part", "lo_partkey = p_partkey", "p_partkey:i p_category:t p_brand1:t p_size:i p_type:t"),
	},
	known: []string{
		"SELECT lo_orderdate, COUNT(DISTINCT lo_linenumber), COUNT(*) FROM lineorder GROUP BY lo_orderdate",
		"SELECT d_yearmonthnum, lo_discount, MAX(lo_orderdate), COUNT(DISTINCT lo_linenumber), COUNT(*) FROM lineorder, supplier, date WHERE lo_suppkey = s_suppkey AND lo_orderdate = d_datekey AND s_suppkey >= 14 GROUP BY d_yearmonthnum, lo_discount",
		"SELECT d_yearmonthnum, lo_discount, COUNT(DISTINCT lo_linenumber), COUNT(*) FROM lineorder, date WHERE lo_orderdate = d_datekey GROUP BY d_yearmonthnum, lo_discount",
	},
}

// sparseTables are the statements that make its tables, with foreign keys or without.
func sparseTables(r *rand.Rand, rows int, keyed bool) []string {
	null := func(one int, format string, args ...any) string {
		if r.IntN(one) == 0 {
			return "null"
		}
		return fmt.Sprintf(format, args...)
	}
	var day, shop, loose, sale, keys []string
	for i := range 700 {
		keys = append(keys, fmt.Sprint((2022+i/336)*10000+(1+i/28%12)*100+1+i%28))
		day = append(day, fmt.Sprintf("(%s,%s,%s,'w%d',%s)", keys[i], keys[i][:6], keys[i][:4], i%7, null(9, "%d", i%2)))
	}
	for i := range 90 {
		shop = append(shop, fmt.Sprintf("(%d,'r%d','c%d',%d,%s)", 7*i-40, i/18, i*i%41, i*i*i%997, null(5, "%d", i%23*100)))
		loose = append(loose, fmt.Sprintf("(%s,%s,%d)", null(8, "%d", r.IntN(60)*11), null(8, "'s%d'", r.IntN(9)), r.IntN(1000)-500))
	}
	for i := range rows {
		sale = append(sale, fmt.Sprintf("(%d,%s,%s,%d,%d,%s,%d,%s,%s,%s,%s,%s)", i, keys[r.IntN(500)+100], null(6, "%s", keys[r.IntN(700)]),
			7*r.IntN(90)-40, 1+r.IntN(7), null(7, "%d", r.IntN(90)*11), r.IntN(60000)-20000, null(8, "%d", r.Int64N(1<<52)-1<<51),
			null(8, "%d.%02d", r.IntN(300)-150, r.IntN(100)), null(8, "%d.125", r.IntN(400)-200), null(4, "'t%d'", r.IntN(40)),
			null(9, "'202%d-%02d-%02d'", r.IntN(4), 1+r.IntN(12), 1+r.IntN(28))))
	}
	foreign := ""
	if keyed {
		foreign = ", foreign key (day) references day(k), foreign key (sent) references day(k), foreign key (shop) references shop(shop_k)"
	}
	return []string{
		"create table day (k int primary key, month int not null, year int not null, weekday varchar(4) not null, holiday int)",
		"create table shop (shop_k int primary key, region varchar(4) not null, city varchar(4) not null, code int not null, size int)",
		"create table loose (loose_n int, loose_s varchar(4), loose_v int not null)",
		`create table sale (id int not null, day int not null, sent int, shop int not null, line int not null, buyer int, amount int not null, big bigint,
		 price decimal(10,2), f double, tag varchar(8), at date` + foreign + ")",
		"insert into day values " + strings.Join(day, ","), "insert into shop values " + strings.Join(shop, ","),
		"insert into loose values " + strings.Join(loose, ","), "insert into sale values " + strings.Join(sale, ","),
	}
}

// fill gives the columns of a world values from its tables.
func (w *world) fill(t *testing.T, s *sql.Session) *world {
	t.Helper()
	out := &world{from: w.from.filled(t, s), known: w.known, nested: w.nested}
	for _, j := range w.joins {
		out.joins = append(out.joins, j.filled(t, s))
	}
	return out
}

func (w worldTable) filled(t *testing.T, s *sql.Session) worldTable {
	t.Helper()
	out := w
	out.columns = nil
	for _, c := range w.columns {
		for _, row := range textOf(ask(t, s, fmt.Sprintf("select distinct %s from %s where %s is not null limit 40", c.name, w.name, c.name))) {
			value := strings.TrimSuffix(row, "|")
			if c.kind == 't' {
				value = "'" + strings.ReplaceAll(value, "'", "''") + "'"
			}
			c.values = append(c.values, value)
		}
		out.columns = append(out.columns, c)
	}
	return out
}

func ask(t *testing.T, s *sql.Session, text string) *result.Set {
	t.Helper()
	r, err := s.Query(t.Context(), text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// rivals are sessions over the same tables, of which the first is right; the others are of
// one engine, and are asked at the same time.
type rivals struct {
	t                      *testing.T
	right                  *sql.Session
	others                 []*sql.Session
	asked, refused, unlike int
}

// mostUnlike is after how many wrong answers no more is asked.
const mostUnlike = 10

// crowds are how many queries come together, in turn.
var crowds = []int{1, 2, 4, 40, 1, 7, 25, 3}

// compare asks both random queries, a crowd of them at a time.
func (r *rivals) compare(w *world, seed uint64, queries int) {
	r.t.Helper()
	a := &asker{Rand: rand.New(rand.NewPCG(seed, 0)), world: w.fill(r.t, r.right)}
	for _, text := range w.known {
		r.crowd([]string{text}, "alone")
	}
	for n := 0; r.asked < queries && r.unlike < mostUnlike; n++ {
		texts := make([]string, crowds[n%len(crowds)])
		for i := range texts {
			texts[i] = a.query()
		}
		how := "shared"
		if len(texts) < 4 {
			how = granularities[a.IntN(len(granularities))]
		}
		for _, s := range r.others {
			set(r.t, s, how)
		}
		r.crowd(texts, fmt.Sprintf("seed %d, crowd %d of %d, %s", seed, n, len(texts), how))
	}
}

// crowd asks all the queries together.
func (r *rivals) crowd(texts []string, where string) {
	r.t.Helper()
	right, others := r.right.Together(context.Background(), texts), make([][]sql.Answer, len(r.others))
	r.asked += len(texts)
	var wait sync.WaitGroup
	for i, s := range r.others {
		wait.Go(func() { others[i] = s.Together(context.Background(), texts) })
	}
	wait.Wait()
	for _, other := range others {
		r.same(texts, right, other, where)
	}
}

// same compares answers. What the right one cannot answer the other one cannot, either, nor
// what needs more memory than a query may have.
func (r *rivals) same(texts []string, right, other []sql.Answer, where string) {
	r.t.Helper()
	for i, text := range texts {
		switch {
		case other[i].Err != nil && (right[i].Err != nil || strings.Contains(other[i].Err.Error(), "--query-memory")):
			r.refused++
		case right[i].Err != nil || other[i].Err != nil:
			r.unlike++
			r.t.Errorf("%s: %s: error %v, not %v", where, text, other[i].Err, right[i].Err)
		default:
			want, got := textOf(right[i].Result), textOf(other[i].Result)
			if whole, _, limited := strings.Cut(text, limit); limited && len(want) == len(got) {
				want = among(textOf(ask(r.t, r.right, whole)), got)
			}
			if !strings.Contains(text, "group by") { // rows that are joined to the same one have no order
				slices.Sort(want)
				slices.Sort(got)
			}
			if at, want, got := differs(want, got); at >= 0 {
				r.unlike++
				r.t.Errorf("%s: %s: row %d of %d is %s, not %s", where, text, at, right[i].Result.Rows.Len, got, want)
			}
		}
	}
}

// limit is before the number of rows that some queries are content with. Which of them is not
// said: joins may begin with either table.
const limit = " limit "

// among gives as many rows of all as there are of some, those of some first.
func among(all, some []string) (out []string) {
	left := map[string]int{}
	for _, row := range some {
		left[row]++
	}
	var others []string
	for _, row := range all {
		if left[row] > 0 {
			left[row]--
			out = append(out, row)
		} else {
			others = append(others, row)
		}
	}
	out = append(out, others...)
	return out[:min(len(out), len(some))]
}

// differs gives the first row that is not the same, -1 where all are.
func differs(want, got []string) (at int, w, g string) {
	for i := range max(len(want), len(got)) {
		w, g = "none", "none"
		if i < len(want) {
			w = want[i]
		}
		if i < len(got) {
			g = got[i]
		}
		if w != g {
			return i, w, g
		}
	}
	return -1, "", ""
}

// opening makes a backend for a test, which closes it.
type opening func(t *testing.T) operators.Backend

func plain(t *testing.T) operators.Backend {
	t.Helper()
	b, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// likeCard is a stand-in with the blocks of a card: many on each of many multiprocessors.
func likeCard(t *testing.T) operators.Backend {
	t.Helper()
	d, err := host.New(t.TempDir(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	d.MPs, d.Registers = 132, 32
	b, err := cuda.New(d, cuda.Options{Memory: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Random queries get the CPU's answers from kernels with the blocks of a card, most of which
// find no row.
func TestRandomQueriesAgreeWithCPU(t *testing.T) {
	t.Run("star", func(t *testing.T) { starAgrees(t, likeCard, *randomSeed, randomsAsked()/3) })
	t.Run("keyed", func(t *testing.T) { sparseAgrees(t, likeCard, *randomSeed, true, 1, randomsAsked()/3) })
	t.Run("unkeyed", func(t *testing.T) { sparseAgrees(t, likeCard, *randomSeed, false, 1, randomsAsked()/3) })
}

// starAgrees compares a backend with the CPU's over the benchmark's tables.
func starAgrees(t *testing.T, other opening, seed uint64, queries int) {
	t.Helper()
	r := &rivals{t: t, right: benchmark(t, plain(t)), others: []*sql.Session{benchmark(t, other(t))}}
	r.compare(star, seed, queries)
	r.report()
}

// sparseAgrees compares over tables with NULLs; so many sessions ask the backend.
func sparseAgrees(t *testing.T, other opening, seed uint64, keyed bool, sessions, queries int) {
	t.Helper()
	setup := sparseTables(rand.New(rand.NewPCG(seed, 1)), 6000, keyed)
	right, closeRight := opened(t, plain(t), setup)
	defer closeRight()
	b := other(t)
	defer b.Close()
	e := engineOn(t, b, setup, pushscan.Options{ChunkRows: 1024})
	defer e.Close()
	r := &rivals{t: t, right: right}
	for range sessions {
		r.others = append(r.others, e.NewSession())
	}
	r.compare(sparse, seed, queries)
	r.report()
}

// report holds that nearly all queries were compared.
func (r *rivals) report() {
	r.t.Helper()
	r.t.Logf("%d queries, %d of them refused", r.asked, r.refused)
	if r.refused > r.asked/20 {
		r.t.Errorf("%d of %d queries were refused", r.refused, r.asked)
	}
}

// The stand-in that random queries are asked of has more blocks than one on each of many
// multiprocessors, and its blocks many warps.
func TestStandInHasManyBlocks(t *testing.T) {
	s, closeAll := opened(t, likeCard(t), sparseTables(rand.New(rand.NewPCG(1, 1)), 500, true))
	defer closeAll()
	waves := ask(t, s, "select line, count(distinct tag) from sale group by line").Report.Scan.Waves
	if len(waves) == 0 {
		t.Fatal("no wave")
	}
	for _, w := range waves {
		l := w.Wave.Batches[0].Launches[0]
		if w.Wave.Device.MPs != 132 || l.Blocks < 2 || l.Warps < 16 {
			t.Errorf("%d blocks of %d warps on each of %d multiprocessors", l.Blocks, l.Warps, w.Wave.Device.MPs)
		}
	}
}
