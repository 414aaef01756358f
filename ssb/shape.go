package ssb

import (
	"strconv"

	"gsdms/ssb/gen"
)

// A shape says in Go what a query asks, for the evaluator. Nil predicates are true.
type shape struct {
	line     func(*gen.Line) bool
	date     func(*gen.Date) bool
	customer func(city uint8) bool
	supplier func(city uint8) bool
	part     func(*gen.Part) bool
	measure  func(*gen.Line) int64
	key      func(joined) key
	row      func(key, int64) []string // a result row
}

// joined is a line with its dimension rows.
type joined struct {
	date               *gen.Date
	customer, supplier uint8 // cities
	part               *gen.Part
}

// key is a group: its year and texts, "" and 0 where the query has none.
type key struct {
	year int
	a, b string
}

// shapeOf reads the query's literals in the order of its text.
func shapeOf(q Query) shape {
	switch q.Name[:2] {
	case "Q1":
		return shape1(q.Name, q.Literals)
	case "Q2":
		return shape2(q.Name, q.Literals)
	case "Q3":
		return shape3(q.Name, q.Literals)
	default:
		return shape4(q.Name, q.Literals)
	}
}

func shape1(name string, l []string) shape {
	s := shape{
		measure: func(l *gen.Line) int64 { return l.ExtendedPrice * int64(l.Discount) },
		key:     func(joined) key { return key{} },
		row:     func(_ key, sum int64) []string { return []string{strconv.FormatInt(sum, 10)} },
	}
	switch name {
	case "Q1.1":
		s.date = years(l[0], l[0])
		s.line = bargains(l[1], l[2], "0", strconv.Itoa(number(l[3])-1))
	case "Q1.2":
		month := number(l[0])
		s.date = func(d *gen.Date) bool { return d.YearMonthNum == month }
		s.line = bargains(l[1], l[2], l[3], l[4])
	default:
		week, inYear := number(l[0]), years(l[1], l[1])
		s.date = func(d *gen.Date) bool { return d.WeekNumInYear == week && inYear(d) }
		s.line = bargains(l[2], l[3], l[4], l[5])
	}
	return s
}

func shape2(name string, l []string) shape {
	s := shape{
		measure: revenue,
		key:     func(j joined) key { return key{j.date.Year, j.part.BrandText(), ""} },
		row: func(k key, sum int64) []string {
			return []string{strconv.FormatInt(sum, 10), strconv.Itoa(k.year), k.a}
		},
	}
	switch name {
	case "Q2.1":
		s.part = func(p *gen.Part) bool { return p.CategoryText() == l[0] }
		s.supplier = among(gen.RegionText, l[1])
	case "Q2.2":
		s.part = func(p *gen.Part) bool { return l[0] <= p.BrandText() && p.BrandText() <= l[1] }
		s.supplier = among(gen.RegionText, l[2])
	default:
		s.part = func(p *gen.Part) bool { return p.BrandText() == l[0] }
		s.supplier = among(gen.RegionText, l[1])
	}
	return s
}

func shape3(name string, l []string) shape {
	place := gen.CityText
	var s shape
	switch name {
	case "Q3.1", "Q3.2":
		place = gen.RegionText
		if name == "Q3.2" {
			place = gen.NationText
		}
		s.customer, s.supplier, s.date = among(place, l[0]), among(place, l[1]), years(l[2], l[3])
	case "Q3.3":
		s.customer, s.supplier, s.date = among(place, l[0], l[1]), among(place, l[2], l[3]), years(l[4], l[5])
	default:
		s.customer, s.supplier = among(place, l[0], l[1]), among(place, l[2], l[3])
		s.date = func(d *gen.Date) bool { return d.YearMonth == l[4] }
	}
	if name == "Q3.1" {
		place = gen.NationText
	} else {
		place = gen.CityText
	}
	s.measure = revenue
	s.key = func(j joined) key { return key{j.date.Year, place(j.customer), place(j.supplier)} }
	s.row = func(k key, sum int64) []string {
		return []string{k.a, k.b, strconv.Itoa(k.year), strconv.FormatInt(sum, 10)}
	}
	return s
}

func shape4(name string, l []string) shape {
	s := shape{customer: among(gen.RegionText, l[0]), measure: profit, row: yearFirst}
	switch name {
	case "Q4.1":
		s.supplier, s.part = among(gen.RegionText, l[1]), makers(l[2], l[3])
		s.key = func(j joined) key { return key{j.date.Year, gen.NationText(j.customer), ""} }
	case "Q4.2":
		s.supplier, s.date, s.part = among(gen.RegionText, l[1]), eitherYear(l[2], l[3]), makers(l[4], l[5])
		s.key = func(j joined) key { return key{j.date.Year, gen.NationText(j.supplier), j.part.CategoryText()} }
	default:
		s.supplier, s.date = among(gen.NationText, l[1]), eitherYear(l[2], l[3])
		s.part = func(p *gen.Part) bool { return p.CategoryText() == l[4] }
		s.key = func(j joined) key { return key{j.date.Year, gen.CityText(j.supplier), j.part.BrandText()} }
	}
	return s
}

func revenue(l *gen.Line) int64 { return l.Revenue }
func profit(l *gen.Line) int64  { return l.Revenue - l.SupplyCost }

func yearFirst(k key, sum int64) []string {
	row := []string{strconv.Itoa(k.year), k.a}
	if k.b != "" {
		row = append(row, k.b)
	}
	return append(row, strconv.FormatInt(sum, 10))
}

// number reads a literal, which the pattern that found it knows to be a number.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic("a literal of the benchmark's queries is no number: " + text)
	}
	return n
}

// bargains is true for a discount and a quantity within the bounds.
func bargains(discount, discountTo, quantity, quantityTo string) func(*gen.Line) bool {
	d, dTo := int8(number(discount)), int8(number(discountTo))
	q, qTo := int8(number(quantity)), int8(number(quantityTo))
	return func(l *gen.Line) bool {
		return d <= l.Discount && l.Discount <= dTo && q <= l.Quantity && l.Quantity <= qTo
	}
}

func years(from, to string) func(*gen.Date) bool {
	lo, hi := number(from), number(to)
	return func(d *gen.Date) bool { return lo <= d.Year && d.Year <= hi }
}

func eitherYear(a, b string) func(*gen.Date) bool {
	x, y := number(a), number(b)
	return func(d *gen.Date) bool { return d.Year == x || d.Year == y }
}

func makers(a, b string) func(*gen.Part) bool {
	return func(p *gen.Part) bool { return p.MfgrText() == a || p.MfgrText() == b }
}

// among is true for a city whose place (its region, nation or own name) is wanted.
func among(place func(uint8) string, wanted ...string) func(uint8) bool {
	return func(city uint8) bool {
		for _, w := range wanted {
			if place(city) == w {
				return true
			}
		}
		return false
	}
}
