package mysql

import (
	"context"
	"io"

	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/sql/parse"
)

// askFile begins the packet that asks a client for a file.
const askFile = 0xfb

// fetch has the client send a file, in packets of which an empty one is the last. It is the Fetch
// of its session. What comes is read to its end even where nobody wants it any more, since the
// next command is behind it.
func (c *conn) fetch(ctx context.Context, path string, to io.Writer) error {
	switch {
	case !c.asked:
		return parse.ErrorAt("", -1, parse.CodeUnpreparable, "This command is not supported in the prepared statement protocol yet: send LOAD DATA LOCAL as a text")
	case c.caps&mysql.CLIENT_LOCAL_FILES == 0:
		return parse.ErrorAt("", -1, parse.CodeNoLocalFiles, "Loading local data is disabled; this must be enabled on both the client and server sides, and the client has not done so (mariadb --local-infile, AllowLoadLocalInfile)")
	}
	c.unwatch()
	err := c.writePacket(append([]byte{askFile}, path...))
	if err == nil {
		err = c.out.Flush()
	}
	var failed error
	for err == nil {
		var b []byte
		if b, err = c.readPacket(c.server.options.Patience); err != nil || len(b) == 0 {
			break
		}
		if failed == nil {
			failed = context.Cause(ctx)
		}
		if failed == nil {
			_, failed = to.Write(b)
		}
	}
	if err != nil {
		c.broken = err
		return err
	}
	return failed
}
