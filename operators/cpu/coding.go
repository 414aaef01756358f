package cpu

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"gsdms/operators/intervals"
	"gsdms/operators/simd"
)

// coding is a column with the code of every number. Squads that filter the same column
// share it where their tests together need no more than a byte's codes.
type coding struct {
	ordinal, log int
	table        *simd.CodeTable
}

// squadColumn is a column of a squad: whose codes they are and what they stand for.
type squadColumn struct {
	coding int
	masks  *simd.MaskTable
}

// filtered is a squad's tests of a column.
type filtered struct {
	squad  int
	column *intervals.Column
}

// encode makes the codings of the squads' columns.
func (k *kernel) encode(all []filtered) {
	slices.SortStableFunc(all, func(a, b filtered) int { return a.column.Reader.Ordinal - b.column.Reader.Ordinal })
	for len(all) > 0 {
		starts, n := all[0].column.Starts, 1
		for ; n < len(all) && all[n].column.Reader == all[0].column.Reader; n++ {
			both := slices.Concat(starts, all[n].column.Starts)
			slices.Sort(both)
			if both = slices.Compact(both); len(both) > simd.MaskCodes {
				break
			}
			starts = both
		}
		k.share(all[:n], starts)
		all = all[n:]
	}
}

// share makes one coding of the tests of several squads, between whose bounds lie the
// intervals that begin with starts. Intervals of the same masks have one code.
func (k *kernel) share(all []filtered, starts []uint32) {
	reader := all[0].column.Reader
	last := int(starts[len(starts)-1])
	table, known := simd.NewCodeTable(reader.Storage.Width, last), map[string]byte{}
	masks := make([][]uint64, len(all)) // by squad, by code
	own := make([][]uint64, len(all))   // by squad, by its own interval
	at := make([]int, len(all))
	for i, f := range all {
		own[i] = k.masksOf(f)
	}
	for i, from := range starts {
		key := make([]byte, 0, 8*len(all))
		for j, f := range all {
			for at[j]+1 < len(f.column.Starts) && f.column.Starts[at[j]+1] <= from {
				at[j]++
			}
			key = binary.LittleEndian.AppendUint64(key, own[j][at[j]])
		}
		code, ok := known[string(key)]
		if !ok {
			code = byte(len(known))
			known[string(key)] = code
			for j := range all {
				masks[j] = append(masks[j], own[j][at[j]])
			}
		}
		end := last + 1
		if i+1 < len(starts) {
			end = int(starts[i+1])
		}
		table.Fill(int(from), end, code)
	}
	for i, f := range all {
		s := &k.squads[f.squad]
		s.columns = append(s.columns, squadColumn{coding: len(k.codings), masks: simd.NewMaskTable(masks[i])})
	}
	k.codings = append(k.codings, coding{ordinal: reader.Ordinal, log: bits.TrailingZeros(uint(reader.Storage.Width)), table: table})
}

// masksOf gives the mask of each interval of a squad's tests: a bit for each of its runs.
func (k *kernel) masksOf(f filtered) []uint64 {
	masks := make([]uint64, len(f.column.Starts))
	for i := range masks {
		masks[i] = ^uint64(0) >> (simd.MaskPrograms - len(k.squads[f.squad].runs))
	}
	f.column.Fails(func(interval, program int) { masks[interval] &^= 1 << program })
	return masks
}
