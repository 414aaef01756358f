package inform

import (
	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/account"
	"gsdms/sql/define"
)

// FunctionsFor visits the functions for who may call them, make or drop them.
func FunctionsFor(r account.Rights, v *store.View, visit func(f *store.Function)) {
	for _, f := range v.Functions() {
		if r.NeedRoutine(account.Execute, f.Name) == nil || r.NeedRoutine(account.Create, f.Name) == nil || r.NeedRoutine(account.Drop, f.Name) == nil {
			visit(f)
		}
	}
}

// routines lists the functions.
func (d *describer) routines() {
	FunctionsFor(d.Rights, d.View, func(f *store.Function) {
		facts := make([]any, typeFacts)
		if bound, err := d.Function(f); err == nil {
			facts = factsOf(bound.Returns)
		}
		database, own := d.Named(f.Name)
		row := append([]any{own, catalogName, database, own, "FUNCTION"}, facts...)
		d.Add(append(row, "SQL", define.FunctionText(own, f), nil, "SQL", "SQL", "YES", "CONTAINS SQL", nil, "DEFINER", nil, nil, "", "", "", "utf8mb4", Collation, Collation)...)
	})
}

// parameters lists what functions take and, at place 0, what they give.
func (d *describer) parameters() {
	FunctionsFor(d.Rights, d.View, func(f *store.Function) {
		bound, err := d.Function(f)
		if err != nil {
			return
		}
		database, own := d.Named(f.Name)
		add := func(at int, mode, name any, t plan.Type) {
			row := append([]any{catalogName, database, own, at, mode, name}, factsOf(t)...)
			d.Add(append(row, "FUNCTION")...)
		}
		add(0, nil, nil, bound.Returns)
		for i, p := range bound.Params {
			add(i+1, "IN", p.Name, p.Type)
		}
	})
}
