package ssb

import (
	"math/rand/v2"
	"strconv"

	"gsdms/ssb/gen"
)

// Random gives n queries with random literals, their shapes the 13 in turn, as a crowd
// of dashboards would ask. Equal seeds give equal queries. The literals keep the
// selectivity of the shape: a year for a year, a region for a region.
func Random(seed uint64, n int) []Query { return RandomOf(seed, n, Queries()) }

// RandomOf is Random with some of the 13 for shapes.
func RandomOf(seed uint64, n int, shapes []Query) []Query {
	d := dice{rand.New(rand.NewPCG(seed, 0x5353425f47534d53))}
	out := make([]Query, n)
	for i := range out {
		q := shapes[i%len(shapes)]
		out[i] = with(q, d.literals(q.Name))
	}
	return out
}

type dice struct{ *rand.Rand }

// between is a number from lo to hi.
func (d dice) between(lo, hi int) int { return lo + d.IntN(hi-lo+1) }

func (d dice) number(lo, hi int) string { return strconv.Itoa(d.between(lo, hi)) }

// span is a range of the given width that lies in [lo, hi].
func (d dice) span(lo, hi, width int) (from, to string) {
	n := d.between(lo, hi-width+1)
	return strconv.Itoa(n), strconv.Itoa(n + width - 1)
}

func (d dice) cityCode() uint8  { return uint8(d.IntN(250)) }
func (d dice) city() string     { return gen.CityText(d.cityCode()) }
func (d dice) nation() string   { return gen.NationText(d.cityCode()) }
func (d dice) region() string   { return gen.RegionText(d.cityCode()) }
func (d dice) mfgr() string     { return d.part().MfgrText() }
func (d dice) category() string { return d.part().CategoryText() }

func (d dice) part() *gen.Part {
	return &gen.Part{Mfgr: uint8(d.between(1, 5)), Category: uint8(d.between(1, 5)), Brand: uint8(d.between(1, 40))}
}

// brands are eight neighbours, the last of them last in the order of texts too.
func (d dice) brands() (from, to string) {
	p := d.part()
	p.Brand = uint8(10*d.between(1, 3) + 1)
	from = p.BrandText()
	p.Brand += 7
	return from, p.BrandText()
}

func (d dice) literals(name string) []string {
	switch name[:2] {
	case "Q1":
		return d.flight1(name)
	case "Q2":
		return d.flight2(name)
	case "Q3":
		return d.flight3(name)
	default:
		return d.flight4(name)
	}
}

func (d dice) flight1(name string) []string {
	discount, discountTo := d.span(0, 10, 3)
	quantity, quantityTo := d.span(1, 50, 10)
	switch name {
	case "Q1.1":
		return []string{d.number(1992, 1998), discount, discountTo, d.number(20, 30)}
	case "Q1.2":
		month := strconv.Itoa(100*d.between(1992, 1997) + d.between(1, 12))
		return []string{month, discount, discountTo, quantity, quantityTo}
	default:
		return []string{d.number(1, 52), d.number(1992, 1997), discount, discountTo, quantity, quantityTo}
	}
}

func (d dice) flight2(name string) []string {
	switch name {
	case "Q2.1":
		return []string{d.category(), d.region()}
	case "Q2.2":
		from, to := d.brands()
		return []string{from, to, d.region()}
	default:
		return []string{d.part().BrandText(), d.region()}
	}
}

func (d dice) flight3(name string) []string {
	from := d.between(1992, 1995)
	years := []string{strconv.Itoa(from), strconv.Itoa(from + d.between(1, 4))}
	switch name {
	case "Q3.1":
		return append([]string{d.region(), d.region()}, years...)
	case "Q3.2":
		return append([]string{d.nation(), d.nation()}, years...)
	case "Q3.3":
		return append([]string{d.city(), d.city(), d.city(), d.city()}, years...)
	default:
		month := gen.Dates()[d.IntN(2400)].YearMonth
		return []string{d.city(), d.city(), d.city(), d.city(), month}
	}
}

func (d dice) flight4(name string) []string {
	years := []string{d.number(1992, 1998), d.number(1992, 1998)}
	switch name {
	case "Q4.1":
		return []string{d.region(), d.region(), d.mfgr(), d.mfgr()}
	case "Q4.2":
		return append([]string{d.region(), d.region()}, append(years, d.mfgr(), d.mfgr())...)
	default:
		return append([]string{d.region(), d.nation()}, append(years, d.category())...)
	}
}
