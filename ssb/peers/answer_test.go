package main

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/ssb/bench"
)

// answerOf collects rows of texts; a column named in real is compared by value.
func answerOf(t *testing.T, real []column, rows ...string) answer {
	t.Helper()
	c := newCollector(real)
	for _, row := range rows {
		if err := c.add(strings.Split(row, " ")); err != nil {
			t.Fatal(err)
		}
	}
	return c.answer
}

// TestCompareSeesEveryDifference holds what may differ, and what may not.
func TestCompareSeesEveryDifference(t *testing.T) {
	columns := []column{{}, {Real: true, Step: 0.0001}}
	want := answerOf(t, columns, "a 3.0001", "b 2.0000", "c 2.0000", "d NULL")
	ordered := bench.Query{Order: []int{1}}
	for _, c := range []struct {
		name string
		rows []string
		q    bench.Query
		same bool
	}{
		{"rounded", []string{"a 3.00014", "b 2", "c 2", "d NULL"}, ordered, true},
		{"equal in the order, swapped", []string{"a 3.0001", "c 2", "b 2", "d NULL"}, ordered, true},
		{"another order, and none was asked", []string{"d NULL", "c 2", "b 2", "a 3.0001"}, bench.Query{}, true},
		{"another order", []string{"b 2", "a 3.0001", "c 2", "d NULL"}, ordered, false},
		{"too far off", []string{"a 3.0003", "b 2", "c 2", "d NULL"}, ordered, false},
		{"another group", []string{"a 3.0001", "b 2", "x 2", "d NULL"}, ordered, false},
		{"a row twice", []string{"a 3.0001", "b 2", "b 2", "d NULL"}, ordered, false},
		{"a row less", []string{"a 3.0001", "b 2", "c 2"}, ordered, false},
		{"no NULL", []string{"a 3.0001", "b 2", "c 2", "d 0"}, bench.Query{}, false},
	} {
		if err := compare(c.q, answerOf(t, columns, c.rows...), want); (err == nil) != c.same {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestRowsThatLimitCutsMayDiffer has rows equal to the last one, of which LIMIT takes any.
func TestRowsThatLimitCutsMayDiffer(t *testing.T) {
	columns := []column{{}, {}}
	want := answerOf(t, columns, "a 9", "b 8", "c 7", "d 7")
	for rows, same := range map[string]bool{"a 9|b 8|d 7|e 7": true, "a 9|x 8|c 7|d 7": false, "a 9|b 8|c 7|d 6": false} {
		got := answerOf(t, columns, strings.Split(rows, "|")...)
		if err := compare(bench.Query{Order: []int{1}, Cut: true}, got, want); (err == nil) != same {
			t.Errorf("%s: %v", rows, err)
		}
		if err := compare(bench.Query{Order: []int{1}}, got, want); err == nil {
			t.Errorf("%s: no error though nothing is cut", rows)
		}
	}
}

// TestLargeAnswersAreComparedBySums has more rows than are kept, in two orders.
func TestLargeAnswersAreComparedBySums(t *testing.T) {
	const n = mostCells
	rows := func(from, step int, value func(i int) float64) answer {
		c := newCollector([]column{{}, {Real: true}})
		for k := range n {
			i := (from + k*step) % n
			if err := c.add([]string{fmt.Sprint("id", i), fmt.Sprint(value(i))}); err != nil {
				t.Fatal(err)
			}
		}
		return c.answer
	}
	half := func(i int) float64 { return float64(i) / 2 }
	want := rows(0, 1, half)
	if want.Cells != nil || want.Rows != n {
		t.Fatalf("%d rows, %d kept", want.Rows, len(want.Cells))
	}
	if err := compare(bench.Query{}, rows(17, 3, half), want); err != nil {
		t.Error("another order:", err)
	}
	for name, value := range map[string]func(i int) float64{
		"one value is another": func(i int) float64 { return half(i) + 10*float64(i/(n-1)) },
		"two values swapped": func(i int) float64 {
			if i < 2 {
				return half(n - 1 - i*(n-2))
			}
			if i == n-1 {
				return half(0)
			}
			return half(i)
		},
	} {
		if err := compare(bench.Query{}, rows(0, 1, value), want); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestFirstAnswerIsRightUnlessOneIsKnown compares engines with one another.
func TestFirstAnswerIsRightUnlessOneIsKnown(t *testing.T) {
	q := bench.Query{Name: "q", Text: "SELECT"}
	a := answers{}
	for i, c := range []struct {
		rows string
		same bool
	}{{"7", true}, {"7", true}, {"8", false}, {"7", true}} {
		err := a.check(q, answerOf(t, []column{{}}, c.rows))
		if (err == nil) != c.same || err != nil && !strings.HasPrefix(err.Error(), wrongAnswer) {
			t.Errorf("answer %d: %v", i, err)
		}
	}
}

// TestKnownDecimalsAreRounded compares answers that are known as texts with doubles.
func TestKnownDecimalsAreRounded(t *testing.T) {
	want := exactAnswer([][]string{{"A-1.5", "0.04148552", "7", "NULL"}, {"B.2", "-12.10000000", "8", "1.50"}})
	got := answer{Rows: 2, Columns: []column{{}, {Real: true}, {}, {Real: true}}}
	for _, c := range []struct {
		cells [][]string
		same  bool
	}{
		{[][]string{{"A-1.5", "0.0414855222", "7", "NULL"}, {"B.2", "-12.1", "8", "1.499"}}, true},
		{[][]string{{"A-1.5", "0.04148553", "7", "NULL"}, {"B.2", "-12.1", "8", "1.5"}}, false},
		{[][]string{{"A-1.5", "0.04148552", "7.1", "NULL"}, {"B.2", "-12.1", "8", "1.5"}}, false},
		{[][]string{{"A-1.6", "0.04148552", "7", "NULL"}, {"B.2", "-12.1", "8", "1.5"}}, false},
		{[][]string{{"A-1.5", "0.04148552", "7", "1.5"}, {"B.2", "-12.1", "8", "1.5"}}, false},
	} {
		got.Cells = c.cells
		if err := compare(bench.Query{Order: []int{0}}, got, want); (err == nil) != c.same {
			t.Errorf("%v: %v", c.cells, err)
		}
	}
}
