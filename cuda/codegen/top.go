package codegen

import (
	"fmt"
	"math"
	"math/bits"

	"gsdms/operators"
)

// Of rows of which only the first are wanted, most are dropped where they are found. Each row
// that may be among them offers its rank to one of some places, by its number; a place keeps the
// best rank that was offered, so the least of all places is one that as many different rows as
// there are places reach or pass. Rows that come later and stay behind it are dropped. As long as
// a place is empty all rows stay. What is kept is by chance more than what is wanted: of N rows in
// random order, with S places, about S ln S.

// Places of ranks: with fewer, rows that come at once would wait for each other; one thread looks
// through all of them when the least one has been passed.
const (
	leastPlaces       = 64
	placesAtOnce      = 16 // AT_ONCE of the kernels' prelude
	mostPlacesOfRanks = 1024
)

// Enough is how many rows more than there is room for are looked at for a bound: the launch is
// repeated with it. Without an end the first rows of all threads, which know of no bound yet, are in
// each other's way so long that of 60 million rows an H200 let 47 million pass, in 4.0 ms; the ten
// largest took 5.1 ms from text to result, and take 1.4. A count of so many rows more than room is none of all that pass.
const Enough = 1 << 19

// TopPlaces is how many places the ranks of a program's rows have; 0 where no row is dropped for
// its rank: all are wanted, or too many, or the first of parts.
func TopPlaces(p *operators.Program) int64 {
	e, ok := p.Sink.(*operators.Emit)
	if !ok || e.Top == nil || e.Top.Within != nil || e.Top.Rows > mostPlacesOfRanks {
		return 0
	}
	return (max(leastPlaces, e.Top.Rows) + placesAtOnce - 1) / placesAtOnce * placesAtOnce
}

// cut drops the row where as many as are wanted have better ranks. The bound that the thread
// knows may be an older one, which drops fewer.
func (b *body) cut() {
	b.line("const u64 rank = %s;", b.rank())
	if !b.registers {
		b.line("u64 bound = 0;")
	}
	b.line("if (rank >= bound) bound = load_volatile(%s);", b.section(Section{Kind: TopBound}))
	b.open("if (rank >= bound)")
	b.ranked = true
}

// offer has the row's rank count for those that come later.
func (b *body) offer() {
	places := b.param("u64", "top_places", "", Constant(uint64(TopPlaces(b.program))))
	b.line("offer<%v>(%s, (u32)%s, %s, r, rank);", b.registers, b.section(Section{Kind: TopRanks}), places, b.section(Section{Kind: TopBound}))
}

// rank is a word that is larger the earlier the row comes: of as many of the keys as have a
// known range and fit a word together, in its upper bits, or of the first one.
func (b *body) rank() string {
	keys := b.state.emit.Top.Keys
	out, all := "", uint64(1)
	for i, k := range keys {
		size := b.rankSize(k.Reg)
		high, _ := bits.Mul64(all, size)
		if size == 0 || high != 0 {
			break
		}
		all *= size
		code := b.rankCode(i, k, size)
		if out == "" {
			out = code
			continue
		}
		out = fmt.Sprintf("(%s) * %s + %s", out, b.param("u64", fmt.Sprintf("top%d_size", i), "", Constant(size)), code)
	}
	if out == "" {
		return b.rankWord(keys[0])
	}
	return fmt.Sprintf("(%s) << %s", out, b.param("u64", "top_shift", "", Constant(uint64(bits.LeadingZeros64(all-1)))))
}

// rankSize is how many values a register may have, NULL among them; 0 if that is not known.
func (b *body) rankSize(reg int) uint64 {
	r := b.reg(reg)
	if r.Float || r.Lo >= r.Hi {
		return 0
	}
	size := uint64(r.Hi) - uint64(r.Lo)
	if size >= math.MaxUint64-2 {
		return 0
	}
	if size++; r.Nullable {
		size++
	}
	return size
}

// rankCode is the rank of a key of so many values, NULL the least of them, from 0 on.
func (b *body) rankCode(i int, k operators.TopKey, size uint64) string {
	r := b.reg(k.Reg)
	first := uint64(r.Lo)
	if r.Nullable {
		first--
	}
	code := fmt.Sprintf("((u64)v%d - %s)", k.Reg, b.param("u64", fmt.Sprintf("top%d_first", i), "", Constant(first)))
	if r.Nullable {
		code = fmt.Sprintf("(n%d ? 0ull : %s)", k.Reg, code)
	}
	if k.Desc {
		return code
	}
	return fmt.Sprintf("(%s - %s)", b.param("u64", fmt.Sprintf("top%d_last", i), "", Constant(size-1)), code)
}

// rankWord is the rank of a key of any number.
func (b *body) rankWord(k operators.TopKey) string {
	value := fmt.Sprintf("v%d", k.Reg)
	if b.reg(k.Reg).Float {
		value = fmt.Sprintf("float_order(%s)", value)
	}
	null, order := "~0ull", "downward"
	if k.Desc {
		null, order = "0ull", "upward"
	}
	if !b.reg(k.Reg).Nullable {
		return fmt.Sprintf("%s(%s)", order, value)
	}
	return fmt.Sprintf("(n%d ? %s : %s(%s))", k.Reg, null, order, value)
}
