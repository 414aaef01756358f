package lab

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gsdms/optimizer"
	"gsdms/optimizer/sim"
)

// Pictures says where drawings and traces go.
type Pictures struct {
	Folder string // "": nowhere
	Format string // "png" or "svg"
}

// Streams prints the timelines of the stream experiments of Li et al. 2014 and, where
// there is a folder, draws them and writes their Chrome traces.
func Streams(w io.Writer, p Pictures) error {
	for _, e := range sim.Experiments() {
		d := optimizer.GTX680()
		if e.HyperQ {
			d = optimizer.TeslaK40()
		}
		t, err := sim.Run(d, sim.Alone{}, e.Streams)
		if err != nil {
			return fmt.Errorf("lab: %s: %w", e.Name, err)
		}
		if _, err := fmt.Fprintf(w, "%s (%s)\n%v\n", e.Name, d.Name, t); err != nil {
			return err
		}
		if err := p.save(e.Name, t); err != nil {
			return err
		}
	}
	return nil
}

// save draws a timeline and writes its trace, under a file name made of its title.
func (p Pictures) save(title string, t sim.Timeline) error {
	if p.Folder == "" {
		return nil
	}
	base, err := p.file(title)
	if err != nil {
		return err
	}
	if err := Draw(t, title, base+"."+p.Format); err != nil {
		return err
	}
	f, err := os.Create(base + ".trace.json")
	if err != nil {
		return fmt.Errorf("lab: write a trace: %w", err)
	}
	if err := t.WriteTrace(f); err != nil {
		return errors.Join(err, f.Close())
	}
	return f.Close()
}

// file makes the folder and gives the path of a title in it, without an extension.
func (p Pictures) file(title string) (string, error) {
	if err := os.MkdirAll(p.Folder, 0o755); err != nil {
		return "", fmt.Errorf("lab: make the folder of pictures: %w", err)
	}
	return filepath.Join(p.Folder, strings.Map(fileRune, strings.ToLower(title))), nil
}

func fileRune(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
		return r
	}
	if r == ',' {
		return -1
	}
	return '-'
}
