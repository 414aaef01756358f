package pass

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gsdms/plan"
	"gsdms/plan/value"
)

// mostSplit is how many ways a constant may be parted in at most, and how many constants there may be.
const mostSplit = 8

// mostParted is how long a text may be that is parted, and mostLooks how often its pieces are looked for.
const (
	mostParted = 256
	mostLooks  = 1 << 12
)

// split says by its parts that a text is equal to one of some constants.
func (a *apart) split(parts []plan.Expr, among ...plan.Value) (plan.Expr, bool) {
	if parts == nil {
		return nil, false
	}
	var ways []plan.Expr
	a.looks = 0
	for _, v := range among {
		if v.Kind != plan.String || len(v.Text) > mostParted || !utf8.ValidString(v.Text) {
			return nil, false
		}
		ok := a.ways(parts, v.Text, func(way []plan.Expr) bool {
			ways = append(ways, plan.Combine(plan.And, slices.Clone(way)))
			return len(ways) <= mostSplit && len(way) > 0
		})
		if !ok {
			return nil, false
		}
	}
	if len(ways) == 0 {
		return plan.Literal(value.OfBool(false)), true
	}
	return plan.Combine(plan.Or, ways), true
}

// ways gives the conditions of each way in which parts can make a text to found, until that says no.
func (a *apart) ways(parts []plan.Expr, text string, found func(way []plan.Expr) bool, before ...plan.Expr) bool {
	if len(parts) == 0 {
		return text != "" || found(before)
	}
	if k, constant := parts[0].(plan.Const); constant {
		rest, ok := strings.CutPrefix(text, k.Value.Text)
		return !ok || a.ways(parts[1:], rest, found, before...)
	}
	from := 0
	if len(parts) == 1 {
		from = len(text)
	}
	for end := from; end <= len(text); end++ {
		if end < len(text) && (!utf8.RuneStart(text[end]) || !strings.HasPrefix(text[end:], textBehind(parts[1:]))) {
			continue
		}
		is, possible := a.is(parts[0], text[:end])
		if a.looks++; possible && is == nil || a.looks > mostLooks {
			return false
		}
		if possible && !a.ways(parts[1:], text[end:], found, append(slices.Clip(before), is)...) {
			return false
		}
	}
	return true
}

// is says that a part is a text; possible is false where it never is. It is nil where nobody knows
// without a look at all texts.
func (a *apart) is(part plan.Expr, text string) (e plan.Expr, possible bool) {
	k := value.OfString(text)
	if number, ok := part.(plan.Cast); ok {
		n, err := strconv.ParseInt(text, 10, 64)
		if part, k = number.X, value.OfInt(n); err != nil || strconv.FormatInt(n, 10) != text {
			return nil, false
		}
	} else {
		r := part.(plan.ColumnRef)
		d := a.net.Tables[r.Table].Table.Columns[r.Column].Dict
		if d == nil {
			return nil, true
		}
		if _, there := d.Find(text); !there {
			return nil, false
		}
	}
	return plan.Call{Op: plan.Eq, Args: []plan.Expr{part, plan.Literal(k)}, Of: plan.Type{Kind: plan.Bool}}, true
}
