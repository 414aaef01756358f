package simd

// Lists reads numbers at the places of a list, many at a time. Functions with an index take
// numbers of 1<<index bytes. Where there is no Lists a loop over the list is as fast.
type Lists struct {
	// Read sets dst to the numbers of a column at places, of which it has as many.
	Read [3]func(dst []uint32, src []byte, at []uint16)
	// Pick replaces numbers, less first, by what an array of fewer than 2^31 bytes has at these
	// places; false where one of the places is outside of it. first is less than 2^31.
	Pick [3]func(numbers []uint32, first uint32, array []byte) bool
	// AddScaled adds numbers, times a factor, to those of dst, which are as many.
	AddScaled func(dst, numbers []uint32, factor uint32)
	// Widen sets dst to the numbers of src plus bias; Narrow does the inverse.
	Widen  [3]func(dst []int64, src []byte, bias int64)
	Narrow func(dst []uint32, src []int64, bias int64)
}
