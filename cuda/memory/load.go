package memory

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gsdms/cuda/device"
	"gsdms/operators"
)

// Load brings a chunk's columns to the device: the segments that are not there already.
// Where other streams hold the memory that it takes it waits for them, holding nothing, unless the
// chunk is loaded ahead. The caller releases the chunk.
func (m *Manager) Load(ctx context.Context, ref operators.ChunkRef, columns operators.Columns) (*Chunk, error) {
	c, err := m.load(ctx, ref, columns)
	if errors.Is(err, device.ErrNoMemory) && !ref.Ahead {
		c, err = m.loadInTurn(ctx, ref, columns)
	}
	if err != nil {
		return nil, fmt.Errorf("bring chunk %d of table %s to the device: %w", ref.Seq, ref.Table.Name, err)
	}
	return c, nil
}

// How often a chunk that finds no room is tried again where nobody holds any, and what passes
// between: others may have been trying, too.
const (
	roomTries = 3
	roomPause = time.Millisecond
)

// loadInTurn loads a chunk that did not fit beside what others hold, one such at a time.
func (m *Manager) loadInTurn(ctx context.Context, ref operators.ChunkRef, columns operators.Columns) (*Chunk, error) {
	m.scarce.Lock()
	defer m.scarce.Unlock()
	for tries := 0; ; {
		c, err := m.load(ctx, ref, columns)
		if !errors.Is(err, device.ErrNoMemory) || ctx.Err() != nil {
			return c, err
		}
		if m.columns.await(ctx) {
			continue
		}
		if tries++; tries == roomTries {
			return nil, err
		}
		time.Sleep(roomPause)
	}
}

func (m *Manager) load(ctx context.Context, ref operators.ChunkRef, columns operators.Columns) (*Chunk, error) {
	c := &Chunk{manager: m, ref: ref, columns: map[int]*region{}}
	m.chunks.Add(1)
	if err := c.bring(ctx, columns); err != nil {
		c.Release()
		return nil, err
	}
	return c, nil
}
