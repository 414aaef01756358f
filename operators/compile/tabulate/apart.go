package tabulate

import (
	"context"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/dictionary"
	"gsdms/plan"
)

// Of texts of which few differ, as the hosts of addresses or the values at a path of documents, a dictionary
// is made of the different ones of each part, which are told apart where they lie. Dealt out by their hashes,
// as those of which many differ are, each is asked for from anywhere in memory.

const (
	partTexts  = 1 << 16
	mostOfPart = partTexts / manyPart // of which so many differ at most
)

// apart gives the dictionary of texts and the code of each, 0 where there is none; false where many differ.
func apart(ctx context.Context, texts []string, null []bool) (dict *plan.Dictionary, codes []int64, ok bool, err error) {
	if len(texts) < 2*partTexts || differMany(texts, null) {
		return nil, nil, false, nil
	}
	codes = make([]int64, len(texts))
	given := make([][]string, (len(texts)+partTexts-1)/partTexts)
	var many atomic.Bool
	part := func(i int) (from, to int) { return i * partTexts, min((i+1)*partTexts, len(texts)) }
	for _, err := range operators.SpreadIn(ctx, len(given), func(_ context.Context, i int) error {
		if from, to := part(i); !many.Load() {
			given[i] = numbered(texts[from:to], null[from:to], codes[from:to])
			many.CompareAndSwap(false, len(given[i]) > mostOfPart)
		}
		return nil
	}) {
		if err != nil {
			return nil, nil, false, err
		}
	}
	if many.Load() {
		return nil, nil, false, nil
	}
	begins, all := make([]int, len(given)), []string(nil)
	for i, texts := range given {
		begins[i], all = len(all), append(all, texts...)
	}
	dict, own, err := dictionary.Of(ctx, all, nil)
	if err != nil {
		return nil, nil, false, err
	}
	for _, err := range operators.SpreadIn(ctx, len(given), func(_ context.Context, i int) error {
		from, to := part(i)
		for at := from; at < to; at++ {
			if !null[at] {
				codes[at] = own[begins[i]+int(codes[at])]
			}
		}
		return nil
	}) {
		if err != nil {
			return nil, nil, false, err
		}
	}
	return dict, codes, true, nil
}

// differMany reports whether of some texts from everywhere more differ than a part's may.
func differMany(texts []string, null []bool) bool {
	seen, most := make(map[string]struct{}, few), few-few/4
	for i := range few {
		if at := i * (len(texts) / few); !null[at] {
			seen[texts[at]] = struct{}{}
		}
	}
	return len(seen) > most
}

// numbered gives texts their numbers among the different ones of them, and these; it ends when they are too
// many.
func numbered(texts []string, null []bool, numbers []int64) (different []string) {
	known := map[string]int64{}
	last, number := "", int64(-1)
	for i, text := range texts {
		if null[i] {
			continue
		}
		if number < 0 || text != last {
			n, ok := known[text]
			if !ok {
				if n = int64(len(different)); n > mostOfPart {
					break
				}
				known[text] = n
				different = append(different, text)
			}
			last, number = text, n
		}
		numbers[i] = number
	}
	return different
}
