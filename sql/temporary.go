package sql

import (
	"gsdms/pushscan/store"
	"gsdms/sql/scope"
)

// views gives the newest snapshots. They must be closed.
func (s *Session) views() *scope.Views { return scope.NewViews(s.engine.catalogs, s.temporary) }

// own is the catalog of the session's temporary tables, made if there is none.
func (s *Session) own() (*store.Catalog, error) {
	if s.temporary == nil {
		t, err := s.engine.shelf.Take()
		if err != nil {
			return nil, err
		}
		t.Completes(s.engine.completes)
		s.temporary = t
	}
	return s.temporary.Catalog, nil
}

// dropTemporary drops the session's tables, when it ends.
func (s *Session) dropTemporary() {
	if s.temporary == nil {
		return
	}
	_ = s.engine.shelf.Drop(s.temporary) // what stays of the folder is swept when the engine is closed, or opened
	s.temporary = nil
	s.engine.changed()
}
