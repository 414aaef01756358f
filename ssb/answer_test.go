package ssb

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestEvaluatorAgreesWithThePublishedAnswers(t *testing.T) {
	scales := []float64{0.01}
	if os.Getenv("GSDMS_SSB_SF1") != "" {
		scales = append(scales, 1)
	}
	for _, sf := range scales {
		want, err := reference(sf)
		if err != nil || len(want) != 13 {
			t.Fatalf("%d answers embedded for %v: %v", len(want), sf, err)
		}
		got, err := Evaluate(t.Context(), sf, Queries(), 2)
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range Queries() {
			if err := q.Check(got[i], want[q.Name]); err != nil {
				t.Errorf("sf %v: %v", sf, err)
			}
		}
	}
}

func TestEmbeddedAnswersHaveTheKnownRows(t *testing.T) {
	want, err := reference(1)
	if err != nil {
		t.Fatal(err)
	}
	rows := []int{1, 1, 1, 280, 56, 7, 150, 599, 24, 3, 35, 100, 316}
	for i, q := range Queries() {
		if n := len(want[q.Name]); n != rows[i] {
			t.Errorf("%s has %d rows, want %d", q.Name, n, rows[i])
		}
	}
	if got := want["Q1.1"][0][0]; got != "446031203850" {
		t.Errorf("Q1.1 is %s", got)
	}
	if none, err := reference(2); none != nil || err != nil {
		t.Errorf("reference(2) = %v, %v, want none", none, err)
	}
}

func TestCheckSeesEveryDifference(t *testing.T) {
	q := standard("Q3.1")
	want := Answer{{"CHINA", "INDIA", "1992", "70"}, {"CHINA", "JAPAN", "1992", "50"}, {"INDIA", "JAPAN", "1992", "50"}}
	swap := Answer{want[0], want[2], want[1]}
	if err := q.Check(swap, want); err != nil {
		t.Errorf("rows with equal order keys swapped: %v", err)
	}
	for name, got := range map[string]Answer{
		"a row less":      want[:2],
		"a row twice":     {want[0], want[1], want[1]},
		"wrong order":     {want[1], want[0], want[2]},
		"another sum":     {want[0], want[1], {"INDIA", "JAPAN", "1992", "51"}},
		"another group":   {want[0], want[1], {"INDIA", "CHINA", "1992", "50"}},
		"an empty answer": {},
	} {
		if err := q.Check(got, want); err == nil || !strings.Contains(err.Error(), "Q3.1") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestSelect(t *testing.T) {
	for patterns, want := range map[string]string{
		"all":        "Q1.1 Q1.2 Q1.3 Q2.1 Q2.2 Q2.3 Q3.1 Q3.2 Q3.3 Q3.4 Q4.1 Q4.2 Q4.3",
		"q2.*, Q1.1": "Q1.1 Q2.1 Q2.2 Q2.3", "Q?.3": "Q1.3 Q2.3 Q3.3 Q4.3", "Q3.4,q3.4": "Q3.4",
	} {
		queries, err := Select(patterns)
		var got []string
		for _, q := range queries {
			got = append(got, q.Name)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %v, %v, want %s", patterns, got, err, want)
		}
	}
	for _, bad := range []string{"Q5.1", "", "Q1.1,", "Q["} {
		if _, err := Select(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

func TestRandomIsSeededAndKeepsTheShapes(t *testing.T) {
	a, b, c := Random(7, 104), Random(7, 104), Random(8, 104)
	if !reflect.DeepEqual(a, b) {
		t.Error("equal seeds gave different queries")
	}
	texts := map[string]bool{}
	same := 0
	for i, q := range a {
		texts[q.Text] = true
		if q.Text == c[i].Text {
			same++
		}
		shape := func(s string) string { return literal.ReplaceAllString(s, "?") }
		if s := standard(q.Name); q.Name != names[i%13] || shape(q.Text) != shape(s.Text) {
			t.Errorf("query %d (%s) has not the shape of %s:\n%s", i, q.Name, names[i%13], q.Text)
		}
	}
	if len(texts) < 100 || same > 4 {
		t.Errorf("%d different texts of 104, %d equal with another seed", len(texts), same)
	}
}

func TestDifferentRepeatsNothing(t *testing.T) {
	s, err := Suite(0.01)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]bool{}
	for _, q := range s.Different(3, 520) {
		texts[q.Text] = true
	}
	if len(texts) != 520 {
		t.Errorf("%d texts of 520 queries", len(texts))
	}
	if !reflect.DeepEqual(s.Different(3, 20), s.Different(3, 20)) {
		t.Error("equal seeds gave different queries")
	}
}

func TestRandomOfChosenShapes(t *testing.T) {
	shapes, err := Select("Q1.2,Q4.*")
	if err != nil {
		t.Fatal(err)
	}
	for i, q := range RandomOf(7, 9, shapes) {
		if q.Name != shapes[i%4].Name || q.Text == shapes[i%4].Text {
			t.Errorf("query %d is %s:\n%s", i, q.Name, q.Text)
		}
	}
}

func TestRandomQueriesSelectRows(t *testing.T) {
	queries := Random(1, 13*8)
	answers, err := Evaluate(t.Context(), 0.1, queries, 2)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for i, q := range queries {
		if len(answers[i]) > 0 && answers[i][0][0] != "NULL" {
			found[q.Name]++
		}
	}
	for _, name := range names[:8] {
		if found[name] < 6 {
			t.Errorf("%d of 8 random %s have rows", found[name], name)
		}
	}
}

func TestSchemaNamesTheTablesInOrder(t *testing.T) {
	var got []string
	for _, s := range Schema() {
		got = append(got, strings.Fields(s)[2])
	}
	if want := "date part supplier customer lineorder"; strings.Join(got, " ") != want {
		t.Errorf("schema of %v, want %s", got, want)
	}
}
