package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// usualTrips is how many rows the files have unless -rows says otherwise: some 500 MB of CSV.
const usualTrips = 5_000_000

// makeFiles writes trips.csv, and trips.parquet as DuckDB makes it of that, unless they are there.
func makeFiles(ctx context.Context, o options) error {
	csv, parquet := filepath.Join(o.Dir, "trips.csv"), filepath.Join(o.Dir, "trips.parquet")
	if _, err := os.Stat(parquet); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return err
	}
	rows := o.Rows
	if rows == 0 {
		rows = usualTrips
	}
	if err := writeTrips(csv, rows, o.Seed); err != nil {
		return err
	}
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return fmt.Errorf("open DuckDB: %w", err)
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, fmt.Sprintf("COPY (FROM read_csv('%s')) TO '%s.part' (FORMAT parquet)", csv, parquet)); err != nil {
		return err
	}
	return os.Rename(parquet+".part", parquet)
}

// noteWords are what notes are made of.
var noteWords = [...]string{"driver", "asked", "for", "cash", "the", "umbrella", "left", "in", "taxi", "airport", "late", "\"no, thanks\"", "rain", "quick,", "polite", "long", "way", "round"}

// writeTrips writes rows with texts, some of them quoted, floats, dates and NULLs, which are empty.
func writeTrips(name string, rows int64, seed uint64) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<20)
	fmt.Fprintln(w, "id,vendor,pickup,day,zone,passengers,distance,fare,tip,note")
	r := rand.New(rand.NewPCG(seed, 3))
	start := time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC)
	var line []byte
	for i := range rows {
		line = appendTrip(line[:0], r, i, start.Add(time.Duration(i)*7*time.Second))
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return w.Flush()
}

func appendTrip(line []byte, r *rand.Rand, i int64, at time.Time) []byte {
	field := func(text []byte) { line = append(text, ',') }
	field(strconv.AppendInt(line, i+1, 10))
	field(fmt.Appendf(line, "Vendor %c", 'A'+rune(r.IntN(6))))
	field(at.AppendFormat(line, time.DateTime))
	field(at.AddDate(0, 0, r.IntN(30)).AppendFormat(line, time.DateOnly))
	field(fmt.Appendf(line, "Zone %d", r.IntN(260)))
	if r.IntN(20) > 0 {
		line = strconv.AppendInt(line, int64(r.IntN(6)+1), 10)
	}
	field(line)
	field(strconv.AppendFloat(line, r.ExpFloat64()*3, 'f', 2, 64))
	field(strconv.AppendFloat(line, 3+r.ExpFloat64()*12, 'f', -1, 64))
	if r.IntN(4) > 0 {
		line = strconv.AppendFloat(line, r.ExpFloat64()*2, 'f', 2, 64)
	}
	field(line)
	if r.IntN(10) < 3 {
		return append(line, '\n')
	}
	line = append(line, '"')
	for n := r.IntN(6) + 2; n > 0; n-- {
		for _, b := range []byte(noteWords[r.IntN(len(noteWords))]) {
			if line = append(line, b); b == '"' {
				line = append(line, b)
			}
		}
		if n > 1 {
			line = append(line, ' ')
		}
	}
	return append(line, '"', '\n')
}
