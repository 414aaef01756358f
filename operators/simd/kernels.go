package simd

// Bounds is an inclusive range of stored numbers; both fit the column's width, and
// Lo <= Hi.
type Bounds struct{ Lo, Hi uint64 }

// Kernels is one implementation of all kernels: a table of functions, immutable and
// safe for concurrent use. No kernel reads or writes behind the slices it is given.
type Kernels struct {
	Name string
	// Range sets dst to the rows whose number lies within in. Indexed by the binary
	// logarithm of the width. dst has one word for every 64 rows begun.
	Range [4]func(dst []uint64, src []byte, in Bounds)
	// Ranges does the same for four ranges in one pass over the column; nil where one pass
	// for each is as fast.
	Ranges [4]func(dst *[4][]uint64, src []byte, in *[4]Bounds)
	// RangeRefine is how many rows Range tests in the time that one row taken by itself
	// needs, 1 to 2 ns. Indexed as Range.
	RangeRefine [4]int
	// Member sets dst to the rows whose number is one of the first n bits of set that are
	// one. Indexed as Range; set has n bits or more.
	Member [4]func(dst []uint64, src []byte, set []uint64, n int)
	Cost   Cost
	// MemberRefine is how many rows Member tests in the time that one row taken by itself
	// needs, 1 to 2 ns.
	MemberRefine int
	// Codes sets dst to the codes of the rows' numbers. Indexed as Range, for widths up to 4.
	Codes [3]func(dst, src []byte, t *CodeTable)
	// Masks sets bitmap p, the words of dst from p*stride on, to the rows that are those of
	// program p, for the first so many programs, 1 to MaskPrograms. It may write those up
	// to the next multiple of 8, too. There are 1 to MaskColumns columns, of the same rows.
	Masks func(dst []uint64, stride, programs int, columns []Coded)
	// Folds take the numbers of the rows in a bitmap together.
	Folds Folds
	Lists *Lists // nil: loops over lists are as fast
	// And, Or and AndNot (a without b) set dst, of the length of a and b; dst may be
	// one of them. And and AndNot return the number of ones.
	And    func(dst, a, b []uint64) int
	AndNot func(dst, a, b []uint64) int
	Or     func(dst, a, b []uint64)
	// Count returns the number of ones.
	Count func(a []uint64) int
	// Flatten writes the positions of the ones, ascending, and returns how many there
	// are. bits has at most 1024 words; sel has room for FlattenSlack more entries
	// than there are ones, which it may overwrite.
	Flatten func(sel []uint16, bits []uint64) int
	// Touch has a column come into the cache, line by line, for reads in any order.
	Touch func(src []byte)
	// Pack adds a block of numbers of 1<<log bytes, less least, which none is below, to packed
	// vectors of zeros, in size bits each, 1 or more. Unpack is the inverse.
	Pack, Unpack func(to, from []uint64, log, size int, least uint64)
	// Bits unpacks numbers of a width in bits that lie one behind another, from the lowest bit of the
	// first byte on, and gives how many it has unpacked, a multiple of 8, and the greatest of these: some
	// at the end are left, and all where the numbers are wider than it knows.
	Bits func(to []uint32, from []byte, width int) (done int, most uint32)
	// Scaled adds the numbers of a column, times a factor, to those of dst, which are as many. Indexed as
	// Range, for widths up to 4.
	Scaled [3]func(dst []uint32, src []byte, factor uint32)
	// Truths compare numbers of 64 bits and choose among them.
	Truths Truths
	// AddFixed adds doubles, none of them NULL, to the sums of their groups, and gives how many: up to the
	// first that is neither zero nor of the window, without bits below it (FixedOf may still give it), or whose
	// group is not there (in Go that panics). AddPresent
	// leaves those out that are NULL.
	AddFixed, AddPresent func(to *FixedSums, groups []uint32, doubles []float64) (done int)
	// Split gives three doubles whose sum is exactly that of up to SplitMost doubles, and how many of
	// these are NULL; false where they are too far from each other.
	Split func(doubles []float64) (parts [3]float64, nulls int, ok bool)
	// Few gives the sums of up to SplitMost doubles by group, of which there are few; false where the
	// doubles are too far from each other or too few, or a group is not there. nil: AddFixed is as fast.
	Few func(to *FewSums, groups int, numbers []uint32, doubles []float64) (ok bool)
	// OneZero makes +0 of each -0, and reports whether all doubles are finite.
	OneZero func(doubles []float64) (finite bool)
	// Within reports whether no double is below low or above high; what is no number is neither.
	Within func(doubles []float64, low, high float64) bool
	// Join writes the texts that columns have in some rows one behind another, and to ends where those of each
	// row end. What it is given to write to has JoinSlack more bytes than the texts. nil: a loop is as fast.
	Join func(to []byte, columns []TextColumn, rows []int32, ends []int)
	// Products adds the products of the columns of two panels, which have the same rows, to the sums
	// of each pair of columns, row by row, each product and addition rounded as one.
	Products func(sums *[PanelColumns * PanelColumns]float64, x, y []float64)
}

// FlattenSlack is the room that Flatten needs behind the last position.
const FlattenSlack = 64

// Cost is what the kernels take for each row, in nanoseconds, with rows in the L2 cache:
// measured on a processor with AVX-512 at 2.7 GHz. Their ratios count.
type Cost struct {
	Range  [4]float64 // one of four ranges
	Member float64
	Logic  float64 // And, Or, Count
	Codes  [3]float64
	Masks  float64 // of 64 programs, and Column for each column
	Column float64
}
