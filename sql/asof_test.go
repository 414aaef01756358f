package sql

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
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
				window = window || strings.Contains(line, "LAST_VALUE") || strings.Contains(line, "LEAD")
			}
			if !window && !near {
				t.Errorf("%s makes all pairs", query)
			}
		}
	}
}

// The last row before a bound that is a double, where the rows' own are doubles, numbers or decimals, of
// which several are one double: by a loop over all of them.
func TestLastBeforeADouble(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	const n = 4200
	const large = 1 << 60 // where 256 numbers are one double
	bounds := make([]float64, n)
	var rows []string
	for i := range bounds {
		switch {
		case i < 3:
			bounds[i] = []float64{0, math.Copysign(0, -1), -1e300}[i]
		case i%2 == 0:
			bounds[i] = float64(large + r.Int64N(10000))
		default:
			bounds[i] = float64(r.Int64N(40000))/4 - 1000
		}
		rows = append(rows, fmt.Sprintf("(%d, %se0)", i, strconv.FormatFloat(bounds[i], 'f', -1, 64)))
	}
	mustRun(t, s, "CREATE TABLE x (id INT NOT NULL, at DOUBLE NOT NULL)")
	mustRun(t, s, "INSERT INTO x VALUES "+strings.Join(rows, ", "))
	own := make([]int64, n)
	for i := range own {
		own[i] = []int64{large + r.Int64N(10000), r.Int64N(10000) - 1000, -r.Int64N(3)}[i%3]
	}
	for _, typ := range []string{"DOUBLE", "BIGINT", "DECIMAL(19,0)", "BIGINT NULL"} {
		rows := []string{}
		for id, at := range own {
			rows = append(rows, fmt.Sprintf("(%d, %d)", id, at))
		}
		mustRun(t, s, "DROP TABLE IF EXISTS q")
		mustRun(t, s, "CREATE TABLE q (id INT NOT NULL, at "+typ+")")
		mustRun(t, s, "INSERT INTO q VALUES "+strings.Join(rows, ", "))
		for _, after := range []bool{false, true} {
			checkBesideDouble(t, s, bounds, own, typ == "DOUBLE", after)
		}
	}
}

func checkBesideDouble(t *testing.T, s *Session, bounds []float64, own []int64, double, after bool) {
	t.Helper()
	found, sum := 0, int64(0)
	for _, at := range bounds {
		best := -1
		for id, q := range own {
			if f := float64(q); after && f <= at || !after && f > at {
				continue
			}
			if best < 0 || isBefore(q, own[best], double) == after && isBefore(q, own[best], double) != isBefore(own[best], q, double) {
				best = id
			}
		}
		if best >= 0 {
			found, sum = found+1, sum+int64(best)
		}
	}
	where := map[bool]string{false: "q.at <= x.at ORDER BY q.at DESC, q.id", true: "x.at < q.at ORDER BY q.at, q.id"}[after]
	query := fmt.Sprintf("COUNT(l), SUM(l) FROM (SELECT (SELECT q.id FROM q WHERE %s LIMIT 1) l FROM x) y", where)
	checkFact(t, s, [2]string{query, fmt.Sprintf("%d\t%d", found, sum)})
	checkNotAllPairs(t, s, "SELECT "+query)
}

// isBefore compares two numbers, or the doubles that they become.
func isBefore(a, b int64, double bool) bool {
	if double {
		return float64(a) < float64(b)
	}
	return a < b
}
