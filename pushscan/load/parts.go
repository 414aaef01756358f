package load

import (
	"gsdms/plan"
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

// NoPartError is of a column that is a part of another one, which a file does not have by itself.
type NoPartError struct{ Part plan.Part }

// Error implements error.
func (e *NoPartError) Error() string { return e.Part.Name() + " is no field of the file" }

// addParts reads the footer of a file.
func addParts(p *rowgroups.Parts, s Sniffed, def store.Definition, opts Options) error {
	f, err := rowgroups.Open(s.Path, opts.parquet())
	if err != nil {
		return err
	}
	defer f.Close()
	for _, c := range def.Columns {
		if c.Part != nil && !f.AddPart(c) {
			return &NoPartError{*c.Part}
		}
	}
	s.take(f.Schema())
	l, err := s.foreignLayout(def, opts)
	if err != nil {
		return placed(s, def, s.names(def, opts), err)
	}
	return p.Add(f, l, opts.void())
}

// parquet says how Parquet files are read.
func (o Options) parquet() rowgroups.Options {
	return rowgroups.Options{Roots: o.Roots, Memory: o.Memory, First: o.First}
}
