package scope

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"gsdms/pushscan/store"
)

// OwnFolder is where the tables of sessions are, in the folder of the others. What is
// there when an engine opens it is of one that has not been closed, and goes.
const OwnFolder = ".temporary"

// Shelf has the folders of sessions that have tables of their own. Safe for concurrent use.
type Shelf struct {
	dir string

	mu     sync.Mutex
	last   int
	open   map[*Own]bool
	charge func(bytes int64) error // nil: nobody is charged
	share  int64
}

// NewShelf sweeps the folder of an engine, which no other process has open.
func NewShelf(dir string) (*Shelf, error) {
	s := &Shelf{dir: filepath.Join(dir, OwnFolder), open: map[*Own]bool{}}
	if err := os.RemoveAll(s.dir); err != nil {
		return nil, fmt.Errorf("sweep the temporary tables in %s: %w", s.dir, err)
	}
	return s, nil
}

// Bill has a function charged with what the tables of sessions unpack from now on, and their columns
// take a share of it at most, as those of a store.Catalog.
func (s *Shelf) Bill(charge func(bytes int64) error, share int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.charge, s.share = charge, share
}

// Forget gives up what they have unpacked.
func (s *Shelf) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for t := range s.open {
		t.Forget()
	}
}

// Own is the tables of one session.
type Own struct {
	*store.Catalog
	dir string
}

// Take makes room for the tables of a session.
func (s *Shelf) Take() (*Own, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	dir := filepath.Join(s.dir, strconv.Itoa(s.last))
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		return nil, err
	}
	if s.charge != nil {
		c.Bill(s.charge)
		c.Share(s.share)
	}
	t := &Own{c, dir}
	s.open[t] = true
	return t, nil
}

// Drop drops the tables of a session; who reads them has them still.
func (s *Shelf) Drop(t *Own) error {
	s.mu.Lock()
	delete(s.open, t)
	s.mu.Unlock() // who asks for memory to be forgotten need not wait
	return errors.Join(t.Close(), os.RemoveAll(t.dir))
}

// Close drops the tables of sessions that were not closed, too.
func (s *Shelf) Close() (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for t := range s.open {
		err = errors.Join(err, t.Close())
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}
