package sql

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"gsdms/operators/cpu"
	"gsdms/sql/bind/bindtest"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// queryTables are what FuzzQuery's texts find: keys, NULLs, every kind of column.
var queryTables = []string{
	"create table kind (k int primary key, name varchar(10) not null, weight int)",
	`create table item (id int not null, kind int, n int, big bigint, f double, price decimal(10,2), day date, s varchar(10), ok bool,
	 foreign key (kind) references kind(k))`,
	"insert into kind values (1,'a',null),(2,'b',7),(5,'c',-3)",
	`insert into item values (1,1,10,9223372036854775807,1.5,0.05,'2001-02-03','x',true),
	 (2,null,null,-9223372036854775808,null,null,null,null,null),(3,5,-7,0,-1e300,-99.99,'1999-12-31','xyz',false),(4,5,10,5,0,1,'2001-02-03','',true)`,
}

// FuzzQuery: any text ends in a result that prints or in an error, within its time; the
// engine then still answers the query that follows, rightly.
func FuzzQuery(f *testing.F) {
	seeds := "testdata/session/*"
	if testing.Short() {
		seeds = "testdata/session/[a-e]*"
	}
	bindtest.Seeds(f, seeds)
	f.Add("select kind, sum(n), avg(price) from item group by kind having count(*) > 0 order by 2 desc limit 2")
	f.Add("select i.id, k.name from item i left join kind k on i.kind = k.k where i.s like '%x%' or f is null")
	f.Add("explain cuda select sum(n) from item where price > 1")
	f.Add("DESC /* */ CUDA\n(select id from item group by 1)")
	f.Fuzz(func(t *testing.T, text string) {
		t.Chdir(t.TempDir()) // a text may write files
		s := freshSession(t)
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		for _, one := range parse.Split(text) {
			if len(one.Text) > 4096 || touchesFiles(one.Text) {
				continue
			}
			r, err := s.Query(ctx, one.Text)
			if err != nil {
				if errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "please report") {
					t.Fatalf("%q: %v", one.Text, err)
				}
				continue
			}
			printAll(r)
		}
	})
}

// touchesFiles reports whether a text may read a file, which is not what is fuzzed.
func touchesFiles(text string) bool {
	return strings.Contains(strings.ToLower(text), "infile")
}

func printAll(r *result.Set) {
	if r.Rows == nil {
		return
	}
	for row := range min(r.Rows.Len, 100) {
		for c := range r.Columns {
			r.Text(row, c)
		}
	}
}

// freshSession opens an engine over queryTables that ends with the test.
func freshSession(t *testing.T) *Session {
	b, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(context.Background(), Config{Dir: t.TempDir(), Backend: b, Memory: 256 << 20, Source: sourceOf})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(e.Close(), b.Close()); err != nil {
			t.Error(err)
		}
	})
	s := e.NewSession()
	for _, text := range queryTables {
		if _, err := s.Query(context.Background(), text); err != nil {
			t.Fatal(err)
		}
	}
	return s
}
