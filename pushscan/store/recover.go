package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/roster"
	"gsdms/pushscan/store/snapshot"
	"gsdms/pushscan/store/work"
)

// recover reads the state that the last finished change left.
func (c *Catalog) recover(opts Options) error {
	r, err := c.readRoster()
	if err != nil {
		return err
	}
	all := c.describeAll(r)
	keep, err := c.keep(r, all)
	if err == nil {
		err = sweep(c.dir, keep)
	}
	if err != nil {
		return fmt.Errorf("sweep leftovers: %w", err)
	}
	c.last = r.Version
	later, err := c.replay(r)
	if err != nil {
		return err
	}
	versions := make(map[string]opened, len(r.Tables))
	for i, t := range r.Tables {
		if m := later[t.Name]; m != nil {
			all[i] = described{manifest: m}
		}
		versions[t.Name] = c.openDescribed(t, all[i], nil, opts)
	}
	if empty := c.publish(newState(r, versions, nil)); empty != nil {
		c.release(empty)
	}
	return nil
}

// readRoster reads catalog.json, and writes the first one in a new folder.
func (c *Catalog) readRoster() (*roster.Roster, error) {
	path := filepath.Join(c.dir, catalogFile)
	body, err := disk.ReadSealed(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := checkNew(c.dir); err != nil {
			return nil, err
		}
		if body, err = json.Marshal(&roster.Roster{Format: manifest.Format}); err == nil {
			err = disk.Replace(path, disk.Seal(body))
		}
		if err == nil {
			err = c.syncFolder(c.dir)
		}
		return c.mount.Empty(), err
	}
	var r *roster.Roster
	if err == nil {
		r, err = roster.Parse(body)
	}
	if other := (*manifest.FormatError)(nil); errors.As(err, &other) {
		other.File = path
		return nil, other
	}
	if e := snapshot.Unread("", "", path, err); e != nil {
		return nil, e
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; restore it from a copy", path, err)
	}
	return r, c.mount.Name(r)
}

// described is a table's manifest, or why it cannot be read.
type described struct {
	manifest *manifest.Manifest
	err      error
}

// describeAll reads the manifests of a roster's tables, in their order, each once.
func (c *Catalog) describeAll(r *roster.Roster) []described {
	all := make([]described, len(r.Tables))
	err := work.Each(len(all), func(i int) error {
		all[i] = c.describe(r, r.Tables[i])
		return nil
	})
	for i := range all {
		if all[i].manifest == nil && all[i].err == nil {
			all[i].err = err
		}
	}
	return all
}

func (c *Catalog) describe(r *roster.Roster, t roster.Entry) described {
	m, err := c.readManifest(r, t)
	return described{m, err}
}

// keep lists the files and folders that a roster's tables use. Where a manifest cannot
// be read, all files of its folder are kept, for whoever repairs it; it fails if not even
// those can be listed.
func (c *Catalog) keep(r *roster.Roster, all []described) (map[string]bool, error) {
	keep := map[string]bool{}
	for i, t := range r.Tables {
		folder := filepath.Join(c.dir, t.Folder)
		keep[folder] = true
		if all[i].err != nil {
			entries, err := os.ReadDir(folder)
			if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, unix.ENOTDIR) {
				return nil, err
			}
			for _, e := range entries {
				keep[filepath.Join(folder, e.Name())] = true
			}
			continue
		}
		for _, name := range append(all[i].manifest.Files(), t.Manifest) {
			keep[filepath.Join(folder, name)] = true
		}
	}
	return keep, nil
}

// readManifest reads the manifest of a table of a roster.
func (c *Catalog) readManifest(r *roster.Roster, t roster.Entry) (*manifest.Manifest, error) {
	path := filepath.Join(c.dir, t.Folder, t.Manifest)
	damage := func(reason string) error {
		return &snapshot.DamageError{Table: t.Name, File: path, Segment: -1, Reason: reason}
	}
	body, err := disk.ReadSealed(path)
	if e := snapshot.Unread(t.Name, "", path, err); e != nil {
		return nil, e
	}
	if err != nil {
		return nil, damage(err.Error())
	}
	if disk.Sum(body) != t.Checksum {
		return nil, damage("it is not the manifest that " + catalogFile + " names")
	}
	m, err := manifest.Parse(body)
	if other := (*manifest.FormatError)(nil); errors.As(err, &other) {
		other.File = path
		return nil, other
	}
	if err != nil {
		return nil, damage(err.Error())
	}
	if c.mount.NameManifest(r, m); m.Table != t.Name {
		return nil, damage("it describes table " + m.Table)
	}
	return m, nil
}
