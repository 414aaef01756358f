package columnfile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/cespare/xxhash/v2"

	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
)

// Dict writes a dictionary's file, of all texts of the column.
func (w *Writer) Dict(ctx context.Context, m *manifest.Manifest, i int, path string, data []byte, texts int) error {
	sum := sumOf(m, path, texts)
	sum.Write(data)
	describe(m, i, path, texts, len(data), sum.Sum64())
	return w.Write(ctx, path, data)
}

// describe has the manifest know a dictionary's file, of so many bytes with a sum.
func describe(m *manifest.Manifest, i int, path string, texts, size int, sum uint64) {
	m.Columns[i].Dict = &manifest.File{Name: filepath.Base(path), Size: size, Sum: sum}
	m.Columns[i].Texts = texts
	m.Columns[i].Tail, m.Columns[i].Late = nil, 0
}

// sumOf starts the sum of a dictionary's file.
func sumOf(m *manifest.Manifest, path string, texts int) *xxhash.Digest {
	return manifest.BoundSum(m.BoundTo(), filepath.Base(path), texts, 0, -1)
}

// PackedDict is Dict for a dictionary that is to stay as it is: it is packed where that pays.
func (w *Writer) PackedDict(ctx context.Context, m *manifest.Manifest, i int, path string, data []byte, texts int) error {
	p := &packedFile{ctx: ctx, path: path}
	head, err := dictionary.PackTo(ctx, data, texts, p.add)
	if err != nil || head == nil {
		if err = errors.Join(err, p.drop()); err != nil {
			return err
		}
		return w.Dict(ctx, m, i, path, data, texts)
	}
	return w.packed(p, m, i, head, texts, len(data))
}

// SortedDict puts texts in order and writes the dictionary's file, packed where that pays. It gives
// the final code of each provisional one.
func (w *Writer) SortedDict(ctx context.Context, m *manifest.Manifest, i int, path string, in *dictionary.Interner) (rank []uint32, err error) {
	if !in.Packs() {
		file, rank, err := in.Sorted(ctx)
		if err != nil {
			return nil, err
		}
		return rank, w.PackedDict(ctx, m, i, path, file, in.Len())
	}
	p := &packedFile{ctx: ctx, path: path}
	made, err := in.SortedTo(ctx, p.add)
	if err != nil {
		return nil, errors.Join(err, p.drop())
	}
	if made.Worth {
		return made.Rank, w.packed(p, m, i, made.Head, in.Len(), made.Plain)
	}
	plain, err := p.unpack(made, in.Len())
	if err = errors.Join(err, p.drop()); err != nil {
		return nil, err
	}
	return made.Rank, w.Dict(ctx, m, i, path, plain, in.Len())
}

// packed ends the file of a packed dictionary.
func (w *Writer) packed(p *packedFile, m *manifest.Manifest, i int, head []byte, texts, plain int) error {
	if err := p.end(head); err != nil {
		return errors.Join(err, p.drop())
	}
	sum := sumOf(m, p.path, texts)
	if err := p.read(sum); err != nil {
		return errors.Join(err, p.drop())
	}
	describe(m, i, p.path, texts, p.size, sum.Sum64())
	describePacked(m, i, head, plain)
	return w.Add(p.f.File, p.size)
}

// Packed writes a packed dictionary's file, of one that had so many bytes.
func (w *Writer) Packed(ctx context.Context, m *manifest.Manifest, i int, path string, file []byte, texts, plain int) error {
	if err := w.Dict(ctx, m, i, path, file, texts); err != nil {
		return err
	}
	describePacked(m, i, dictionary.Head(file), plain)
	return nil
}

// describePacked has the manifest know what the file of a packed dictionary begins with, and how many
// bytes it has unpacked.
func describePacked(m *manifest.Manifest, i int, head []byte, plain int) {
	of := m.Columns[i].Dict
	of.Plain, of.Head = plain, manifest.HeadSum(m.BoundTo(), of.Name, m.Columns[i].Texts, head)
}

// packedFile is the file of a packed dictionary that is being written while the rest of it is made:
// the disk works then, and what comes first in the file is there last.
type packedFile struct {
	ctx  context.Context // of the writing
	path string
	f    *disk.Paced // nil: nothing was written yet
	size int
}

// add writes a piece.
func (p *packedFile) add(piece []byte) error {
	if p.f == nil {
		f, err := disk.Create(p.path)
		if err != nil {
			return err
		}
		p.f = &disk.Paced{File: f}
	}
	p.size += len(piece)
	_, err := p.f.Write(piece)
	return errors.Join(err, p.ctx.Err())
}

// end writes the padding, and the head in its place.
func (p *packedFile) end(head []byte) error {
	if err := p.add(make([]byte, disk.FileSize(p.size)-p.size)); err != nil {
		return err
	}
	_, err := p.f.WriteAt(head, 0)
	return err
}

// read gives what was written, which the system still has in memory: to keep the pieces until the
// sum of all, of which the last to be written is the first, would take as much again.
func (p *packedFile) read(to io.Writer) error {
	f, err := os.Open(p.path)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, f)
	return errors.Join(err, f.Close())
}

// unpack gives the plain file of the dictionary.
func (p *packedFile) unpack(made dictionary.Made, texts int) ([]byte, error) {
	if err := p.end(made.Head); err != nil {
		return nil, err
	}
	var data bytes.Buffer
	if err := p.read(&data); err != nil {
		return nil, err
	}
	packed, err := dictionary.OpenPacked(data.Bytes(), texts, made.Plain)
	if err != nil {
		return nil, err
	}
	return packed.Unpack()
}

// drop removes the file.
func (p *packedFile) drop() error {
	if p.f == nil {
		return nil
	}
	return errors.Join(p.f.Close(), os.Remove(p.path))
}
