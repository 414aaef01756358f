package dialect

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
)

// domain is a type of columns with literals of it: those at its edges, and any of many others.
type domain struct {
	family byte // N whole and decimal numbers, X doubles, S texts, E members, D days and moments, T times, Y years
	kind   string
	edges  []string
	other  func(r *rand.Rand) string
}

// pick is a literal of the domain. Few of the edges are used by one statement, many of the others.
func (d domain) pick(r *rand.Rand, many bool) string {
	if many && r.IntN(4) > 0 || r.IntN(8) == 0 {
		return d.other(r)
	}
	return d.edges[r.IntN(len(d.edges))]
}

func newDomain(r *rand.Rand) domain {
	makers := []func(*rand.Rand) domain{integers, integers, integers, decimals, decimals, doubles, texts, texts, days, moments, hours, years, members}
	return makers[r.IntN(len(makers))](r)
}

// near is another domain of the family, whose values those of d may be converted to.
func (d domain) near(r *rand.Rand) domain {
	for {
		if other := newDomain(r); other.family == d.family {
			return other
		}
	}
}

// takes reports whether values of another domain may be converted to those of d. A decimal below 0
// that is rounded to 0 is out of the range of unsigned numbers in MariaDB, and 0 here.
func (d domain) takes(other domain) bool {
	switch {
	case d.family != other.family:
		return false
	case d.family == 'E':
		return strings.HasPrefix(d.kind, other.kind[:len(other.kind)-1])
	}
	return !strings.HasSuffix(d.kind, "UNSIGNED") || !strings.HasPrefix(other.kind, "DECIMAL")
}

func integers(r *rand.Rand) domain {
	i := r.IntN(5)
	kind, bits := []string{"TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT"}[i], []uint{8, 16, 24, 32, 64}[i]
	one := big.NewInt(1)
	high := new(big.Int).Sub(new(big.Int).Lsh(one, bits-1), one)
	low := new(big.Int).Sub(new(big.Int).Neg(high), one)
	if r.IntN(2) == 0 {
		kind += " UNSIGNED"
		low, high = new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, bits), one)
	}
	d := domain{family: 'N', kind: kind, edges: []string{"0", "1", "2", low.String(), high.String(), new(big.Int).Sub(high, one).String()}}
	if low.Sign() < 0 {
		d.edges = append(d.edges, "-1", "-2", new(big.Int).Add(low, one).String())
	}
	d.other = func(r *rand.Rand) string {
		n := new(big.Int).SetUint64(r.Uint64() >> r.IntN(64))
		if low.Sign() < 0 && r.IntN(2) == 0 {
			n.Neg(n)
		}
		for n.Cmp(high) > 0 || n.Cmp(low) < 0 {
			n.Rsh(n, 1)
		}
		return n.String()
	}
	return d
}

func decimals(r *rand.Rand) domain {
	digits := 1 + r.IntN(38)
	if r.IntN(3) == 0 {
		digits = []int{9, 18, 19, 20, 38}[r.IntN(5)]
	}
	scale := 0
	if r.IntN(2) == 0 {
		scale = r.IntN(min(digits, 30) + 1)
	}
	point := func(all string) string {
		all = strings.Repeat("0", max(0, scale+1-len(all))) + all
		if scale == 0 {
			return all
		}
		return all[:len(all)-scale] + "." + all[len(all)-scale:]
	}
	nines := point(strings.Repeat("9", digits))
	d := domain{family: 'N', kind: fmt.Sprintf("DECIMAL(%d,%d)", digits, scale), edges: []string{"0", point("1"), "-" + point("1"), nines, "-" + nines, point(strings.Repeat("9", digits-1) + "8")}}
	if digits > scale {
		d.edges = append(d.edges, "1", "-1")
	}
	d.other = func(r *rand.Rand) string {
		var b strings.Builder
		for range 1 + r.IntN(digits) {
			b.WriteByte(byte('0' + r.IntN(10)))
		}
		return []string{"", "-"}[r.IntN(2)] + point(b.String())
	}
	return d
}

func doubles(*rand.Rand) domain {
	return domain{family: 'X', kind: "DOUBLE", edges: list("0e0 1e0 -1e0 0.5e0 -0.5e0 1e15 -1e15 9007199254740992e0 1e-7 1e100 -1e100"), other: func(r *rand.Rand) string {
		return fmt.Sprintf("%de-%d", r.IntN(2e6)-1e6, r.IntN(4))
	}}
}

func texts(r *rand.Rand) domain {
	length := 6 + r.IntN(20)
	return domain{family: 'S', kind: fmt.Sprintf("VARCHAR(%d)", length), edges: list("'' 'a' 'A' 'b' 'é' '日本語' '~' '_pad_' '😀' 'ab' '0' '-1'"), other: func(r *rand.Rand) string {
		return fmt.Sprintf("'%s%d'", []string{"", "a", "v", "é", "z"}[r.IntN(5)], r.IntN(5000))
	}}
}

func days(*rand.Rand) domain {
	return domain{family: 'D', kind: "DATE", edges: list("'1000-01-01' '1969-12-31' '1970-01-01' '2020-02-29' '9999-12-31' '9999-12-30'"), other: func(r *rand.Rand) string {
		return fmt.Sprintf("'%04d-%02d-%02d'", 1000+r.IntN(9000), 1+r.IntN(12), 1+r.IntN(28))
	}}
}

// moments have as many digits behind the second as their column: a text with more is rounded.
func moments(r *rand.Rand) domain {
	digits := []int{0, 0, 1, 3, 5, 6}[r.IntN(6)]
	d := domain{family: 'D', kind: fmt.Sprintf("DATETIME(%d)", digits)}
	for _, second := range []string{"1000-01-01 00:00:00", "1969-12-31 23:59:59", "1970-01-01 00:00:00", "2020-02-29 12:30:45", "9999-12-31 23:59:59"} {
		d.edges = append(d.edges, "'"+second+"'", "'"+second+fraction(999999, digits)+"'")
	}
	d.other = func(r *rand.Rand) string {
		return fmt.Sprintf("'%04d-%02d-%02d %02d:%02d:%02d%s'", 1000+r.IntN(9000), 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60), fraction(r.IntN(1e6), digits))
	}
	return d
}

// fraction is what stands behind a second.
func fraction(micros, digits int) string {
	if digits == 0 {
		return ""
	}
	return "." + fmt.Sprintf("%06d", micros)[:digits]
}

func hours(r *rand.Rand) domain {
	digits := []int{0, 0, 2, 6}[r.IntN(4)]
	d := domain{family: 'T', kind: fmt.Sprintf("TIME(%d)", digits), edges: list("'00:00:00' '00:00:01' '-00:00:01' '-838:59:59' '838:59:59' '23:59:59' '-01:00:00'")}
	d.other = func(r *rand.Rand) string {
		return fmt.Sprintf("'%s%02d:%02d:%02d%s'", []string{"", "-"}[r.IntN(2)], r.IntN(800), r.IntN(60), r.IntN(60), fraction(r.IntN(1e6), digits))
	}
	return d
}

func years(*rand.Rand) domain {
	return domain{family: 'Y', kind: "YEAR", edges: list("1901 1970 2000 2155"), other: func(r *rand.Rand) string {
		return fmt.Sprint(1901 + r.IntN(255))
	}}
}

// members are those of ENUMs of several lengths, of which one is not in the order of its texts.
func members(r *rand.Rand) domain {
	all := list("'small' 'medium' 'large' 'a' 'é'")[:2+r.IntN(4)]
	return domain{family: 'E', kind: "ENUM(" + strings.Join(all, ",") + ")", edges: all, other: func(r *rand.Rand) string { return all[r.IntN(len(all))] }}
}
