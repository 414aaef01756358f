package dialect

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	_ "github.com/go-sql-driver/mysql" // the driver mysql
)

// maker is a system to compare with: how its folder is made and how it starts there.
type maker struct {
	name    string
	daemon  string // the program's name, which both makers have on some machines
	version string // what the program says of itself, to tell them apart
	install func(ctx context.Context, daemon, data string) *exec.Cmd
	args    []string
	mode    string // of sessions, in a DSN
}

// mariaDB is MariaDB, which each distribution has, as near to MySQL 8 as its settings make it: the
// modes that MySQL has by default or always, as the rounding of seconds, and its own words for the collation
// and the time zone.
func mariaDB() maker {
	return maker{
		name: "MariaDB", daemon: "mariadbd", version: "MariaDB",
		install: func(ctx context.Context, _, data string) *exec.Cmd {
			return exec.CommandContext(ctx, "mariadb-install-db", "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal", "--skip-test-db")
		},
		args: []string{
			"--innodb-flush-method=nosync", "--collation-server=utf8mb4_nopad_bin",
			"--optimizer-switch=derived_with_keys=off", // with keys of a query within FROM, a number past a DECIMAL is found as its last one
		},
		mode: "?sql_mode=%27ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,TIME_ROUND_FRACTIONAL%27" +
			"&time_zone=%27%2B00:00%27&collation_connection=%27utf8mb4_nopad_bin%27",
	}
}

// mySQL is MySQL 8 itself, which not each distribution has.
func mySQL() maker {
	return maker{
		name: "MySQL", daemon: "mysqld", version: "Ver 8.",
		install: func(ctx context.Context, daemon, data string) *exec.Cmd {
			return exec.CommandContext(ctx, daemon, "--no-defaults", "--initialize-insecure", "--user=root", "--datadir="+data, "--secure-file-priv=")
		},
		args: []string{"--mysqlx=OFF", "--skip-log-bin", "--secure-file-priv=", "--collation-server=utf8mb4_0900_bin"},
		mode: "?time_zone=%27%2B00:00%27&collation_connection=%27utf8mb4_0900_bin%27&group_concat_max_len=1000000",
	}
}

// find is the path of the maker's program. The error is errNone where there is none.
func (m maker) find(ctx context.Context) (daemon string, err error) {
	daemon, err = exec.LookPath(m.daemon)
	if err != nil {
		return "", errNone
	}
	if says, err := exec.CommandContext(ctx, daemon, "--version").Output(); err != nil || !strings.Contains(string(says), m.version) {
		return "", errNone
	}
	return daemon, nil
}

// errNone says that the program to compare with is not installed.
var errNone = errors.New("it is not installed (mariadb-server, mysql-server)")

// server is a system of its own in a folder, which only a socket leads to.
type server struct {
	name string // of its maker
	dir  string
	cmd  *exec.Cmd
	db   *sql.DB
}

// start makes a folder and starts a server in it. The error is errNone where there is none.
func start(ctx context.Context, m maker) (*server, error) {
	daemon, err := m.find(ctx)
	if err != nil {
		return nil, err
	}
	// A socket's path has to be short, so it is not in the test's folder.
	dir, err := os.MkdirTemp("", "dialect")
	if err != nil {
		return nil, err
	}
	s := &server{name: m.name, dir: dir}
	data, socket := filepath.Join(dir, "data"), filepath.Join(dir, "s")
	if out, err := m.install(ctx, daemon, data).CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("make its folder: %w: %s", err, out), s.Close())
	}
	// It outlives the test's context, which ends before what it has to clean up.
	s.cmd = exec.CommandContext(context.WithoutCancel(ctx), daemon, append([]string{
		"--no-defaults", "--datadir=" + data, "--socket=" + socket, "--skip-networking", "--user=root",
		"--innodb-buffer-pool-size=32M", "--innodb-flush-log-at-trx-commit=0", "--character-set-server=utf8mb4",
	}, m.args...)...)
	if err := s.cmd.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start it: %w", err), s.Close())
	}
	if err := s.connect(ctx, socket, m.mode); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// connect waits for the server and makes the database.
func (s *server) connect(ctx context.Context, socket, mode string) error {
	first, err := sql.Open("mysql", "root@unix("+socket+")/mysql")
	if err != nil {
		return err
	}
	defer first.Close()
	for tries := 0; ; tries++ {
		if _, err = first.ExecContext(ctx, "CREATE DATABASE IF NOT EXISTS d"); err == nil {
			break
		}
		if tries == 300 {
			return fmt.Errorf("wait for it: %w", err)
		}
		time.Sleep(100 * time.Millisecond)
	}
	s.db, err = sql.Open("mysql", "root@unix("+socket+")/d"+mode)
	return err
}

// Close ends the server and removes its folder.
func (s *server) Close() error {
	var errs []error
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	if s.cmd != nil && s.cmd.Process != nil {
		// Nothing in the folder is wanted any more, so it need not end well.
		errs = append(errs, s.cmd.Process.Kill())
		_ = s.cmd.Wait()
	}
	return errors.Join(append(errs, os.RemoveAll(s.dir))...)
}

// cell is a value of a result as it is shown.
type cell struct {
	null bool
	text string
}

func (c cell) String() string {
	if c.null {
		return "NULL"
	}
	return c.text
}

// answer is the rows of a query, and which of its columns are doubles; or an error.
type answer struct {
	rows   [][]cell
	floats []bool
	err    error
}

// ask runs a query.
func (s *server) ask(ctx context.Context, text string) answer {
	rows, err := s.db.QueryContext(ctx, text)
	if err != nil {
		return answer{err: err}
	}
	return rowsOf(rows)
}

// rowsOf is the answer that rows are, which it closes.
func rowsOf(rows *sql.Rows) answer {
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return answer{err: err}
	}
	var a answer
	for _, t := range types {
		a.floats = append(a.floats, t.DatabaseTypeName() == "DOUBLE" || t.DatabaseTypeName() == "FLOAT")
	}
	for rows.Next() {
		raw, into := make([]sql.RawBytes, len(types)), make([]any, len(types))
		for i := range raw {
			into[i] = &raw[i]
		}
		if err := rows.Scan(into...); err != nil {
			return answer{err: err}
		}
		row := make([]cell, len(types))
		for i, r := range raw {
			row[i] = cell{r == nil, string(r)}
		}
		a.rows = append(a.rows, row)
	}
	a.err = rows.Err()
	return a
}
