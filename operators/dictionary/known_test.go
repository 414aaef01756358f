package dictionary

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"gsdms/plan"
)

// Texts have the codes of those that are known, of one text and of many, empty ones among them, and others
// and NULLs have none.
func TestTextsThatAreKnown(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, known := range []int{0, 1, 2, 63, 1000, severalParts + 5, 150_000} {
		of, codes := []string{}, map[string]int64{}
		for n := range known {
			text := fmt.Sprint(n * 7)
			if n == 1 {
				text = ""
			}
			of, codes[text] = append(of, text), int64(n)
		}
		texts, nulls := make([]string, 2*known+lookAhead+3), make([]bool, 2*known+lookAhead+3)
		for i := range texts {
			if nulls[i] = r.Intn(10) == 0; r.Intn(20) > 0 {
				texts[i] = fmt.Sprint(r.Intn(9*known + 9))
			}
		}
		u, given, err := Numbered(context.Background(), of, nil)
		if err != nil {
			t.Fatal(err)
		}
		k, err := NewKnown(context.Background(), &plan.Column{Unsorted: u})
		if err != nil {
			t.Fatal(err)
		}
		got, none, err := k.CodesOf(texts, nulls)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range texts {
			code, ok := codes[text]
			if ok = ok && !nulls[i]; ok == none[i] || ok && got[i] != given[code] {
				t.Fatalf("%q of %d known, NULL %v: code %d, none %v", text, known, nulls[i], got[i], none[i])
			}
		}
	}
}
