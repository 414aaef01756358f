package web

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"gsdms/sql"
	"gsdms/sql/manual"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// table is a table or view as an editor suggests it.
type table struct {
	Schema  string   `json:"schema"` // "": that of the folder, which a statement need not name
	Name    string   `json:"name"`
	View    bool     `json:"view"`
	Columns []column `json:"columns"`
}

// What there is, as the user may see it.
const (
	askTables  = "SELECT IF(TABLE_SCHEMA = DATABASE(), '', TABLE_SCHEMA) AS db, TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES WHERE " + ofUsers + " ORDER BY db, TABLE_NAME"
	askColumns = "SELECT IF(TABLE_SCHEMA = DATABASE(), '', TABLE_SCHEMA) AS db, TABLE_NAME, COLUMN_NAME, COLUMN_TYPE FROM information_schema.COLUMNS WHERE " + ofUsers + " ORDER BY db, TABLE_NAME, ORDINAL_POSITION"

	ofUsers = "TABLE_SCHEMA NOT IN ('information_schema', 'performance_schema', 'mysql', 'sys')"
)

// catalog answers with what an editor completes: keywords, functions, tables and columns.
func (d *door) catalog(w http.ResponseWriter, r *http.Request, v *visit) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	s := d.session(v, cancel)
	defer s.Close()
	tables, err := tablesOf(ctx, s)
	if err != nil {
		refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	answer(w, http.StatusOK, map[string]any{"keywords": parse.Keywords(), "functions": functions(), "tables": tables})
}

// function is a function as an editor suggests it.
type function struct {
	Name  string `json:"name"`
	Args  string `json:"args"`
	About string `json:"about"`
}

func functions() (out []function) {
	for _, s := range manual.Sections() {
		for _, f := range s.Functions {
			out = append(out, function{f.Name, f.Args, f.About})
		}
	}
	slices.SortFunc(out, func(a, b function) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func tablesOf(ctx context.Context, s *sql.Session) ([]table, error) {
	all, err := s.Query(ctx, askTables)
	if err != nil {
		return nil, err
	}
	out, at := []table{}, map[[2]string]int{}
	for i := range all.Rows.Len {
		schema, name, kind := text(all, i, 0), text(all, i, 1), text(all, i, 2)
		at[[2]string{schema, name}] = len(out)
		out = append(out, table{Schema: schema, Name: name, View: kind == "VIEW", Columns: []column{}})
	}
	if all, err = s.Query(ctx, askColumns); err != nil {
		return nil, err
	}
	for i := range all.Rows.Len {
		if k, ok := at[[2]string{text(all, i, 0), text(all, i, 1)}]; ok { // it may have been made since
			out[k].Columns = append(out[k].Columns, column{Name: text(all, i, 2), Type: text(all, i, 3)})
		}
	}
	return out, nil
}

func text(r *result.Set, row, column int) string {
	s, _ := r.Text(row, column)
	return s
}
