package sql

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// rankedRow is a row of a table that is ranked; -1 is NULL.
type rankedRow struct{ id, part, text, key, more int64 }

func (r rankedRow) values() string {
	n := func(v int64) string {
		if v < 0 {
			return "NULL"
		}
		return fmt.Sprint(v)
	}
	return fmt.Sprintf("(%d, %s, 't%d', %s, %s)", r.id, n(r.part), r.text, n(r.key), n(r.more))
}

// rankedTable has 9000 rows of which few parts, or many, have the same key often.
func rankedTable(t *testing.T, s *Session, r *rand.Rand) []rankedRow {
	rows := make([]rankedRow, 9000)
	values := make([]string, len(rows))
	for i := range rows {
		rows[i] = rankedRow{int64(i), r.Int64N(30) - 1, r.Int64N(2000), r.Int64N(100) - 1, r.Int64N(5) - 1}
		values[i] = rows[i].values()
	}
	mustRun(t, s, "CREATE TABLE k (id INT NOT NULL, part INT, text VARCHAR(9) NOT NULL, num INT, more INT); INSERT INTO k VALUES "+strings.Join(values, ", "))
	return rows
}

// rankings are ways to part and to order the rows, in SQL and by definition.
var rankings = []struct {
	over  string
	part  func(rankedRow) int64
	order func(a, b rankedRow) int
}{
	{"PARTITION BY part ORDER BY num DESC, id", func(r rankedRow) int64 { return r.part }, func(a, b rankedRow) int { return cmp.Or(cmp.Compare(b.key, a.key), cmp.Compare(a.id, b.id)) }},
	{"PARTITION BY part ORDER BY num, more DESC", func(r rankedRow) int64 { return r.part }, func(a, b rankedRow) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.more, a.more)) }},
	{"PARTITION BY text ORDER BY num, id", func(r rankedRow) int64 { return r.text }, func(a, b rankedRow) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id)) }},
	{"PARTITION BY part, more ORDER BY text", func(r rankedRow) int64 { return r.part*10 + r.more }, func(a, b rankedRow) int { return strings.Compare(fmt.Sprint(a.text), fmt.Sprint(b.text)) }},
	{"PARTITION BY part % 7 ORDER BY num + 1, id", func(r rankedRow) int64 { return cmp.Or(min(r.part, 0), r.part%7) }, func(a, b rankedRow) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id)) }},
	{"ORDER BY num DESC, id", func(rankedRow) int64 { return 0 }, func(a, b rankedRow) int { return cmp.Or(cmp.Compare(b.key, a.key), cmp.Compare(a.id, b.id)) }},
}

// ranks gives ROW_NUMBER, RANK and DENSE_RANK of each row by definition. Rows that tie are in
// the order of the table.
func ranks(rows []rankedRow, part func(rankedRow) int64, order func(a, b rankedRow) int) (out [3]map[int64]int) {
	parts := map[int64][]rankedRow{}
	for _, r := range rows {
		parts[part(r)] = append(parts[part(r)], r)
	}
	out = [3]map[int64]int{{}, {}, {}}
	for _, p := range parts {
		slices.SortStableFunc(p, order)
		rank, dense := 0, 0
		for i, r := range p {
			if i == 0 || order(p[i-1], r) != 0 {
				rank, dense = i+1, dense+1
			}
			out[0][r.id], out[1][r.id], out[2][r.id] = i+1, rank, dense
		}
	}
	return out
}

// The first rows of partitions are those that ranks by definition give: as rows, in aggregates,
// joined, and under other conditions.
func TestFirstRowsOfPartitions(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	rows := rankedTable(t, s, r)
	for _, c := range rankings {
		for at, name := range []string{"ROW_NUMBER", "RANK", "DENSE_RANK"} {
			of := ranks(rows, c.part, c.order)[at]
			for _, n := range []int{3, 1, 2, 17}[:tries(4)] {
				firstRowsOfPartitions(t, s, rows, name+"() OVER ("+c.over+")", of, n)
			}
		}
	}
}

// firstRowsOfPartitions asks in several ways for the rows whose rank is at most n.
func firstRowsOfPartitions(t *testing.T, s *Session, rows []rankedRow, rank string, of map[int64]int, n int) {
	t.Helper()
	count, sum, few := 0, int64(0), 0
	for _, r := range rows {
		if of[r.id] <= n {
			count, sum = count+1, sum+r.id
			if r.more == 1 {
				few++
			}
		}
	}
	ranked := fmt.Sprintf("(SELECT id, more, num, %s AS r FROM k) x", rank)
	for sql, want := range map[string]string{
		fmt.Sprintf("SELECT COUNT(*), COALESCE(SUM(id), 0) FROM %s WHERE r <= %d", ranked, n):                                  fmt.Sprintf("%d,%d", count, sum),
		fmt.Sprintf("SELECT COUNT(*), COALESCE(SUM(id), 0) FROM (SELECT id FROM %s WHERE %d > r LIMIT 100000) y", ranked, n+1): fmt.Sprintf("%d,%d", count, sum),
		fmt.Sprintf("SELECT COUNT(*) FROM %s WHERE r <= %d AND more = 1", ranked, n):                                           fmt.Sprint(few),
		fmt.Sprintf("SELECT COUNT(*), COALESCE(SUM(x.id), 0) FROM %s JOIN k ON k.id = x.id WHERE x.r < %d", ranked, n+1):       fmt.Sprintf("%d,%d", count, sum),
	} {
		if got := shown(t, mustRun(t, s, sql), "csv"); strings.TrimSpace(got[strings.Index(got, "\n"):]) != want {
			t.Errorf("%s:\n%swant %s", sql, got, want)
		}
	}
}
