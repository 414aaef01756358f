package web

import (
	"net/http"

	"gsdms/sql/result"
)

// exports are the formats that a result can be had in as a file.
var exports = map[string]string{"csv": "text/csv; charset=utf-8", "json": "application/json", "ndjson": "application/x-ndjson"}

// export runs one statement that reads, and answers with all of its rows as a file.
func (d *door) export(w http.ResponseWriter, r *http.Request, v *visit) {
	a, leave, ok := d.ask(w, r)
	if !ok {
		return
	}
	defer leave()
	kind, known := exports[a.Format]
	format, err := result.FindFormat(a.Format)
	if !known || err != nil || len(a.statements) != 1 {
		refuse(w, http.StatusBadRequest, "an export is one statement, as csv, json or ndjson")
		return
	}
	one := a.statements[0]
	s := d.session(v, func() {})
	defer s.Close()
	s.OnlyReads()
	set, err := s.Stream(r.Context(), one.Text)
	if err != nil {
		answer(w, http.StatusUnprocessableEntity, map[string]refusal{"error": placed(err, a.Text, one)})
		return
	}
	defer set.Close()
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="result.`+a.Format+`"`)
	if err := format.Write(patient{w}, set, result.Layout{}); err != nil {
		panic(http.ErrAbortHandler) // the file is not whole, and its reader must know
	}
}

// patient writes to a client who may take a while for each piece.
type patient struct{ http.ResponseWriter }

// Write implements io.Writer.
func (p patient) Write(b []byte) (int, error) {
	if err := arm(p.ResponseWriter); err != nil {
		return 0, err
	}
	return p.ResponseWriter.Write(b)
}
