package simd

// Truths are kernels of registers: each sets as many numbers as dst has. An operand has as many, or is
// Repeated numbers that are all the same, and stand for as many of these. dst may be one of the operands.
type Truths struct {
	// Equal, Unequal, Less and NotMore compare x with y. Both and Either say of how many of them it is true
	// that they are not 0. A truth is 0 or 1.
	Equal, Unequal, Less, NotMore, Both, Either func(dst, x, y []int64)
	// Choose takes yes where test is not 0, and no elsewhere.
	Choose func(dst, test, yes, no []int64)
}

// Repeated is how many numbers a constant operand has.
const Repeated = 8

func plainTruths() Truths {
	return Truths{Equal: equal, Unequal: unequal, Less: less, NotMore: notMore, Both: both, Either: either, Choose: choose}
}

// every is the bits of a row's number that are those of its place in an operand.
func every(dst, operand []int64) int {
	if len(operand) == Repeated && len(dst) != Repeated {
		return Repeated - 1
	}
	return -1
}

func truth(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

func equal(dst, x, y []int64) {
	ofX, ofY := every(dst, x), every(dst, y)
	for i := range dst {
		dst[i] = truth(x[i&ofX] == y[i&ofY])
	}
}

func unequal(dst, x, y []int64) {
	ofX, ofY := every(dst, x), every(dst, y)
	for i := range dst {
		dst[i] = truth(x[i&ofX] != y[i&ofY])
	}
}

func less(dst, x, y []int64) {
	ofX, ofY := every(dst, x), every(dst, y)
	for i := range dst {
		dst[i] = truth(x[i&ofX] < y[i&ofY])
	}
}

func notMore(dst, x, y []int64) {
	ofX, ofY := every(dst, x), every(dst, y)
	for i := range dst {
		dst[i] = truth(x[i&ofX] <= y[i&ofY])
	}
}

func both(dst, x, y []int64) {
	ofX, ofY := every(dst, x), every(dst, y)
	for i := range dst {
		dst[i] = truth(x[i&ofX] != 0) & truth(y[i&ofY] != 0)
	}
}

func either(dst, x, y []int64) {
	ofX, ofY := every(dst, x), every(dst, y)
	for i := range dst {
		dst[i] = truth(x[i&ofX]|y[i&ofY] != 0)
	}
}

func choose(dst, test, yes, no []int64) {
	ofTest, ofYes, ofNo := every(dst, test), every(dst, yes), every(dst, no)
	for i := range dst {
		take := -truth(test[i&ofTest] != 0)
		dst[i] = yes[i&ofYes]&take | no[i&ofNo]&^take
	}
}
