package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
)

// The last quote before a trade, where their times are days, seconds or thousandths of them: by a loop
// over all quotes.
func TestLastBeforeOfOtherDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	const n = 4200
	types := []struct {
		name, layout string
		step         time.Duration
	}{{"DATE", "2006-01-02", 24 * time.Hour}, {"DATETIME", "2006-01-02 15:04:05", time.Second}, {"DATETIME(3)", "2006-01-02 15:04:05.000", time.Millisecond}}
	begin := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	times := map[string][]time.Time{}
	for i, typ := range types {
		table := fmt.Sprintf("t%d", i)
		var rows []string
		for id := range n {
			at := begin.Add(time.Duration(r.Int64N(int64(400 * 24 * time.Hour)))).Truncate(typ.step)
			times[table] = append(times[table], at)
			rows = append(rows, fmt.Sprintf("(%d, '%s')", id, at.Format(typ.layout)))
		}
		mustRun(t, s, "CREATE TABLE "+table+" (id INT NOT NULL, at "+typ.name+" NOT NULL)")
		mustRun(t, s, "INSERT INTO "+table+" VALUES "+strings.Join(rows, ", "))
	}
	for _, pair := range [][2]string{{"t0", "t1"}, {"t0", "t2"}, {"t1", "t2"}, {"t1", "t0"}, {"t2", "t0"}, {"t2", "t1"}} {
		trades, quotes := times[pair[0]], times[pair[1]]
		for _, near := range []bool{false, true} {
			found, sum := 0, int64(0)
			for _, at := range trades {
				last := -1
				for id, q := range quotes {
					if !q.After(at) && (!near || q.After(at.Add(-4*time.Hour))) && (last < 0 || q.After(quotes[last])) {
						last = id
					}
				}
				if last >= 0 {
					found, sum = found+1, sum+int64(last)
				}
			}
			where := "q.at <= x.at"
			if near {
				where += " AND q.at > x.at - INTERVAL 4 HOUR"
			}
			query := fmt.Sprintf("COUNT(l), SUM(l) FROM (SELECT (SELECT q.id FROM %s q WHERE %s ORDER BY q.at DESC, q.id LIMIT 1) l FROM %s x) y", pair[1], where, pair[0])
			checkFact(t, s, [2]string{query, fmt.Sprintf("%d\t%d", found, sum)})
			explained, window := mustRun(t, s, "EXPLAIN SELECT "+query), false
			for i := range explained.Rows.Len {
				line, _ := explained.Text(i, 0)
				window = window || strings.Contains(line, "LAST_VALUE")
			}
			if !window && !near {
				t.Errorf("%s makes all pairs", query)
			}
		}
	}
}
