// Package hits is a benchmark of web analytics: one wide table of page views, with long
// addresses of which few are asked often and many once, and the questions that people put
// to such a table. Rows and questions are made here; everything about a page, a user or a
// phrase follows from its number, so that equal numbers have equal texts in any piece.
package hits

import (
	"fmt"

	"gsdms/ssb/bench"
)

// Options are the size of the data. All fields are set.
type Options struct {
	Rows  int64
	Texts int64  // addresses that there are; how many of them are hit depends on the rows
	Seed  uint64 // equal seeds give equal rows
}

// Defaults are five million hits on addresses of which a million exist.
func Defaults() Options { return Options{Rows: 5_000_000, Texts: 1_000_000, Seed: 1} }

// New gives the benchmark at a size.
func New(o Options) (*bench.Suite, error) {
	if o.Rows < 1000 || o.Rows > 1<<40 {
		return nil, fmt.Errorf("%d rows: it is from 1000 to %d", o.Rows, int64(1)<<40)
	}
	if o.Texts < 100 || o.Texts > 1<<32 {
		return nil, fmt.Errorf("%d addresses: it is from 100 to %d", o.Texts, int64(1)<<32)
	}
	g := newGenerator(o)
	s := &bench.Suite{
		Name: "hits", Title: "Web analytics", Command: "gsdms bench hits", Fact: "hits",
		Size: fmt.Sprintf("%d rows, %d addresses", o.Rows, o.Texts), Queries: g.queries(),
	}
	s.Generate([]bench.Generated{{Table: bench.Table{Name: "hits", Create: create, Rows: o.Rows, Order: []string{"hit_time"}}, Make: g.batch}})
	return s, nil
}

// create declares no key. The time is in seconds since 1970-01-01.
const create = `CREATE TABLE hits (
  hit_id BIGINT NOT NULL, hit_time BIGINT NOT NULL, hit_date DATE NOT NULL, user_id BIGINT NOT NULL,
  session_id BIGINT NOT NULL, client_ip BIGINT NOT NULL, site_id INTEGER NOT NULL, region_id INTEGER NOT NULL,
  country VARCHAR(2) NOT NULL, language VARCHAR(5) NOT NULL, url VARCHAR(300) NOT NULL, title VARCHAR(200) NOT NULL,
  referer VARCHAR(300) NOT NULL, search_phrase VARCHAR(100) NOT NULL, search_engine SMALLINT NOT NULL,
  campaign_id SMALLINT NOT NULL, traffic_source SMALLINT NOT NULL, device VARCHAR(12) NOT NULL,
  phone_model VARCHAR(30) NOT NULL, os VARCHAR(20) NOT NULL, browser VARCHAR(20) NOT NULL, browser_version SMALLINT NOT NULL,
  screen_width SMALLINT NOT NULL, screen_height SMALLINT NOT NULL, window_width SMALLINT NOT NULL,
  window_height SMALLINT NOT NULL, is_mobile SMALLINT NOT NULL, is_refresh SMALLINT NOT NULL,
  response_ms INTEGER NOT NULL, bytes_sent INTEGER NOT NULL, amount DECIMAL(10,2) NOT NULL
)`
