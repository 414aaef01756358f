package intake

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/json"
	"gsdms/plan/value"
	"gsdms/pushscan/store/ingest"
)

// coming is texts of a batch that are looked up together: each read of what is known of many texts
// waits for memory, and so do several together.
type coming struct {
	texts   []string
	of      []uint32 // their codes in the batch
	numbers []uint32
}

// rowsAtOnce is of how many rows texts are looked up together.
const rowsAtOnce = 1 << 10

// convertTexts appends the numbers of texts.
func (b *Column) convertTexts(in *ingest.Column, lo, hi int, null []bool) error {
	for ; lo < hi; lo += rowsAtOnce {
		codes := in.Codes[lo:min(hi, lo+rowsAtOnce)]
		var none []bool
		if null != nil {
			none, null = null[:len(codes)], null[len(codes):]
		}
		if err := b.numberTexts(in, codes, none); err != nil {
			return err
		}
		for i, c := range codes {
			n := int64(0)
			if none == nil || !none[i] {
				n = b.codes[c]
			}
			if n < 0 {
				return b.refuseText(lo+i, in.Text(c), n)
			}
			b.Spill.Last = append(b.Spill.Last, n)
		}
	}
	return nil
}

// numberTexts gives the texts of rows their numbers or marks, where they have none yet.
func (b *Column) numberTexts(in *ingest.Column, codes []uint32, null []bool) error {
	all := &b.coming
	all.texts, all.of = all.texts[:0], all.of[:0]
	for i, c := range codes {
		if null != nil && null[i] || b.codes[c] != unset {
			continue
		}
		n, text := b.number(in, c)
		if b.codes[c] = n; n == comes {
			all.texts, all.of = append(all.texts, text), append(all.of, c)
		}
	}
	if len(all.texts) == 0 {
		return nil
	}
	all.numbers = slices.Grow(all.numbers[:0], len(all.texts))[:len(all.texts)]
	if err := b.Texts.Codes(all.texts, all.numbers); err != nil {
		return err
	}
	for i, c := range all.of {
		b.codes[c] = int64(all.numbers[i])
	}
	return nil
}

// number gives the number of a text of a batch, or a mark; comes: that of text, which is kept in its
// place, is to be looked up.
func (b *Column) number(in *ingest.Column, code uint32) (n int64, text string) {
	if b.of != nil && b.keeps && b.Texts.Before == b.of {
		if b.tooLong(b.of.Bytes(int(code))) {
			return badText, ""
		}
		return int64(code), ""
	}
	text = plan.KeptText(b.Type, in.Text(code))
	if b.Key != nil {
		row, ok := b.Key.FindText(text)
		if !ok {
			return noRow, ""
		}
		return int64(row), ""
	}
	if mark := b.refused(text); mark != 0 {
		return mark, ""
	}
	return comes, text
}

// refused gives the mark of a text that the column does not take, 0 for others.
func (b *Column) refused(text string) int64 {
	if b.Type.Name == value.JSONName {
		if _, ok := json.Normal(text); !ok {
			return noJSON
		}
	}
	if b.Type.Listed() {
		if _, ok := b.Type.MemberNumber(text); !ok || text == "" && b.Type.Enum() && !slices.Contains(b.Type.Members(), "") {
			return noValue
		}
	}
	if b.Type.Keyed() {
		if !b.Type.Fits(value.KeyNumber([]byte(text))) {
			return badText
		}
	} else if b.Type.Precision > 0 && len(text) > b.Type.Precision && utf8.RuneCountInString(text) > b.Type.Precision {
		return badText
	}
	return 0
}

func (b *Column) refuseText(row int, text string, mark int64) *Refusal {
	if b.Type.Keyed() {
		return b.refuse(row, codeOutOfRange, value.OfCode(b.Type, []byte(text)).String(), "out of range for "+b.Type.String())
	}
	code, reason := codeTooLong, fmt.Sprintf("%d characters, and %s takes %d", utf8.RuneCountInString(text), b.Type, b.Type.Precision)
	if mark == noJSON {
		code, reason = fault.CodeJSONText, "Invalid JSON text"
	}
	if mark == noValue {
		code, reason = fault.CodeTruncated, "Data truncated: it is no value of "+b.Type.String()
	}
	if mark == noRow {
		code, reason = codeNoSuchKey, b.Key.Missing()
	}
	if len(text) > 80 {
		text = text[:80] + "…"
	}
	return b.refuse(row, code, fmt.Sprintf("%q", text), reason)
}
