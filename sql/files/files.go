package files

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"gsdms/operators/spill"
	"gsdms/plan"
	"gsdms/pushscan/load"
	inmemory "gsdms/pushscan/relation"
)

// Cache keeps the rows of files that queries read as tables, by the name or pattern that
// the queries have for them and for as long as the files stay as they are: queries of one
// file share its reading, and its scan. Safe for concurrent use.
type Cache struct {
	limit   int64 // bytes of all that is kept
	most    int64 // bytes of one name while it is read
	roots   []string
	threads int
	space   *spill.Space // where rows lie that have no room; nil: nowhere
	once    bool         // rows that are read part by part are forgotten behind who asks first

	mu    sync.Mutex
	kept  map[kept]*fileTable
	bytes int64
	turn  uint64 // counts uses
	gone  bool   // something was dropped since forgotten was asked
}

// kept is what is kept of a name: all of its rows, or the first of them.
type kept struct {
	name  string
	first int64 // how many there are at least; 0: all
}

// firsts are how many first rows are kept. Who asks for more has all read.
var firsts = [...]int64{1 << 10, 1 << 13, 1 << 16, 1 << 19}

// Wanted says what of a file is asked for. Columns have their names in small letters.
type Wanted struct {
	// Use says what a column is asked for, and whether more than one part of a statement may ask for it.
	Use func(column string) (use Use, again bool)
	// Parts gives what is asked for of a column of JSON values, and whether nothing else is, so that where a
	// file has these by themselves nobody asks for the column. It may be nil.
	Parts func(column string) (parts []Part, only bool)
}

// Part is a part of a column of JSON values that is asked for, by a path as json.StepPath spells it.
type Part struct {
	Path   string
	As     plan.PartForm // the value, or what a function gives of it
	Number bool          // as a number, or of which only counts whether it is NULL
	Whole  bool          // as a number where it is a whole one
	Use    Use           // at least
}

// Use is what is asked of a column.
type Use uint8

// The uses of a column.
const (
	Unused   Use = iota
	Listed       // its texts need no order, and may come more than once: see plan.Unsorted
	Computed     // they need none, and texts are computed of them: of each once, if they come often
	Told         // they need none, but codes that tell which are equal
	Ordered      // anything
)

// fileTable is the rows of one name, as far as somebody has asked for them. Only stamps, done and
// before are there before done is closed.
type fileTable struct {
	stamps []load.Stamp
	done   chan struct{}
	before *fileTable // whose columns it takes over; nil once done is closed
	of     *described
	table  *plan.Table
	bytes  int64
	err    error
	used   uint64
}

// isDone reports whether it has been read.
func (t *fileTable) isDone() bool {
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}

// has reports whether it has all columns that are wanted of the file; it has been read.
func (t *fileTable) has(wanted Wanted) bool {
	return t.err != nil || len(t.of.missing(t.table, wanted)) == 0
}

// New makes a cache of so many bytes. Only files in the roots are read, any where there
// are none, by so many threads. Rows of a file that takes more are kept in files of the space, if
// it is not nil. With once each file is likely to be asked for by one query only.
func New(memory int64, roots []string, threads int, space *spill.Space, once bool) *Cache {
	return &Cache{limit: memory, most: memory, roots: roots, threads: threads, space: space, once: once, kept: map[kept]*fileTable{}}
}

// Table gives the rows of a name, with the columns that are wanted and maybe others: those that
// are kept, if its files are as they were, and it reads what is not.
func (f *Cache) Table(ctx context.Context, name string, wanted Wanted) (*plan.Table, error) {
	return f.First(ctx, name, 0, wanted)
}

// First is Table where so many rows from the first on will do: it gives that many or more of them
// if there are any. 0: all are asked for.
func (f *Cache) First(ctx context.Context, name string, rows int64, wanted Wanted) (*plan.Table, error) {
	stamps, err := load.Match(name, f.roots)
	if err != nil {
		return nil, err
	}
	key := kept{name: name}
	if i := slices.IndexFunc(firsts[:], func(n int64) bool { return n >= rows }); rows > 0 && i >= 0 {
		key.first = firsts[i]
	}
	for {
		t, mine := f.find(key, stamps, wanted)
		if mine {
			f.read(ctx, key, t, wanted)
		}
		select {
		case <-t.done:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		table, has := f.settled(t, wanted)
		if !has {
			continue
		}
		if t.err == nil {
			inmemory.Keep(table, func(column string) bool {
				return !f.once || !mine && t.of.again(column, wanted)
			})
		}
		if t.err == nil || mine || !errors.Is(t.err, context.Canceled) && !errors.Is(t.err, context.DeadlineExceeded) {
			return table, t.err
		}
	}
}

// Eased is Table that asks less of texts, where these are read from row groups when somebody asks for their rows.
func (f *Cache) Eased(ctx context.Context, name string, less, wanted Wanted) (*plan.Table, error) {
	if whole, err := load.IsParquet(name, f.roots); err != nil || !whole {
		return f.Table(ctx, name, wanted)
	}
	return f.Table(ctx, name, less)
}

// settled gives the table of an entry that has been read, and whether it has the columns that are wanted.
// Of some it may have turned out that they have no NULL; who has the table as it was read finds that
// it is no more what its name means.
func (f *Cache) settled(t *fileTable, wanted Wanted) (table *plan.Table, has bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if t.err == nil {
		t.table = inmemory.Settled(t.table)
	}
	return t.table, t.has(wanted)
}

// triedRows are the first rows among which one looks for some before all are read: a hundredth of a
// file that is worth it.
const triedRows = 1 << 16

// Try is Table where rows are looked for that may be among the first: it gives these, unless all are
// there, or row groups are read where they are asked for. all reports whether there are no others.
func (f *Cache) Try(ctx context.Context, name string, wanted Wanted) (t *plan.Table, all bool, err error) {
	whole, err := load.IsParquet(name, f.roots)
	if err != nil || whole {
		t, err = f.Table(ctx, name, wanted)
		return t, true, err
	}
	if t, err = f.First(ctx, name, triedRows, wanted); err != nil || t.Rows < triedRows {
		return t, true, err
	}
	_, first := f.entry(t)
	return t, first == 0, nil
}

// find gives what is kept of a name, or an entry that the caller has to read. All rows do for who
// asks for the first, if they are there.
func (f *Cache) find(key kept, stamps []load.Stamp, wanted Wanted) (t *fileTable, mine bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.turn++
	if t = f.kept[kept{name: key.name}]; t != nil && slices.Equal(t.stamps, stamps) && t.isDone() && t.has(wanted) {
		t.used = f.turn
		return t, false
	}
	var before *fileTable
	if t = f.kept[key]; t != nil && slices.Equal(t.stamps, stamps) {
		if t.used = f.turn; !t.isDone() || t.has(wanted) {
			return t, false
		}
		before = t
	}
	f.drop(key)
	t = &fileTable{stamps: stamps, done: make(chan struct{}), used: f.turn}
	if before != nil {
		t.before = &fileTable{of: before.of, table: before.table}
	}
	f.kept[key] = t
	return t, true
}

// drop forgets rows of a name; f.mu is held. Who reads them has them still.
func (f *Cache) drop(key kept) {
	if t := f.kept[key]; t != nil {
		f.bytes, f.gone = f.bytes-t.bytes, true
		delete(f.kept, key)
	}
}

// Forgotten reports whether rows were dropped since it was asked last: plans may hold them.
func (f *Cache) Forgotten() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	gone := f.gone
	f.gone = false
	return gone
}

// read reads the files of an entry and makes room for it.
func (f *Cache) read(ctx context.Context, key kept, t *fileTable, wanted Wanted) {
	t.err = errors.New("the reading ended by a panic") // unless it ends otherwise
	defer close(t.done)
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.settle(key, t)
	}()
	t.of, t.table, t.err = f.load(ctx, key, t, wanted)
	t.before = nil
}

// settle counts what has been read, and drops what was not used longest until all fit;
// f.mu is held. An error is not kept.
func (f *Cache) settle(key kept, t *fileTable) {
	if f.kept[key] != t {
		return
	}
	if t.err != nil {
		f.drop(key)
		return
	}
	t.bytes = bytesOf(t.table)
	f.bytes += t.bytes
	for f.bytes > f.limit {
		oldest, least := kept{}, uint64(math.MaxUint64)
		for other, o := range f.kept {
			if o != t && o.bytes > 0 && o.used < least {
				oldest, least = other, o.used
			}
		}
		if oldest.name == "" {
			return
		}
		f.drop(oldest)
	}
}

// bytesOf is the memory of a table, its texts included.
func bytesOf(t *plan.Table) int64 {
	n := inmemory.Held(t)
	for _, c := range t.Shown() {
		if c.Dict != nil {
			n += c.Dict.Size()
		}
		if c.Unsorted != nil {
			n += c.Unsorted.Size()
		}
	}
	return n
}

// Holds reports whether a table is what its name means now.
func (f *Cache) Holds(t *plan.Table) bool {
	of, _ := f.entry(t)
	if of == nil {
		return false
	}
	now, err := load.Match(t.Name, f.roots)
	return err == nil && slices.Equal(now, of.stamps)
}

// entry finds a table among those that are kept, settled as they are by now, nil if it is none of them, and of how many first
// rows it is, as kept says.
func (f *Cache) entry(t *plan.Table) (of *fileTable, first int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, first = range append(firsts[:], 0) {
		of := f.kept[kept{t.Name, first}]
		if of == nil || !of.isDone() || of.err != nil {
			continue
		}
		if of.table = inmemory.Settled(of.table); of.table == t {
			return of, first
		}
	}
	return nil, triedRows
}
