package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gsdms/pushscan/store"
)

// foldersFlag is --db: a folder of tables, or a name for its database before it. Each further one is
// a database beside that of the first.
type foldersFlag struct{ store.Folder }

// UnmarshalText reads DIR or NAME=DIR. What has a slash or a dot before the = is a folder.
func (f *foldersFlag) UnmarshalText(text []byte) error {
	name, dir, named := strings.Cut(string(text), "=")
	if !named || name == "" || strings.ContainsAny(name, `./\`) {
		f.Folder = store.Folder{Dir: string(text)}
		return nil
	}
	if dir == "" {
		return fmt.Errorf("--db %s: a folder stands behind the name", text)
	}
	f.Folder = store.Folder{Database: name, Dir: dir}
	return nil
}

// checkFolders refuses folders whose databases have no names of their own.
func (g *Global) checkFolders() error {
	seen := map[string]bool{}
	for i, f := range g.DB {
		if i > 0 && f.Database == "" {
			return fmt.Errorf("--db %s: a further folder needs a name for its database: --db NAME=%s", f.Dir, f.Dir)
		}
		if f.Database != "" && seen[f.Database] {
			return fmt.Errorf("--db %s=%s: another folder has this name", f.Database, f.Dir)
		}
		seen[f.Database] = true
	}
	return nil
}

// dir is the first folder: what is not of one database is there.
func (g *Global) dir() string {
	if len(g.DB) == 0 {
		return ""
	}
	return g.DB[0].Dir
}

// folders names all folders, for people.
func (g *Global) folders() string {
	if len(g.DB) == 1 {
		return g.dir()
	}
	var texts []string
	for _, f := range g.DB {
		text := f.Dir
		if f.Database != "" {
			text = f.Database + "=" + f.Dir
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

// beside are the folders but for the first.
func (g *Global) beside() (all []store.Folder) {
	for _, f := range g.DB[min(1, len(g.DB)):] {
		all = append(all, f.Folder)
	}
	return all
}

// inUse adds to the error of a folder that another process has open what may be done.
func (g *Global) inUse(err error) error {
	if !errors.Is(err, store.ErrLocked) {
		return err
	}
	for _, f := range g.DB {
		if _, ok := served(f.Dir); ok {
			return fmt.Errorf("%w, which serves %s: statements, LOAD DATA among them, run there (gsdms --db %s -e \"...\")", err, f.Dir, f.Dir)
		}
	}
	return fmt.Errorf("%w; \"gsdms serve --db %s\" lets many use it at a time", err, g.dir())
}

// tellElsewhere says where there are tables if they lie in folders of that which --db names: to who finds
// none.
func (e *environment) tellElsewhere() {
	for _, f := range e.DB {
		if has, err := store.IsCatalog(f.Dir); has || err != nil {
			continue
		}
		entries, _ := os.ReadDir(f.Dir) // of one that cannot be read there is nothing to say
		var inside []string
		for _, entry := range entries {
			dir := filepath.Join(f.Dir, entry.Name())
			if has, err := store.IsCatalog(dir); has && err == nil {
				inside = append(inside, dir)
			}
		}
		if len(inside) > 0 {
			fmt.Fprintf(e.errs, "gsdms: there are no tables in %s; there are in %s: --db %s\n", f.Dir, strings.Join(inside, ", "), inside[0])
		}
	}
}
