//go:build cuda

package card

/*
#include <signal.h>

typedef struct { struct sigaction of[3]; } dispositions;
static const int taken[3] = {SIGINT, SIGTERM, SIGXFSZ};

static void dispositions_get(dispositions* d) { for (int i = 0; i < 3; i++) sigaction(taken[i], 0, &d->of[i]); }
static void dispositions_set(dispositions* d) { for (int i = 0; i < 3; i++) sigaction(taken[i], &d->of[i], 0); }
*/
import "C"

import "sync"

// signals keeps what the process does with the signals that NVRTC takes while it compiles. NVRTC puts
// them back by signal(2), and then a handler no longer runs on a stack of its own, without which Go ends
// the process: a Ctrl-C after a kernel was compiled was a crash, more often than not. Seen with NVRTC 13
// by asking for all dispositions before, while and after it compiles.
type signals struct {
	mu        sync.Mutex
	compiling int
	before    C.dispositions
}

// lend is called before NVRTC compiles, and takeBack behind it.
func (s *signals) lend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.compiling++; s.compiling == 1 {
		C.dispositions_get(&s.before)
	}
}

func (s *signals) takeBack() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.compiling--; s.compiling == 0 {
		C.dispositions_set(&s.before)
	}
}
