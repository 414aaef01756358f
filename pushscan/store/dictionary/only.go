package dictionary

import (
	"context"

	"gsdms/plan"
	"gsdms/pushscan/store/work"
)

// Only gives an interner of the texts that were added, and of those from before that are wanted,
// and which of the latter each text from before is. What it says of one that is not wanted means
// nothing.
func (in *Interner) Only(ctx context.Context, wanted []bool) (out *Interner, ranks []uint32, err error) {
	blocks := (len(wanted) + textsBetween - 1) / textsBetween
	texts, bytes := make([]int, blocks+1), make([]int, blocks+1)
	err = work.Each(blocks, func(b int) error {
		in.wantedIn(wanted, b, func(_ int, text []byte) {
			texts[b+1]++
			bytes[b+1] += len(text)
		})
		return ctx.Err()
	})
	for b := range blocks {
		texts[b+1] += texts[b]
		bytes[b+1] += bytes[b]
	}
	ends, all := make([]uint32, texts[blocks]+1), make([]byte, bytes[blocks])
	ranks = make([]uint32, len(wanted))
	if err == nil {
		err = work.Each(blocks, func(b int) error {
			n, at := texts[b], bytes[b]
			in.wantedIn(wanted, b, func(code int, text []byte) {
				ranks[code] = uint32(n)
				n, at = n+1, at+copy(all[at:], text)
				ends[n] = uint32(at)
			})
			return ctx.Err()
		})
	}
	return &Interner{Before: plan.NewDictionary(ends, all), come: in.come}, ranks, err
}

// wantedIn gives the wanted texts of a block of those from before.
func (in *Interner) wantedIn(wanted []bool, block int, give func(code int, text []byte)) {
	lo := block * textsBetween
	for i, is := range wanted[lo:min(len(wanted), lo+textsBetween)] {
		if is {
			give(lo+i, in.Before.Bytes(lo+i))
		}
	}
}

// Empty reports whether there are no texts yet, from before or new.
func (in *Interner) Empty() bool { return in.Len() == 0 }
