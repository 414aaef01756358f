package load

import (
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/rowgroups"
	"gsdms/pushscan/store"
)

// OpenParts reads the footers of files for columns of a table; nil if one of them is no Parquet.
func OpenParts(paths []string, def store.Definition, opts Options) (*rowgroups.Parts, error) {
	p := rowgroups.NewParts(def.Columns, opts.parquet())
	for _, path := range paths {
		s, _, err := sniff(path, def, opts)
		if err != nil {
			return nil, err
		}
		if s.Format != Parquet {
			return nil, nil
		}
		if err := addParts(p, s, def, opts); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// addParts reads the footer of a file.
func addParts(p *rowgroups.Parts, s Sniffed, def store.Definition, opts Options) error {
	f, err := rowgroups.Open(s.Path, opts.parquet())
	if err != nil {
		return err
	}
	defer f.Close()
	s.take(f.Schema())
	l, err := layout.ByName(def, s.names(def, opts))
	if err != nil {
		return placed(s, def, s.names(def, opts), err)
	}
	return p.Add(f, l, opts.void())
}

// parquet says how Parquet files are read.
func (o Options) parquet() rowgroups.Options {
	return rowgroups.Options{Roots: o.Roots, Memory: o.Memory, First: o.First}
}
