package sql

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Lists of many numbers that lie far apart, small tables of them, and single values that a query
// computes, leave the rows that have one: of all types, signs and sizes, with NULL and without, beside
// other conditions and not. What is right is said by the texts of the rows.
func TestScatteredNumbersAreFound(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	r := rand.New(rand.NewPCG(5, 6))
	all := farApart(r)
	for _, typ := range slices.Sorted(maps.Keys(all)) {
		value := all[typ]
		const rows = 3000
		mustRun(t, s, "drop table if exists far, few; create table far (id int not null, v "+typ+", g int not null); create table few (k "+typ+")")
		values, rowsOf := make([]string, rows), make([]string, rows)
		for i := range values {
			values[i] = value()
			if i%11 == 0 && !strings.Contains(typ, "not null") {
				values[i] = "null"
			}
			rowsOf[i] = fmt.Sprintf("(%d,%s,%d)", i, values[i], i%7)
		}
		mustRun(t, s, "insert into far values "+strings.Join(rowsOf, ","))
		for _, listed := range []int{50, 65, 300} {
			list, in := make([]string, listed), map[string]bool{}
			for i := range list {
				if list[i] = values[r.IntN(rows)]; list[i] == "null" || i%3 == 0 {
					list[i] = value()
				}
				in[list[i]] = true
			}
			mustRun(t, s, "truncate few; insert into few values ("+strings.Join(list, "),(")+")")
			found := func(holds func(i int) bool) string {
				n, sum := 0, 0
				for i := range values {
					if holds(i) {
						n, sum = n+1, sum+i
					}
				}
				return fmt.Sprintf("%d\t%d", n, sum)
			}
			for where, holds := range conditionsOfList(values, in, list) {
				if got, want := fact(t, s, "count(*), coalesce(sum(id), 0) from far where "+where), found(holds); got != want {
					t.Errorf("%s, %d listed: %.80s … %.80s: %s, not %s", typ, listed, where, where[max(0, len(where)-80):], got, want)
				}
			}
		}
	}
}

// farApart gives, by type, what makes values that lie far apart.
func farApart(r *rand.Rand) map[string]func() string {
	return map[string]func() string{
		"bigint":          func() string { return fmt.Sprint(int64(r.Uint64())) },
		"bigint not null": func() string { return fmt.Sprint(int64(r.Uint64())) },
		"bigint unsigned": func() string { return fmt.Sprint(r.Uint64()) },
		"decimal(18,2)":   func() string { return fmt.Sprintf("%d.%02d", r.Int64N(1e16)-5e15, r.IntN(100)) },
		"datetime": func() string {
			return fmt.Sprintf("'20%02d-%02d-%02d %02d:%02d:%02d'", r.IntN(99), 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60))
		},
		"int":                  func() string { return fmt.Sprint(int32(r.Uint32())) },
		"double":               func() string { return fmt.Sprint(float64(r.Int64N(1e15)) / 8) },
		"varchar(20) not null": func() string { return fmt.Sprintf("'t%d'", r.Int64()) },
	}
}

// conditionsOfList gives conditions about a list, which the table few has too, and for which rows they
// hold: values are those of v, and g is the number of a row modulo 7.
func conditionsOfList(values []string, in map[string]bool, list []string) map[string]func(i int) bool {
	text, value0 := strings.Join(list, ","), list[2]
	is := func(i int) bool { return in[values[i]] }
	isNot := func(i int) bool { return values[i] != "null" && !is(i) }
	one := list[1]
	return map[string]func(i int) bool{
		"v in (" + text + ")":                                     is,
		"v not in (" + text + ")":                                 isNot,
		"v in (" + text + ") and g > 2":                           func(i int) bool { return is(i) && i%7 > 2 },
		"v in (" + text + ") or g = 3":                            func(i int) bool { return is(i) || i%7 == 3 },
		"v in (" + text + ") or v is null":                        func(i int) bool { return is(i) || values[i] == "null" },
		"nullif(v, " + value0 + ") in (" + text + ")":             func(i int) bool { return is(i) && values[i] != value0 },
		"nullif(v, " + value0 + ") not in (" + text + ")":         func(i int) bool { return isNot(i) && values[i] != value0 },
		"v in (" + text + ",null)":                                is,
		"v not in (" + text + ",null)":                            func(int) bool { return false },
		"not (v in (" + text + ") and g > 2) and g < 5":           func(i int) bool { return i%7 < 5 && (isNot(i) || i%7 <= 2) },
		"v in (select k from few)":                                is,
		"v not in (select k from few)":                            isNot,
		"exists (select 1 from few where k = v)":                  is,
		"v = (select k from few where k = " + one + " limit 1)":   func(i int) bool { return values[i] == one },
		"v = (select max(k) from few where k = " + one + ")":      func(i int) bool { return values[i] == one },
		"v = (select distinct k from few where k = " + one + ")":  func(i int) bool { return values[i] == one },
		"v <> (select distinct k from few where k = " + one + ")": func(i int) bool { return values[i] != "null" && values[i] != one },
		"v = (select k from few where k is null)":                 func(int) bool { return false },
	}
}
