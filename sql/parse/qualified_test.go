package parse

import (
	"slices"
	"testing"
)

// A database goes before the names of tables and functions that are asked for, wherever these can
// stand, and before nothing else.
func TestQualified(t *testing.T) {
	for text, want := range map[string]string{
		"select t.a, t from t":                                        "select t.a, t from `d`.t",
		"select a from b.t, t x join `t` using (t)":                   "select a from b.t, `d`.t x join `d`.`t` using (t)",
		"select f(a), b.f(1), f from (t join u on f())":               "select `d`.f(a), b.f(1), f from (`d`.t join u on `d`.f())",
		"select trim(t from t) from t where exists (select 1 from t)": "select trim(t from t) from `d`.t where exists (select 1 from `d`.t)",
		"select 't' /* from t */ from T . t, t -- from t":             "select 't' /* from t */ from T . t, `d`.t -- from t",
		"with x as (select * from t) select * from x straight_join t": "with x as (select * from `d`.t) select * from x straight_join `d`.t",
	} {
		got := Qualified(text, "d", func(name string) bool { return slices.Contains([]string{"t", "f"}, name) })
		if got != want {
			t.Errorf("%s\n gives %s\n  not  %s", text, got, want)
		}
	}
}
