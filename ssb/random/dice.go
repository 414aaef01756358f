package random

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"gsdms/ssb/tpch/gen"
)

// dice draw.
type dice struct{ *rand.Rand }

// chance is true so often of a hundred times.
func (d dice) chance(percent int) bool { return d.IntN(100) < percent }

// between is a number from lo to hi.
func (d dice) between(lo, hi int) int { return lo + d.IntN(hi-lo+1) }

// of is an entry of a list, which has some.
func of[T any](d dice, list []T) T { return list[d.IntN(len(list))] }

// some are so many different entries of a list, or all, in any order.
func some[T any](d dice, n int, list []T) []T {
	var out []T
	for _, i := range d.Perm(len(list))[:min(n, len(list))] {
		out = append(out, list[i])
	}
	return out
}

// blank is what a template leaves open: {1-50} is a number, {mode} a word of that list.
var blank = regexp.MustCompile(`\{([a-z]+|\d+-\d+)\}`)

// fill fills the blanks of a template. In it @ is before each column, for the alias.
func (d dice) fill(template, alias string) string {
	text := strings.ReplaceAll(template, "@", alias+".")
	return blank.ReplaceAllStringFunc(text, func(b string) string { return d.word(strings.Trim(b, "{}")) })
}

// word is what comes in the place of a blank.
func (d dice) word(blank string) string {
	if lo, hi, numbers := strings.Cut(blank, "-"); numbers {
		return d.number(lo, hi)
	}
	lists := gen.Lists()
	switch blank {
	case "day":
		return fmt.Sprintf("%d-%02d-%02d", d.between(1992, 1998), d.between(1, 7), d.between(1, 28))
	case "mode":
		return of(d, lists.Modes)
	case "priority":
		return of(d, lists.Priorities)
	case "instruction":
		return of(d, lists.Instructions)
	case "segment":
		return of(d, lists.Segments)
	case "container":
		return of(d, lists.Containers)
	case "color":
		return of(d, lists.Colors)
	case "nation":
		return of(d, lists.Nations).Name
	case "region":
		return of(d, lists.Regions)
	case "metal":
		return of(d, []string{"TIN", "NICKEL", "BRASS", "STEEL", "COPPER"})
	case "said":
		return of(d, []string{"special", "requests", "deposits", "furiously", "pinto", "ironic", "final a"})
	default:
		panic("no list has the words of a blank {" + blank + "}")
	}
}

// number is one from lo to hi, with as many digits as lo has.
func (d dice) number(lo, hi string) string {
	from, _ := strconv.Atoi(lo)
	to, _ := strconv.Atoi(hi)
	return strconv.Itoa(d.between(from, to))
}
