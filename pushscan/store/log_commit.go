package store

import (
	"context"
	"errors"
	"maps"
	"path/filepath"

	"gsdms/pushscan/store/snapshot"
)

// commitLogged makes a growing real: its record is the moment. false: it is to be committed as any
// other change, since the log cannot be written.
func (e *edit) commitLogged(ctx context.Context) (bool, error) {
	c, g := e.catalog, e.growing
	folder := filepath.Join(c.dir, e.folderName(g.Next.Table))
	v, err := snapshot.Open(folder, g.Next, e.before(g.Next.Table), c.room, c.mapOnce)
	if err != nil {
		return true, err
	}
	body, err := g.Body(c.mount.Written(g.Next.Table))
	if err != nil {
		return true, err
	}
	later, versions := *e.from.roster, maps.Clone(e.from.versions)
	later.Version, versions[g.Next.Table] = e.files.Version, opened{version: v}
	next, logged := newState(&later, versions, e.from), true
	err = e.guarded(ctx, next, func() error {
		if logged = c.ahead.log.Append(body) == nil; logged {
			e.publishLogged(next, folder)
			return nil
		}
		c.ahead.stop()
		return errNotLogged
	})
	if !logged {
		return false, nil
	}
	return true, err
}

// errNotLogged says that the log cannot be written.
var errNotLogged = errors.New("the log cannot be written")

// publishLogged publishes a state that a record of the log has made real; folder is that of the
// table that has grown.
func (e *edit) publishLogged(next *state, folder string) {
	c, g := e.catalog, e.growing
	c.ahead.tables[g.Next.Table] = true
	for _, file := range g.Files() {
		c.ahead.files[filepath.Join(folder, file)] = true
	}
	if c.ahead.durable == nil {
		c.ahead.durable = e.from
		c.keepState(e.from)
	}
	e.publish(next, true)
}
