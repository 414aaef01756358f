package inform

import (
	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/account"
	"gsdms/sql/define"
)

// FunctionsFor visits the functions for who may call them, make or drop them.
func FunctionsFor(r account.Rights, v *store.View, visit func(f *roster.Function)) {
	for _, f := range v.Functions() {
		if r.NeedRoutine(account.Execute, f.Name) == nil || r.NeedRoutine(account.Create, f.Name) == nil || r.NeedRoutine(account.Drop, f.Name) == nil {
			visit(f)
		}
	}
}

// routines lists the functions.
func (d *describer) routines() {
	for _, f := range d.Natives {
		name, _, result := f.Signature()
		row := append([]any{name, catalogName, d.Database, name, "FUNCTION"}, factsOf(result, "")...)
		d.Add(append(row, "EXTERNAL", nil, nil, "GO", "GENERAL", "YES", "NO SQL", nil, "INVOKER", nil, nil, "", "", "", "utf8mb4", Collation, Collation)...)
	}
	FunctionsFor(d.Rights, d.View, func(f *roster.Function) {
		facts := make([]any, typeFacts)
		if bound, err := d.Function(f); err == nil {
			facts = factsOf(bound.Returns, "")
		}
		database, own := d.Named(f.Name)
		row := append([]any{own, catalogName, database, own, "FUNCTION"}, facts...)
		d.Add(append(row, "SQL", define.FunctionText(own, f), nil, "SQL", "SQL", "YES", "CONTAINS SQL", nil, "DEFINER", nil, nil, "", "", "", "utf8mb4", Collation, Collation)...)
	})
}

// parameters lists what functions take and, at place 0, what they give.
func (d *describer) parameters() {
	add := func(function string, at int, mode, name any, t plan.Type) {
		database, own := d.Named(function)
		row := append([]any{catalogName, database, own, at, mode, name}, factsOf(t, "")...)
		d.Add(append(row, "FUNCTION")...)
	}
	for _, f := range d.Natives {
		name, params, result := f.Signature()
		add(name, 0, nil, nil, result)
		for i, t := range params {
			add(name, i+1, "IN", nil, t)
		}
	}
	FunctionsFor(d.Rights, d.View, func(f *roster.Function) {
		bound, err := d.Function(f)
		if err != nil {
			return
		}
		add(f.Name, 0, nil, nil, bound.Returns)
		for i, p := range bound.Params {
			add(f.Name, i+1, "IN", p.Name, p.Type)
		}
	})
}
