//go:build cuda

package card

// #include <cuda.h>
import "C"

import (
	"errors"
	"unsafe"

	"gsdms/cuda/device"

	"gorgonia.org/cu"
)

// recording is a capture of streams that is under way.
type recording struct {
	queues []*queue
	before []bool // whether they were busy
}

// join has a queue's stream captured, too, from its next wait for a captured one on.
func (r *recording) join(q *queue) {
	r.queues, r.before = append(r.queues, q), append(r.before, q.busy)
	q.recording = r
}

// note records an event whose time can be asked for after each launch of the graph.
func (r *recording) note(e cu.Event, s cu.Stream) error {
	return result(C.cuEventRecordWithFlags(*(*C.CUevent)(unsafe.Pointer(&e)), streamOf(s), C.CU_EVENT_RECORD_EXTERNAL))
}

// streamOf is the handle of a stream, which is all that cu.Stream is.
func streamOf(s cu.Stream) C.CUstream { return *(*C.CUstream)(unsafe.Pointer(&s)) }

func result(r C.CUresult) error {
	if r == C.CUDA_SUCCESS {
		return nil
	}
	return failure(r)
}

// Record implements device.Recorder by stream capture.
func (c *Card) Record(lead device.Queue, put func() error) (device.Graph, error) {
	g := &graph{card: c, lead: lead.(*queue)}
	err := c.do(func() error { return g.record(put) })
	if err != nil {
		return nil, wrap(err, "record a graph on %s", c.limits.Name)
	}
	return g, nil
}

// graph is what was recorded.
type graph struct {
	card  *Card
	lead  *queue
	timed []*queue // on which a launch was recorded
	exec  C.CUgraphExec
}

func (g *graph) record(put func() error) error {
	r := &recording{}
	r.join(g.lead)
	stream := streamOf(g.lead.stream)
	// relaxed: other streams go on being used meanwhile, also by this thread
	if err := result(C.cuStreamBeginCapture(stream, C.CU_STREAM_CAPTURE_MODE_RELAXED)); err != nil {
		g.lead.recording = nil
		return err
	}
	err := put()
	var captured C.CUgraph
	err = errors.Join(err, result(C.cuStreamEndCapture(stream, &captured)))
	for i, q := range r.queues {
		if q.launched {
			g.timed = append(g.timed, q)
		}
		q.recording, q.busy, q.launched = nil, r.before[i], false
	}
	if captured == nil {
		return errors.Join(err, errors.New("nothing was captured"))
	}
	if err == nil {
		err = result(C.cuGraphInstantiateWithFlags(&g.exec, captured, 0))
	}
	return errors.Join(err, result(C.cuGraphDestroy(captured)))
}

// Launch puts the graph on the lead's stream.
func (g *graph) Launch() error {
	err := g.lead.put("launch a graph", func() error {
		return result(C.cuGraphLaunch(g.exec, streamOf(g.lead.stream)))
	})
	if err != nil {
		return err
	}
	for _, q := range g.timed {
		q.busy, q.launched = true, true
	}
	return nil
}

// Close frees the graph; it has been waited for.
func (g *graph) Close() error {
	return wrap(g.card.do(func() error { return result(C.cuGraphExecDestroy(g.exec)) }), "free a graph of %s", g.card.limits.Name)
}
