package columnfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
)

// Dict writes a dictionary's file, of all texts of the column.
func (w *Writer) Dict(ctx context.Context, m *manifest.Manifest, i int, path string, data []byte, texts int) error {
	describe(m, i, path, texts, data)
	return w.Write(ctx, path, data)
}

// describe has the manifest know a dictionary's file, which is made of some pieces.
func describe(m *manifest.Manifest, i int, path string, texts int, pieces ...[]byte) {
	d, size := manifest.BoundSum(m.BoundTo(), filepath.Base(path), texts, 0, -1), 0
	for _, piece := range pieces {
		d.Write(piece)
		size += len(piece)
	}
	m.Columns[i].Dict = &manifest.File{Name: filepath.Base(path), Size: size, Sum: d.Sum64()}
	m.Columns[i].Texts = texts
	m.Columns[i].Tail, m.Columns[i].Late = nil, 0
}

// PackedDict is Dict for a dictionary that is to stay as it is: it is packed where that pays.
func (w *Writer) PackedDict(ctx context.Context, m *manifest.Manifest, i int, path string, data []byte, texts int) error {
	p := &packedFile{ctx: ctx, path: path}
	head, err := dictionary.PackTo(ctx, data, texts, p.add)
	if err == nil && head != nil {
		err = p.end(head)
	}
	if err != nil || head == nil {
		if err = errors.Join(err, p.drop()); err != nil {
			return err
		}
		return w.Dict(ctx, m, i, path, data, texts)
	}
	describe(m, i, path, texts, p.pieces...)
	m.Columns[i].Dict.Plain = len(data)
	return w.Add(p.f.File, p.size)
}

// Packed writes a packed dictionary's file, of one that had so many bytes.
func (w *Writer) Packed(ctx context.Context, m *manifest.Manifest, i int, path string, file []byte, texts, plain int) error {
	if err := w.Dict(ctx, m, i, path, file, texts); err != nil {
		return err
	}
	m.Columns[i].Dict.Plain = plain
	return nil
}

// packedFile is the file of a packed dictionary that is being written while the rest of it is made:
// the disk works then, and what comes first in the file is there last.
type packedFile struct {
	ctx    context.Context // of the writing
	path   string
	f      *disk.Paced // nil: nothing was written yet
	pieces [][]byte    // of which the checksum is made
	size   int
}

// add writes a piece, which stays as it is.
func (p *packedFile) add(piece []byte) error {
	if p.f == nil {
		f, err := disk.Create(p.path)
		if err != nil {
			return err
		}
		p.f = &disk.Paced{File: f}
	}
	p.pieces = append(p.pieces, piece)
	p.size += len(piece)
	_, err := p.f.Write(piece)
	return errors.Join(err, p.ctx.Err())
}

// end writes the padding, and the head in its place.
func (p *packedFile) end(head []byte) error {
	if err := p.add(make([]byte, disk.FileSize(p.size)-p.size)); err != nil {
		return err
	}
	p.pieces[0] = head
	_, err := p.f.WriteAt(head, 0)
	return err
}

// drop removes the file.
func (p *packedFile) drop() error {
	if p.f == nil {
		return nil
	}
	return errors.Join(p.f.Close(), os.Remove(p.path))
}
