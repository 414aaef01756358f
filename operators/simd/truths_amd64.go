package simd

// The kernels of the assembly by number; those of AVX2 are behind these.
const (
	kernelEqual = iota
	kernelUnequal
	kernelLess
	kernelNotMore
	kernelBoth
	kernelEither
	kernelChoose
	kernels
)

func truths512() Truths { return truthsFrom(0) }

func truths2() Truths { return truthsFrom(kernels) }

// truthsFrom has the kernels of the assembly from a number on.
func truthsFrom(first int) Truths {
	return Truths{
		Equal:   byEights(first+kernelEqual, equal),
		Unequal: byEights(first+kernelUnequal, unequal),
		Less:    byEights(first+kernelLess, less),
		NotMore: byEights(first+kernelNotMore, notMore),
		Both:    byEights(first+kernelBoth, both),
		Either:  byEights(first+kernelEither, either),
		Choose: func(dst, test, yes, no []int64) {
			n := len(dst) / 8
			if n > 0 {
				tests, testStep := stepped(dst, test, n)
				yeses, yesStep := stepped(dst, yes, n)
				noes, noStep := stepped(dst, no, n)
				truths(first+kernelChoose, &dst[0], &test[0], &yes[0], &no[0], n, testStep, yesStep, noStep)
				dst, test, yes, no = dst[8*n:], tests, yeses, noes
			}
			choose(dst, test, yes, no)
		},
	}
}

// byEights has the assembly compute whole eights, and Go the numbers behind them.
func byEights(kernel int, rest func(dst, x, y []int64)) func(dst, x, y []int64) {
	return func(dst, x, y []int64) {
		n := len(dst) / 8
		if n > 0 {
			xs, xStep := stepped(dst, x, n)
			ys, yStep := stepped(dst, y, n)
			truths(kernel, &dst[0], &x[0], &y[0], &y[0], n, xStep, yStep, 0)
			dst, x, y = dst[8*n:], xs, ys
		}
		rest(dst, x, y)
	}
}

// stepped gives what an operand has behind so many eights, and how many bytes these are apart.
func stepped(dst, operand []int64, eights int) (rest []int64, step int) {
	if every(dst, operand) >= 0 {
		return operand, 0
	}
	return operand[8*eights : len(dst)], 64
}
