package explain

import (
	"cmp"
	"slices"
)

// box is a pipeline in a picture, or a bend of an edge that passes by others. Places are in
// pixels, of its upper left corner.
type box struct {
	pipeline int // its index; -1: a bend
	layer    int // 0: the result; what a layer reads is in higher ones
	x, y     int
	w, h     int
	below    int    // where the layer ends
	to       []*box // the readers, in the layer below
	from     []*box
}

// The room between boxes, in pixels.
const (
	between = 28
	rise    = 64
	bend    = 8
)

// layered places the pipelines of a tree: each above all that read it, in layers of which
// neighbours alone have edges, ordered so that few cross. sizes are the boxes' widths and
// heights, by pipeline.
func layered(t *Tree, sizes [][2]int) (boxes []*box, width, height int) {
	for i, s := range sizes {
		boxes = append(boxes, &box{pipeline: i, w: s[0], h: s[1]})
	}
	for i := len(boxes) - 1; i >= 0; i-- { // readers come after what they read
		for _, r := range t.Pipelines[i].ReadBy {
			boxes[i].layer = max(boxes[i].layer, boxes[r-1].layer+1)
		}
	}
	for i, p := range t.Pipelines {
		for _, r := range p.ReadBy {
			boxes = connect(boxes, boxes[i], boxes[r-1])
		}
	}
	layers := byLayer(boxes)
	for range 4 {
		for _, l := range layers {
			order(l, func(b *box) []*box { return b.to })
		}
		for _, l := range slices.Backward(layers) {
			order(l, func(b *box) []*box { return b.from })
		}
	}
	width, height = place(layers)
	return boxes, width, height
}

// connect makes an edge, with a bend in each layer that it passes.
func connect(boxes []*box, from, to *box) []*box {
	for from.layer > to.layer+1 {
		b := &box{pipeline: -1, layer: from.layer - 1, w: bend}
		link(from, b)
		boxes, from = append(boxes, b), b
	}
	link(from, to)
	return boxes
}

func link(from, to *box) {
	from.to, to.from = append(from.to, to), append(to.from, from)
}

func byLayer(boxes []*box) [][]*box {
	var layers [][]*box
	for _, b := range boxes {
		for len(layers) <= b.layer {
			layers = append(layers, nil)
		}
		layers[b.layer] = append(layers[b.layer], b)
	}
	for _, l := range layers {
		numbered(l)
	}
	return layers
}

// numbered notes the places of boxes within their layer in x, for ordering.
func numbered(layer []*box) {
	for i, b := range layer {
		b.x = i
	}
}

// order orders a layer by the mean place of what its boxes are connected with.
func order(layer []*box, near func(*box) []*box) {
	slices.SortStableFunc(layer, func(a, b *box) int { return cmp.Compare(mean(a, near), mean(b, near)) })
	numbered(layer)
}

func mean(b *box, near func(*box) []*box) float64 {
	all := near(b)
	if len(all) == 0 {
		return float64(b.x)
	}
	sum := 0
	for _, n := range all {
		sum += n.x
	}
	return float64(sum) / float64(len(all))
}

// place sets the places in pixels, the highest layer at the top, each layer in the middle.
func place(layers [][]*box) (width, height int) {
	widths := make([]int, len(layers))
	for i, l := range layers {
		for _, b := range l {
			widths[i] += b.w + between
		}
		width = max(width, widths[i]+between)
	}
	height = between
	for i, l := range slices.Backward(layers) {
		x, tall := (width-widths[i]+between)/2, 0
		for _, b := range l {
			b.x, b.y = x, height
			x, tall = x+b.w+between, max(tall, b.h)
		}
		for _, b := range l {
			b.below = height + tall
		}
		height += tall + rise
	}
	return width, height - rise + between
}
