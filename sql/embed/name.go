package embed

import (
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strings"

	"gsdms/sql/wire/mysql"
)

// The default port of MySQL, and who connects where nobody is named.
const (
	defaultPort = "3306"
	defaultUser = "root"
)

// place is where the tables are: a folder, or a server.
type place struct {
	folder   string // "" for a server
	beside   string // further folders: NAME=FOLDER, with semicolons between them
	server   mysql.Target
	database string // of the server's; "" for the one it has
}

// parseName reads the name of a data source:
//
//	some/folder                              the tables of a folder, in this process
//	some/folder;hr=other;sales=third         and of others beside it, each a database
//	mysql://user:password@host:port/database a server; all but the host may be left out
//	unix://user:password@/path/to/gsdms.sock a server's socket
func parseName(name string) (place, error) {
	scheme, _, ok := strings.Cut(name, "://")
	if !ok {
		if name == "" {
			return place{}, fmt.Errorf("the name of the data source is empty: write a folder, or mysql://user:password@host:port/")
		}
		folder, beside, _ := strings.Cut(name, ";")
		return place{folder: folder, beside: beside}, nil
	}
	u, err := url.Parse(name)
	if err != nil {
		return place{}, fmt.Errorf("the name of the data source is no address: %w", withoutAddress(err))
	}
	if u.RawQuery != "" || u.Fragment != "" {
		return place{}, fmt.Errorf("the name of the data source %s has options, of which there are none", u.Redacted())
	}
	p := place{server: mysql.Target{User: u.User.Username()}}
	p.server.Password, _ = u.User.Password()
	if p.server.User == "" {
		p.server.User = defaultUser
	}
	switch {
	case scheme == "unix" && u.Host == "" && u.Path != "":
		p.server.Network, p.server.Address = "unix", u.Path
		return p, nil
	case scheme == "mysql" && u.Hostname() != "":
		port := u.Port()
		if port == "" {
			port = defaultPort
		}
		p.server.Network, p.server.Address = "tcp", net.JoinHostPort(u.Hostname(), port)
		p.database = strings.TrimPrefix(u.Path, "/")
		return p, nil
	}
	return p, fmt.Errorf("the name of the data source %s is none: write a folder, mysql://user:password@host:port/ or unix://user:password@/path/of/socket", u.Redacted())
}

// databases are the further folders, by the names of their databases.
func (p place) databases() (map[string]string, error) {
	out := map[string]string{}
	for part := range strings.SplitSeq(p.beside, ";") {
		if p.beside == "" {
			break
		}
		name, folder, ok := strings.Cut(part, "=")
		if _, twice := out[name]; !ok || name == "" || folder == "" || twice {
			return nil, fmt.Errorf("the name of the data source: %q is no further folder: write NAME=FOLDER, each with a name of its own", part)
		}
		path, err := filepath.Abs(folder)
		if err != nil {
			return nil, fmt.Errorf("find the folder %s: %w", folder, err)
		}
		out[name] = path
	}
	return out, nil
}

// withoutAddress is an error of url.Parse without the address, which has a password.
func withoutAddress(err error) error {
	if e, ok := err.(*url.Error); ok {
		return e.Err
	}
	return err
}
