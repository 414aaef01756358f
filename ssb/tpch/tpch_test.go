package tpch

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/pingcap/tidb/pkg/parser"
	_ "github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/ssb/bench"
	"gsdms/ssb/tpch/gen"
)

// columns are those of each query's result.
var columns = [Count]int{10, 8, 4, 2, 2, 1, 4, 2, 3, 8, 2, 3, 2, 1, 5, 4, 1, 6, 1, 2, 2, 3}

func TestEmbeddedAnswersHaveTheKnownShape(t *testing.T) {
	for sf, rows := range map[float64][Count]int{
		0.01: {4, 4, 10, 5, 5, 1, 4, 2, 173, 20, 359, 2, 33, 1, 1, 296, 1, 2, 1, 1, 1, 7},
		1:    {4, 100, 10, 5, 5, 1, 4, 2, 175, 20, 1048, 2, 42, 1, 1, 18314, 1, 57, 1, 186, 100, 7},
	} {
		answers, err := answersOf(sf, Queries())
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range answers {
			if len(a) != rows[i] || len(a[0]) != columns[i] {
				t.Errorf("sf %v, Q%d: %d rows of %d columns, want %d of %d", sf, i+1, len(a), len(a[0]), rows[i], columns[i])
			}
		}
		if got := answers[16][0][0]; sf == 0.01 && got != "NULL" {
			t.Errorf("Q17 at 0.01 is %s, want NULL", got)
		}
		if got := answers[7][1]; sf == 1 && !reflect.DeepEqual(got, []string{"1996", "0.04148552"}) {
			t.Errorf("Q8 at 1 ends with %v", got)
		}
	}
	none, err := answersOf(2, Queries())
	if err != nil || none[0] != nil {
		t.Errorf("answers at 2: %v, %v, want none", none[0], err)
	}
}

// texts are the 22, and random ones.
func texts() []bench.Query { return append(Queries(), RandomOf(7, 10*Count, Queries())...) }

func TestTextsParse(t *testing.T) {
	for _, q := range texts() {
		statements, _, err := parser.New().Parse(q.Text, "", "")
		if err != nil || len(statements) != 1 {
			t.Errorf("%s: %d statements, %v\n%s", q.Name, len(statements), err, q.Text)
		}
	}
	if n := len(Queries()); n != 22 {
		t.Errorf("%d queries", n)
	}
}

// constant matches what a parameter may be: a quoted text or a number.
var constant = regexp.MustCompile(`'[^']*'|\b[0-9.]+\b`)

func TestRandomIsSeededAndKeepsTheShapes(t *testing.T) {
	a, b, c := RandomOf(7, 88, Queries()), RandomOf(7, 88, Queries()), RandomOf(8, 88, Queries())
	if !reflect.DeepEqual(a, b) {
		t.Error("equal seeds gave different queries")
	}
	shape := func(s string) string { return constant.ReplaceAllString(s, "?") }
	same, other := 0, 0
	for i, q := range a {
		s := Queries()[i%Count]
		if q.Name != s.Name || shape(q.Text) != shape(s.Text) {
			t.Errorf("query %d is not %s with other constants:\n%s", i, s.Name, q.Text)
		}
		if q.Text == s.Text {
			same++
		}
		if q.Text == c[i].Text {
			other++
		}
	}
	if same > 2 || other > 8 {
		t.Errorf("%d of 88 have the validation's parameters, %d equal those of another seed", same, other)
	}
}

// What each parameter replaces is there to be replaced, every time.
func TestParametersAreInTheTexts(t *testing.T) {
	d := newDice(3)
	for _, q := range Queries() {
		for _, p := range d.parameters(q.Name) {
			if !strings.Contains(q.Text, p[0]) {
				t.Errorf("%s has no %q", q.Name, p[0])
			}
		}
	}
}

// The ranges of the specification, looked for in many draws.
func TestRandomRanges(t *testing.T) {
	for name, want := range map[string]string{
		"Q1":  `interval (6\d|7\d|8\d|9\d|1[01]\d|120) day`,
		"Q3":  `< date '1995-03-(0[1-9]|[12]\d|3[01])'\nand l_shipdate > date '1995-03-`,
		"Q4":  `>= date '(199[3-6]-(0[1-9]|1[0-2])|1997-(0[1-9]|10))-01'`,
		"Q6":  `between 0\.0([2-9]) - 0\.01 and 0\.0[2-9] \+ 0\.01\nand l_quantity < 2[45]$`,
		"Q10": `>= date '(1993-(0[2-9]|1[0-2])|1994-\d\d|1995-01)-01'`,
		"Q16": `'Brand#[1-5][1-5]'\nand p_type not like '[A-Z]+ [A-Z]+%'\nand p_size in \((\d+, ){7}\d+\)`,
		"Q18": `> 31[2-5]\)`,
		"Q22": `in \('[123]\d'(, '[123]\d'){6}\)`,
	} {
		pattern := regexp.MustCompile(want)
		for _, q := range RandomOf(5, 200, []bench.Query{standard(name)}) {
			if !pattern.MatchString(q.Text) {
				t.Errorf("%s is not as %s:\n%s", name, want, q.Text)
				break
			}
		}
	}
	for _, q := range RandomOf(5, 200, []bench.Query{standard("Q7"), standard("Q12")}) {
		words := regexp.MustCompile(`n1\.n_name = '(.*?)' and n2\.n_name = '(.*?)'|in \('(.*?)', '(.*?)'\)`).FindStringSubmatch(q.Text)
		if words == nil || words[1]+words[3] == words[2]+words[4] {
			t.Errorf("%s: the two are %v\n%s", q.Name, words, q.Text)
		}
	}
}

func TestSchemaNamesTheTablesInOrder(t *testing.T) {
	bare := suiteAt(t, 0.01, true)
	for i, s := range Schema() {
		plain := bare.Tables[i].Create
		if got := strings.Fields(s)[2]; got != gen.Tables()[i] {
			t.Errorf("table %d is %s, want %s", i, got, gen.Tables()[i])
		}
		if !strings.Contains(s, " KEY") || strings.Contains(plain, " KEY") || strings.Contains(plain, "REFERENCES") {
			t.Errorf("keys:\n%s\n%s", s, plain)
		}
		if strings.Count(s, "NOT NULL") != strings.Count(plain, "NOT NULL") {
			t.Errorf("columns went with the keys:\n%s", plain)
		}
	}
}
