package sql

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// unsignedValues are numbers without a sign on both sides of 63 bits.
func unsignedValues() []uint64 {
	out := []uint64{0, 1, 2, 99, 1_000_000_007, 1<<62 - 1, 1 << 62, 1<<63 - 1, 1 << 63, 1<<63 + 1, math.MaxUint64 - 1, math.MaxUint64}
	for n, i := uint64(0x9E3779B97F4A7C15), 0; i < 40; i++ {
		n = n*6364136223846793005 + 1442695040888963407
		out = append(out, n)
	}
	return out
}

// Quotients and rests of numbers past 63 bits, alone, as keys, in conditions and under other arithmetic, against
// arithmetic with big numbers; programs compute them, so no step stands between the scan and the groups.
func TestDividedUnsigned(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE h (u BIGINT UNSIGNED, m INT)")
	rows, values := []string{"(NULL, 0)"}, unsignedValues()
	for _, n := range values {
		rows = append(rows, fmt.Sprintf("(%d, 1)", n))
	}
	mustRun(t, s, "INSERT INTO h VALUES "+strings.Join(rows, ", "))
	for _, by := range []uint64{1, 2, 3, 7, 10, 100, 1e9, 1e18, 1 << 62, 1<<62 + 1, 1 << 63, math.MaxUint64} {
		quotients, rests, ten, count := big.NewInt(0), big.NewInt(0), 0, 0
		for _, n := range values {
			quotients.Add(quotients, new(big.Int).SetUint64(n/by))
			rests.Add(rests, new(big.Int).SetUint64(n%by))
			if n%by%10 == 3 {
				ten++
			}
			if n/by > 5 {
				count++
			}
		}
		query := fmt.Sprintf("SELECT SUM(u DIV %d), SUM(u %% %[1]d), SUM(MOD(u, %[1]d) %% 10 = 3), SUM(u DIV %[1]d > 5) FROM h", by)
		if got, want := flat(mustRun(t, s, query)), fmt.Sprintf("%d|%d|%d|%d", quotients, rests, ten, count); got != want {
			t.Errorf("%s gives %s, want %s", query, got, want)
		}
		kept := fmt.Sprintf("SELECT COUNT(*) FROM h WHERE u DIV %d > 5", by)
		if got, want := flat(mustRun(t, s, kept)), fmt.Sprint(count); got != want {
			t.Errorf("%s gives %s, want %s", kept, got, want)
		}
	}
	for _, query := range []string{"SELECT u % 100, COUNT(*), SUM(m) FROM h GROUP BY u % 100", "SELECT COUNT(*) FROM h WHERE u DIV 1000 % 10 = 3 OR u / 2 > 9000000000000000000", "SELECT SUM(u / 2), MAX(u * 1.5), SUM(u % 7 + m) FROM h"} {
		if plan := flat(mustRun(t, s, "EXPLAIN "+query)); strings.Contains(plan, "pipeline 1") {
			t.Errorf("%s has a step before its groups:\n%s", query, plan)
		}
	}
}

// What else is computed of numbers past 63 bits is computed of their digits; the answers are MySQL's.
func TestUnsignedDigits(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE h (u BIGINT UNSIGNED); INSERT INTO h VALUES (NULL), (0), (1), (9223372036854775807), (9223372036854775808), (18446744073709551615)")
	for _, f := range [][2]string{
		{"SUM(u / 2), MIN(u / 2), MAX(u / 2) FROM h", "18446744073709551615.5000\t0.0000\t9223372036854775807.5000"},
		{"MAX(u + 0.5), MIN(u * 1.5), MAX(u * 1.5) FROM h", "18446744073709551615.5\t0.0\t27670116110564327422.5"},
		{"COUNT(*) FROM h WHERE u / 2 >= 4611686018427387904", "2"},
		{"u FROM h WHERE u * 1.5 > 13835058055282163711 ORDER BY u DESC", "18446744073709551615|9223372036854775808"},
		{"u + 0.5 AS x FROM h GROUP BY u + 0.5 ORDER BY x DESC LIMIT 2", "18446744073709551615.5|9223372036854775808.5"},
		{"u % 10 AS r, COUNT(*) FROM h GROUP BY r ORDER BY r", "NULL\t1|0\t1|1\t1|5\t1|7\t1|8\t1"},
	} {
		checkFact(t, s, f)
	}
}
