package load

import "gsdms/pushscan/load/ipc"

// ChildMain is the main of the child process that reads IPC files, which may end as it will. A main,
// and the TestMain of a package that reads such files, begins with
//
//	if handled, code := load.ChildMain(os.Args); handled {
//		os.Exit(code)
//	}
func ChildMain(args []string) (handled bool, code int) { return ipc.ChildMain(args) }
