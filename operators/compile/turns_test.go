package compile_test

import (
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/operators/index"
)

// door is turns of which none is given before it opens.
type door struct{ asked, open chan struct{} }

func (d *door) Take() {
	select {
	case d.asked <- struct{}{}:
	case <-d.open:
	}
	<-d.open
}
func (d *door) Pause() {}
func (d *door) Leave() {}

// Nothing is compiled before there is a turn for it, since an index can take long to make.
func TestCompilingTakesATurn(t *testing.T) {
	g := &generator{r: rand.New(rand.NewPCG(4, 7)), s: newSchema(4, 120), small: true}
	n := g.network()
	d := &door{make(chan struct{}), make(chan struct{})}
	done := make(chan error)
	go func() {
		_, err := compile.Query(operators.WithTurns(t.Context(), d), n, index.NewCache(1<<30))
		done <- err
	}()
	select {
	case <-d.asked:
		close(d.open)
		<-done
	case err := <-done:
		t.Errorf("it is compiled without a turn: %v", err)
	}
}
