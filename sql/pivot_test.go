package sql

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// sale is a row of the test below; nil is NULL.
type sale struct {
	shop  int
	day   *string
	price *int
}

// cells computes aggregates under conditions for the sales of a shop, row by row.
func cells(rows []sale) string {
	type sum struct{ n, seen int }
	var monday, tuesday, noDay sum
	var most *int
	count, zero, late := 0, 0, 0
	add := func(s *sum, price *int) {
		if price != nil {
			s.n, s.seen = s.n+*price, s.seen+1
		}
	}
	for _, r := range rows {
		is := func(day string) bool { return r.day != nil && *r.day == day }
		if is("mon") {
			add(&monday, r.price)
			count++
		}
		if is("tue") {
			add(&tuesday, r.price)
			if r.price != nil && (most == nil || *r.price > *most) {
				most = r.price
			}
		} else {
			tuesday.seen++ // it counts as 0
		}
		if r.day == nil {
			add(&noDay, r.price)
		}
		if is("wed") || is("thu") {
			late += 2
		} else {
			zero++
		}
	}
	text := func(s sum) string {
		if s.seen == 0 {
			return "NULL"
		}
		return fmt.Sprint(s.n)
	}
	max := "NULL"
	if most != nil {
		max = fmt.Sprint(*most)
	}
	return strings.Join([]string{text(monday), text(tuesday), text(noDay), fmt.Sprint(count), max, fmt.Sprint(late), fmt.Sprint(zero), fmt.Sprint(len(rows))}, " ")
}

// someSales gives sales by shop, all of them, and how INSERT spells them.
func someSales() (shops map[int][]sale, all []sale, values []string) {
	r := rand.New(rand.NewPCG(5, 7))
	days := []string{"mon", "tue", "wed", "thu"}
	shops = map[int][]sale{}
	for range 3000 {
		row := sale{shop: r.IntN(9)}
		day, price := "NULL", "NULL"
		if row.shop > 6 { // shops without a Monday or a price
			if row.shop == 8 {
				day = "tue"
				row.day = &day
			}
		} else {
			if d := r.IntN(5); d < 4 {
				row.day = &days[d]
				day = days[d]
			}
			if p := r.IntN(100); p < 80 {
				p -= 40
				row.price = &p
				price = fmt.Sprint(p)
			}
		}
		if row.day != nil {
			day = "'" + *row.day + "'"
			text := strings.Trim(day, "'")
			row.day = &text
		}
		shops[row.shop] = append(shops[row.shop], row)
		all = append(all, row)
		values = append(values, fmt.Sprintf("(%d, %s, %s)", row.shop, day, price))
	}
	return shops, all, values
}

// TestAggregatesUnderConditions: aggregates of which each takes the rows of one value of a
// column, as a table of days across has, are what a loop over the rows gives, with groups
// and without, and are made of groups by that column.
func TestAggregatesUnderConditions(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 256})
	s := e.NewSession()
	shops, all, values := someSales()
	mustRun(t, s, "CREATE TABLE sales (shop INT NOT NULL, day VARCHAR(3), price INT); INSERT INTO sales VALUES "+strings.Join(values, ", "))
	aggregates := `SUM(CASE day WHEN 'mon' THEN price END), SUM(IF(day = 'tue', price, 0)), SUM(IF(day IS NULL, price, NULL)),
		COUNT(IF(day = 'mon', 1, NULL)), MAX(CASE WHEN day = 'tue' THEN price END), SUM(IF(day IN ('wed', 'thu'), 2, 0)),
		SUM(CASE WHEN day = 'wed' OR day = 'thu' THEN 0 ELSE 1 END), COUNT(*)`
	var got, want []string
	for shop, rows := range shops {
		want = append(want, fmt.Sprint(shop, " ", cells(rows)))
	}
	for _, q := range []struct {
		text string
		want []string
	}{
		{"SELECT shop, " + aggregates + " FROM sales GROUP BY shop", want},
		{"SELECT " + aggregates + " FROM sales", []string{cells(all)}},
		{"SELECT " + aggregates + " FROM sales WHERE shop > 99", []string{"NULL NULL NULL 0 NULL NULL NULL 0"}},
	} {
		got = nil
		rows, err := s.Query(t.Context(), q.text)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rows.Rows.Len {
			var line []string
			for j := range rows.Columns {
				text, null := rows.Text(i, j)
				if null {
					text = "NULL"
				}
				line = append(line, text)
			}
			got = append(got, strings.Join(line, " "))
		}
		slices.Sort(got)
		slices.Sort(q.want)
		if !slices.Equal(got, q.want) {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", q.text, strings.Join(got, "\n"), strings.Join(q.want, "\n"))
		}
		plan, err := s.Query(t.Context(), "EXPLAIN "+q.text)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for i := range plan.Rows.Len {
			line, _ := plan.Text(i, 0)
			text += line + "\n"
		}
		if strings.Count(text, "group ") != 2 {
			t.Errorf("%s is not grouped twice:\n%s", q.text, text)
		}
	}
}
