package cpu

import (
	"fmt"

	"pgregory.net/rapid"

	"gsdms/operators"
	"gsdms/plan"
)

// unsorted is 400 different texts in no order, in three parts. Many begin as others do, and one is empty.
func unsorted() *plan.Unsorted {
	var parts []*plan.Texts
	for from := 0; from < 400; from += 150 {
		ends, all := []uint32{0}, []byte(nil)
		for i := from; i < min(400, from+150); i++ {
			all = append(all, unsortedText(i)...)
			ends = append(ends, uint32(len(all)))
		}
		parts = append(parts, plan.NewTexts(ends, all))
	}
	return plan.NewNumbered(parts, 0)
}

func unsortedText(code int) string {
	switch n := code * 7919 % 401; {
	case code == 9:
		return ""
	case n%3 == 0:
		return fmt.Sprint("all begin as this does ", n)
	case n%3 == 1:
		return fmt.Sprint("eight by", map[bool]string{true: "te", false: "\xc3\xa4"}[n%2 == 0], n)
	default:
		return fmt.Sprint(n)
	}
}

// ofTexts draws a fold of codes, which a narrow column has.
func (g *generator) ofTexts(narrow []int) operators.Fold {
	f := rapid.SampledFrom([]operators.FoldFunc{operators.MinText, operators.MaxText}).Draw(g.t, "of texts")
	return operators.Fold{Func: f, Arg: g.loadOf(g.pick(narrow)), Unsorted: unsorted()}
}

// extremeText finds the code of the least or the greatest text of values.
func extremeText(f operators.Fold, all []cell) string {
	best := all[0].n
	for _, c := range all {
		if text, was := unsortedText(int(c.n)), unsortedText(int(best)); f.Func == operators.MinText && text < was || f.Func == operators.MaxText && text > was {
			best = c.n
		}
	}
	return fmt.Sprint(best)
}
