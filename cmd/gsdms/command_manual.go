package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"gsdms/cmd/gsdms/manual"
)

// completionCommand writes the script by which a shell completes this program's arguments.
type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run runs the command.
func (c *completionCommand) Run(e *environment, k *kong.Context) error {
	script, err := manual.Completion(k.Model, c.Shell)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(e.out, script)
	return err
}

// manCommand writes the manual page.
type manCommand struct{}

// Run runs the command.
func (manCommand) Run(e *environment, k *kong.Context) error {
	_, err := fmt.Fprint(e.out, manual.Page(k.Model, "gsdms "+releaseName(), manualTail))
	return err
}

// manualTail is what the flags do not say.
const manualTail = `.SH "EXIT STATUS"
.TP
.B 0
all went well
.TP
.B 1
a statement or a command failed
.TP
.B 2
the command line is wrong
.TP
.B 128 + n
the signal n ended it: 130 is Ctrl\-C, 143 is SIGTERM
.SH SIGNALS
.B gsdms serve
ends at SIGTERM and SIGINT: it takes no more connections, and lets running statements have the time of
.BR \-\-grace .
At SIGHUP it reads its certificate again.
.SH FILES
.TP
.I DIR/gsdms.sock
the socket of the process that serves the folder of the tables
.TP
.I DIR/users.json
names of users, hashes of the hashes of their passwords, and their privileges
`
