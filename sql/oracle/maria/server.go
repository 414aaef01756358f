package maria

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	_ "github.com/go-sql-driver/mysql" // the driver mysql
)

// errNone says that no MariaDB is installed.
var errNone = errors.New("there is no mariadbd and mariadb-install-db to compare with (package mariadb-server)")

// server is a MariaDB of its own in a folder, which only a socket leads to.
type server struct {
	dir string
	cmd *exec.Cmd
	db  *sql.DB
}

// mode is what MySQL 8 has by default or always, as the rounding of seconds, and MariaDB's words for its collation and time zone.
const mode = "?sql_mode=%27ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,TIME_ROUND_FRACTIONAL%27" +
	"&time_zone=%27%2B00:00%27&collation_connection=%27utf8mb4_nopad_bin%27"

// start makes a folder and starts a server in it. The error is errNone where there is none.
func start(ctx context.Context) (*server, error) {
	install, err := exec.LookPath("mariadb-install-db")
	if err != nil {
		return nil, errNone
	}
	daemon, err := exec.LookPath("mariadbd")
	if err != nil {
		return nil, errNone
	}
	// A socket's path has to be short, so it is not in the test's folder.
	dir, err := os.MkdirTemp("", "maria")
	if err != nil {
		return nil, err
	}
	s := &server{dir: dir}
	data, socket := filepath.Join(dir, "data"), filepath.Join(dir, "s")
	out, err := exec.CommandContext(ctx, install, "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal", "--skip-test-db").CombinedOutput()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make MariaDB's folder: %w: %s", err, out), s.Close())
	}
	// It outlives the test's context, which ends before what it has to clean up.
	s.cmd = exec.CommandContext(context.WithoutCancel(ctx), daemon, "--no-defaults", "--datadir="+data, "--socket="+socket, "--skip-networking",
		"--user=root", "--innodb-buffer-pool-size=32M", "--innodb-flush-method=nosync", "--innodb-flush-log-at-trx-commit=0", "--character-set-server=utf8mb4", "--collation-server=utf8mb4_nopad_bin",
		"--optimizer-switch=derived_with_keys=off") // with keys of a query within FROM, a number past a DECIMAL is found as its last one
	if err := s.cmd.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start MariaDB: %w", err), s.Close())
	}
	if err := s.connect(ctx, socket); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// connect waits for the server and makes the database.
func (s *server) connect(ctx context.Context, socket string) error {
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
			return fmt.Errorf("wait for MariaDB: %w", err)
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
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return answer{err: err}
	}
	var a answer
	for _, t := range types {
		a.floats = append(a.floats, t.DatabaseTypeName() == "DOUBLE")
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
