package bind

import (
	"gsdms/plan"
)

// asTexts makes the columns of operands texts that are texts of all operands together, so that each is the text of
// its own type, and not of what some of them have in common.
func (b *binder) asTexts(operands []relation) error {
	if len(operands) < 3 {
		return nil
	}
	exprs, any := make([][]plan.Expr, len(operands)), false
	for i := range operands[0].columns {
		all := make([]plan.Expr, 0, len(operands))
		for _, o := range operands {
			if i < len(o.columns) {
				all = append(all, o.columns[i])
			}
		}
		texts, t, err := b.Common(all...)
		if err != nil || len(all) < len(operands) {
			return nil // what is wrong with the columns is said of two operands
		}
		as := t.Kind == plan.String && !t.Bytes()
		for k, e := range all {
			if as && e.Type().Kind != plan.String {
				e, any = texts[k], true
			}
			exprs[k] = append(exprs[k], e)
		}
	}
	for k := 0; any && k < len(operands); k++ {
		side, err := b.setSide(operands[k], exprs[k])
		if err != nil {
			return err
		}
		operands[k].node, operands[k].columns, operands[k].origins = side.In, side.Columns, nil
	}
	return nil
}
