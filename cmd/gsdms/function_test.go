package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gsdms/operators"
	"gsdms/sql/embed"
)

// brought are functions that a program brings, one of which devices do not know.
func brought() []embed.Function {
	return []embed.Function{
		{Name: "hyp", Params: []embed.NumberType{embed.Double, embed.Double}, Returns: embed.Double, C: "a * a + b * b", Loop: func(out embed.Numbers, in []embed.Numbers) {
			for i, a := range in[0].Floats {
				out.Floats[i] = float64(a*a) + float64(in[1].Floats[i]*in[1].Floats[i])
			}
		}},
		{Name: "rooted", Params: []embed.NumberType{embed.Double}, Returns: embed.Double, C: "sqrt(a)", Loop: func(out embed.Numbers, in []embed.Numbers) {
			for i, a := range in[0].Floats {
				out.Floats[i] = math.Sqrt(a)
			}
		}},
		{Name: "mixed", Params: []embed.NumberType{embed.BigInt, embed.BigInt, embed.Double}, Returns: embed.BigInt, C: "c < 10 ? (a ^ b) : a - b", Loop: func(out embed.Numbers, in []embed.Numbers) {
			for i, a := range in[0].Ints {
				if b := in[1].Ints[i]; in[2].Floats[i] < 10 {
					out.Ints[i] = a ^ b
				} else {
					out.Ints[i] = a - b
				}
			}
		}},
		{Name: "inverse", Params: []embed.NumberType{embed.BigInt}, Returns: embed.Double, C: "1.0 / (double)a", Loop: func(out embed.Numbers, in []embed.Numbers) {
			for i, a := range in[0].Ints {
				out.Floats[i] = 1 / float64(a)
			}
		}},
		{Name: "here", Params: []embed.NumberType{embed.BigInt}, Returns: embed.BigInt, Loop: func(out embed.Numbers, in []embed.Numbers) { copy(out.Ints, in[0].Ints) }},
	}
}

// bringing opens tables for which a program brings functions.
func bringing(t *testing.T, b operators.Backend, setup []string) *embed.DB {
	t.Helper()
	db, err := embed.Open(t.Context(), t.TempDir(), embed.Options{Backend: b, Functions: brought()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close(); b.Close() })
	for _, text := range setup {
		if _, err := db.Exec(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// rowsOf gives the rows of a query as texts, or its error.
func rowsOf(t *testing.T, db *embed.DB, text string) string {
	t.Helper()
	rows, err := db.Query(t.Context(), text)
	if err != nil {
		return err.Error()
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		for i := range rows.Columns() {
			out = append(out, fmt.Sprint(rows.Value(i)))
		}
	}
	if err := rows.Err(); err != nil {
		return err.Error()
	}
	return strings.Join(out, " ")
}

// Functions that a program brings give the same on a device as on a CPU.
func TestBroughtFunctionsOnADevice(t *testing.T) {
	setup := append(points(3000), "create view shifted as select id, mixed(y, z, x) as m from p")
	device, cpu := bringing(t, likeCard(t), setup), bringing(t, usualCPU(t), setup)
	for _, text := range []string{
		"select count(*), sum(mixed(y, z, x)), min(hyp(x, y)), max(rooted(x - 15)), sum(hyp(x, z)) from p", "select id, hyp(x, z), rooted(y - 10), mixed(id, z, x) from p order by id limit 300",
		"select mixed(y, z, x), count(*), sum(x) from p group by 1 order by 1", "select count(*) from p where hyp(x, y) between 200 and 900 and mixed(y, z, x) > 3",
		"select m, count(*) from shifted where m is not null group by m order by m", "select sum(if(y > 0, inverse(y), 0)) from p",
		"select count(*) from p a join p b on mixed(a.y, a.z, a.x) = b.id", "select rooted(max(x)), here(count(*)) from p",
	} {
		if got, want := rowsOf(t, device, text), rowsOf(t, cpu, text); got != want || got == "" {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for _, db := range []*embed.DB{device, cpu} {
		if got := rowsOf(t, db, "select sum(inverse(y)) from p"); !strings.Contains(got, "1690") || !strings.Contains(got, "INVERSE(p.y)") {
			t.Errorf("the error does not name the call: %s", got)
		}
	}
	if got := rowsOf(t, device, "select sum(here(y * id)) from p"); !strings.Contains(got, "no function here on cuda") {
		t.Errorf("without an expression in C: %s", got)
	}
}
