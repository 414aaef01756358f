package plan

import "gsdms/plan/like"

// Matches calls yes for the codes from lo on, before hi, of the texts of a dictionary that match
// the pattern, ascending.
func (e Like) Matches(d *Dictionary, lo, hi int, yes func(code int)) {
	e.Among(d.Strings(), lo, hi, yes)
}

// Among calls yes for the places from lo on, before hi, of the texts that match the pattern,
// ascending. They lie one behind another, so those without the longest part of the pattern are
// passed over in one search, and not looked at one by one.
func (e Like) Among(t *Texts, lo, hi int, yes func(i int)) {
	p := e.read
	if p == nil {
		p = like.New(e.Pattern, e.Escape)
	}
	part := p.Longest()
	for i := lo; i < hi; i++ {
		if part != "" {
			if i = t.next(part, i, hi); i == hi {
				return
			}
		}
		if p.Match(t.View(i, i+1)) {
			yes(i)
		}
	}
}
