package tpch

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gsdms/ssb/bench"
	"gsdms/ssb/tpch/gen"
)

// RandomOf gives n queries, their shapes those given in turn, with random substitution
// parameters from the ranges of clause 2.4 of the TPC-H specification. Equal seeds give
// equal queries. Q11's fraction is the validation's at every scale factor.
func RandomOf(seed uint64, n int, shapes []bench.Query) []bench.Query {
	d := newDice(seed)
	out := make([]bench.Query, n)
	for i := range out {
		out[i] = d.draw(shapes[i%len(shapes)])
	}
	return out
}

type dice struct{ *rand.Rand }

func newDice(seed uint64) dice { return dice{rand.New(rand.NewPCG(seed, 0x545043485f47534d))} }

// draw gives a query other parameters in place of those of the validation.
func (d dice) draw(q bench.Query) bench.Query {
	var swaps []string
	for _, p := range d.parameters(q.Name) {
		swaps = append(swaps, p[0], p[1])
	}
	q.Text = strings.NewReplacer(swaps...).Replace(q.Text)
	return q
}

// parameters are what to replace in a query's text, and by what.
func (d dice) parameters(name string) [][2]string {
	switch name {
	case "Q1":
		return [][2]string{{"90 day", d.number(60, 120) + " day"}}
	case "Q2":
		return [][2]string{{"p_size = 15", "p_size = " + d.number(1, 50)}, {"BRASS", d.syllables(2, 3)}, {"EUROPE", d.of(gen.Lists().Regions)}}
	case "Q3":
		return [][2]string{{"BUILDING", d.of(gen.Lists().Segments)}, {"1995-03-15", "1995-03-" + fmt.Sprintf("%02d", d.between(1, 31))}}
	case "Q4":
		return [][2]string{{"1993-07-01", d.month(1993, 1, 1997, 10)}}
	case "Q5":
		return [][2]string{{"ASIA", d.of(gen.Lists().Regions)}, {"1994-01-01", d.year()}}
	case "Q6":
		return [][2]string{{"1994-01-01", d.year()}, {"0.06", "0.0" + d.number(2, 9)}, {"< 24", "< " + d.number(24, 25)}}
	case "Q7":
		nations := d.several(2, nations())
		return [][2]string{{"FRANCE", nations[0]}, {"GERMANY", nations[1]}}
	case "Q8":
		nation := gen.Lists().Nations[d.IntN(len(gen.Lists().Nations))]
		return [][2]string{{"BRAZIL", nation.Name}, {"AMERICA", gen.Lists().Regions[nation.Region]}, {"ECONOMY ANODIZED STEEL", d.of(gen.Lists().Types)}}
	case "Q9":
		return [][2]string{{"green", d.of(gen.Lists().Colors)}}
	case "Q10":
		return [][2]string{{"1993-10-01", d.month(1993, 2, 1995, 1)}}
	case "Q11":
		return [][2]string{{"GERMANY", d.of(nations())}}
	default:
		return d.laterParameters(name)
	}
}

func (d dice) laterParameters(name string) [][2]string {
	switch name {
	case "Q12":
		modes := d.several(2, gen.Lists().Modes)
		return [][2]string{{"MAIL", modes[0]}, {"SHIP'", modes[1] + "'"}, {"1994-01-01", d.year()}}
	case "Q13":
		return [][2]string{{"%special%", "%" + d.of([]string{"special", "pending", "unusual", "express"}) + "%"},
			{"requests%", d.of([]string{"packages", "requests", "accounts", "deposits"}) + "%"}}
	case "Q14":
		return [][2]string{{"1995-09-01", d.month(1993, 1, 1997, 12)}}
	case "Q15":
		return [][2]string{{"1996-01-01", d.month(1993, 1, 1997, 10)}}
	case "Q16":
		return [][2]string{{"Brand#45", d.brand()}, {"MEDIUM POLISHED", d.syllables(0, 2)},
			{"49, 14, 23, 45, 19, 3, 36, 9", strings.Join(d.several(8, numbers(1, 50)), ", ")}}
	case "Q17":
		return [][2]string{{"Brand#23", d.brand()}, {"MED BOX", d.of(gen.Lists().Containers)}}
	case "Q18":
		return [][2]string{{"300", d.number(312, 315)}}
	case "Q19":
		return slices.Concat(d.sold("Brand#12", 1, 1, 10), d.sold("Brand#23", 10, 10, 20), d.sold("Brand#34", 20, 20, 30))
	case "Q20":
		return [][2]string{{"forest", d.of(gen.Lists().Colors)}, {"1994-01-01", d.year()}, {"CANADA", d.of(nations())}}
	case "Q21":
		return [][2]string{{"SAUDI ARABIA", d.of(nations())}}
	default: // Q22
		return [][2]string{{"'13', '31', '23', '29', '30', '18', '17'", "'" + strings.Join(d.several(7, numbers(10, 34)), "', '") + "'"}}
	}
}

// sold are the parameters of one part of Q19's condition: a brand, and a quantity from lo
// to hi in place of the old one.
func (d dice) sold(brand string, old, lo, hi int) [][2]string {
	const condition = "l_quantity >= %[1]d and l_quantity <= %[1]d + 10"
	return [][2]string{{brand, d.brand()}, {fmt.Sprintf(condition, old), fmt.Sprintf(condition, d.between(lo, hi))}}
}

// between is a number from lo to hi.
func (d dice) between(lo, hi int) int { return lo + d.IntN(hi-lo+1) }

func (d dice) number(lo, hi int) string { return strconv.Itoa(d.between(lo, hi)) }

func (d dice) of(list []string) string { return list[d.IntN(len(list))] }

// several are n different entries of a list.
func (d dice) several(n int, list []string) []string {
	out := make([]string, n)
	for i, at := range d.Perm(len(list))[:n] {
		out[i] = list[at]
	}
	return out
}

// year is the first day of a year from 1993 to 1997.
func (d dice) year() string { return d.number(1993, 1997) + "-01-01" }

// month is the first day of a month from one to another.
func (d dice) month(year, month, lastYear, lastMonth int) string {
	n := d.between(12*year+month-1, 12*lastYear+lastMonth-1)
	return fmt.Sprintf("%d-%02d-01", n/12, n%12+1)
}

// brand is any of the 25.
func (d dice) brand() string { return fmt.Sprintf("Brand#%d%d", d.between(1, 5), d.between(1, 5)) }

// syllables are those of a part's type, of which there are three, after from up to to.
func (d dice) syllables(from, to int) string {
	return strings.Join(strings.Fields(d.of(gen.Lists().Types))[from:to], " ")
}

func nations() []string {
	var out []string
	for _, n := range gen.Lists().Nations {
		out = append(out, n.Name)
	}
	return out
}

// numbers are those from lo to hi.
func numbers(lo, hi int) []string {
	var out []string
	for n := lo; n <= hi; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}
