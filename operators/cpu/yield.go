package cpu

import "syscall"

// yield lets the system give this thread's processor to another that waits for it.
func yield() {
	_, _, _ = syscall.RawSyscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) // which cannot fail
}
