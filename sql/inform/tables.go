package inform

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
	"gsdms/pushscan/store/snapshot"
	"gsdms/sql/result"
)

// TablesAndRows is SHOW [FULL] TABLES of a database within this process, which lists the views, too. A
// table that cannot be read is listed as damaged, or as unreadable where its files may be
// whole: what is wrong says every statement that uses it.
func TablesAndRows(v *store.View, database string, full bool) *result.Set {
	columns := make([][]string, 4)
	for _, name := range slices.Sorted(slices.Values(append(v.Tables(), v.Queries()...))) {
		if of, _ := roster.Split(name, v.Databases()); of != database {
			continue
		}
		for i, cell := range tableLine(v, name) {
			columns[i] = append(columns[i], cell)
		}
	}
	titles := []string{"Table", "Rows", "Columns", "Table_type"}
	if !full {
		titles, columns = titles[:3], columns[:3]
	}
	r := result.Texts(titles, columns)
	asNumbers(r, 1)
	asNumbers(r, 2)
	return r
}

// tableLine is what SHOW TABLES says of a table or a view: of a view, which is not bound
// here, there are no numbers.
func tableLine(v *store.View, name string) [4]string {
	_, own := roster.Split(name, v.Databases())
	if v.Query(name) != nil {
		return [4]string{own, "", "", "VIEW"}
	}
	t, err := v.Table(name)
	if err != nil {
		return [4]string{own, unusable(err), "?", "BASE TABLE"}
	}
	return [4]string{own, strconv.Itoa(t.Count()), strconv.Itoa(len(t.Shown())), "BASE TABLE"}
}

// unusable says in a word why a table cannot be used.
func unusable(err error) string {
	var unread *snapshot.UnreadError
	if errors.As(err, &unread) {
		return "unreadable"
	}
	return "damaged"
}

// asNumbers makes a column of texts one of numbers if all of them are, or empty, which is
// NULL then.
func asNumbers(r *result.Set, column int) {
	texts := r.Rows.Columns[column].Texts
	numbers, nulls := make([]int64, len(texts)), make([]bool, len(texts))
	for i, text := range texts {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil && text != "" {
			return
		}
		numbers[i], nulls[i] = n, text == ""
	}
	t := plan.Type{Kind: plan.Int}
	r.Columns[column].Type = t
	r.Rows.Columns[column] = plan.Vector{Type: t, Ints: numbers, Nulls: nulls}
}

// TableStatus is what SHOW TABLE STATUS lists of a database.
func (f Facts) TableStatus(database string) *result.Grid {
	g := result.NewGrid("Name,Engine,Version#,Row_format,Rows#,Avg_row_length#,Data_length#,Max_data_length#,Index_length#,Data_free#,Auto_increment#,Create_time,Update_time,Check_time,Collation,Checksum#,Create_options,Comment")
	for _, name := range f.View.Tables() {
		of, own := f.Named(name)
		if of != database || !f.Rights.Sees(name) {
			continue
		}
		if t, err := f.View.Table(name); err == nil {
			g.Add(append([]any{own}, tableFacts(t)...)...)
		} else {
			g.Add(own, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, unusable(err))
		}
	}
	for _, row := range f.RowsOf("TABLES").Rows {
		if row[1] == any(database) && row[3] == any(viewType) {
			g.Add(append([]any{row[2]}, row[4:]...)...)
		}
	}
	slices.SortStableFunc(g.Rows, func(a, b []any) int { return cmp.Compare(a[0].(string), b[0].(string)) })
	return g
}
