package plan_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"gsdms/plan"
)

// paged is a dictionary of n texts in pages of ten, and how often pages and all were read.
func paged(n int, failure error) (d *plan.Dictionary, pages, wholes *int) {
	pages, wholes = new(int), new(int)
	texts := func(lo, hi int) (offsets []uint32, text []byte) {
		offsets = []uint32{0}
		for i := lo; i < hi; i++ {
			text = fmt.Appendf(text, "text %05d", i)
			offsets = append(offsets, uint32(len(text)))
		}
		return offsets, text
	}
	read := func() ([]uint32, []byte, error) {
		*wholes++
		offsets, text := texts(0, n)
		return offsets, text, nil
	}
	return plan.NewPagedDictionary(n, 14*int64(n), read, func(code int) (int, *plan.Texts, error) {
		if *pages++; *pages == 1 && failure != nil {
			return 0, nil, failure
		}
		return code / 10 * 10, plan.NewTexts(texts(code/10*10, min(n, code/10*10+10))), nil
	}), pages, wholes
}

// Of a dictionary in pages those are read in which a text is asked for, each once, until they are many.
func TestPagedDictionary(t *testing.T) {
	d, pages, wholes := paged(10_003, nil)
	for range 3 {
		for _, code := range []int{10_002, 0, 5_555, 5_559, 17, 9} {
			if got := d.At(code); got != fmt.Sprintf("text %05d", code) {
				t.Errorf("text %d is %q", code, got)
			}
		}
	}
	if code, exact := d.Find("text 07777"); code != 7777 || !exact || *pages > 20 || *wholes != 0 {
		t.Errorf("found at %d, %v, after %d pages and %d times all", code, exact, *pages, *wholes)
	}
	r, wide := rand.New(rand.NewPCG(1, 9)), *pages
	for range 3000 {
		if code := r.IntN(d.Len()); d.At(code) != fmt.Sprintf("text %05d", code) {
			t.Fatalf("text %d is %q", code, d.At(code))
		}
	}
	if *wholes != 1 || *pages > wide+127 {
		t.Errorf("%d pages and %d times all for many", *pages, *wholes)
	}
	d.Forget()
	if before := *pages; d.At(4321) != "text 04321" || *pages != before+1 || *wholes != 1 {
		t.Errorf("%d pages and %d times all after all were forgotten", *pages, *wholes)
	}
	d.Forget()
	if d.At(4321); !d.FewOfPages(9) || d.FewOfPages(10) || d.Clone().Len() != d.Len() || d.FewOfPages(1) || *wholes != 2 {
		t.Errorf("%d times all for a copy", *wholes)
	}
}

// Who walks through the texts reads all of them behind the first page.
func TestPagedDictionaryWalk(t *testing.T) {
	d, pages, wholes := paged(1000, nil)
	for code := range d.Len() {
		if d.At(code) != fmt.Sprintf("text %05d", code) {
			t.Fatalf("text %d is %q", code, d.At(code))
		}
	}
	if *pages != 1 || *wholes != 1 {
		t.Errorf("%d pages and %d times all", *pages, *wholes)
	}
}

// A page that cannot be read ends the call that asked, and is read by the next one; many may ask at once.
func TestPagedDictionaryFailure(t *testing.T) {
	failure := errors.New("the disk failed")
	d, pages, _ := paged(5000, failure)
	func() {
		defer func() {
			if err, ok := recover().(error); !ok || !errors.Is(err, failure) {
				t.Errorf("panics with %v", err)
			}
		}()
		d.At(3)
	}()
	var wg sync.WaitGroup
	for k := range 8 {
		wg.Go(func() {
			for i := range 200 {
				if code := (i*911 + k) % 5000; d.At(code) != fmt.Sprintf("text %05d", code) {
					t.Errorf("text %d is %q", code, d.At(code))
				}
				if k == 0 && i%50 == 0 {
					d.Forget()
				}
			}
		})
	}
	wg.Wait()
	if *pages < 2 {
		t.Error("no page was read again")
	}
}
