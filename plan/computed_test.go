package plan_test

import (
	"slices"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// dictionaryOf is a dictionary of texts, which it sorts.
func dictionaryOf(texts []string) *plan.Dictionary {
	slices.Sort(texts)
	offsets := []uint32{0}
	for _, text := range texts {
		offsets = append(offsets, offsets[len(offsets)-1]+uint32(len(text)))
	}
	return plan.NewDictionary(offsets, []byte(strings.Join(texts, "")))
}

// Texts that a function gives of those of a dictionary, their first bytes and how far these go are what Eval
// gives; NULL goes nowhere.
func TestComputedTextsAreWhatEvalGives(t *testing.T) {
	s := plan.Slot{Of: plan.Type{Kind: plan.String}, CanBeNil: true}
	build := func(op plan.Op, args ...plan.Expr) plan.Expr {
		e, err := typing.Build(op, args...)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	texts := []string{"", "@AZ[`az{", "\x00\x7f", "é日本", "ABCDEFGé", "ABCDEFGHé", "éABCDEFGH", "61", "6z", "Short", strings.Repeat("Word ", 9), strings.Repeat("Long ", 110)}
	for c := range 200 {
		texts = append(texts, strings.Repeat(string(rune('!'+c)), 1+c%11))
	}
	dict := dictionaryOf(texts)
	codes := make([]int64, dict.Len())
	for i := range codes {
		codes[i] = int64(i)
	}
	for _, e := range []plan.Expr{
		build("UPPER", s), build("LOWER", s), build("REVERSE", s), build("UPPER", build("REVERSE", s)), build("REPEAT", s, plan.Literal(value.OfInt(function.MaxText/512))), build("SUBSTRING", s, plan.Literal(value.OfInt(2))),
	} {
		u := plan.NewComputed(dict, e)
		if u == nil {
			t.Fatalf("%s is no chain of one text", e)
		}
		got, nulls, r := make([]string, len(codes)), make([]bool, len(codes)), plan.Reading{Of: u}
		if err := u.Compute(got, codes, nulls); err != nil {
			t.Fatal(err)
		}
		peak := make([][2]uint64, len(codes)/plan.PeakCodes+1)
		for code, text := range texts {
			want, err := plan.Eval(e, func(plan.Expr) (plan.Value, error) { return value.OfString(text), nil })
			if err != nil {
				t.Fatal(err)
			}
			first, null := r.First(int64(code)), r.Null
			if at := string(r.At(int64(code))); nulls[code] != want.IsNull() || null != want.IsNull() || r.Null != want.IsNull() || got[code] != want.Text || at != want.Text || first != plan.FirstBytes([]byte(want.Text)) {
				t.Errorf("%s of %q: %q, %q, first bytes %x, NULL %v, want %v", e, text, got[code], at, first, null, want)
			}
			if p := &peak[plan.PeakOf(int64(code))]; !want.IsNull() {
				p[0], p[1] = max(p[0], first), max(p[1], ^first)
			}
		}
		for code := range codes {
			for turned := range 2 {
				if have, want := u.Peaks().Find(&r, int64(code), turned), peak[plan.PeakOf(int64(code))][turned]; have != want {
					t.Errorf("%s: the peak of code %d, turned %d, is %x, want %x", e, code, turned, have, want)
				}
			}
		}
	}
	for _, e := range []plan.Expr{s, build("LENGTH", s), build("COALESCE", s, plan.Literal(value.OfString("x")))} {
		if plan.NewComputed(dict, e) != nil {
			t.Errorf("%s gives computed texts", e)
		}
	}
}
