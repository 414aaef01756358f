package flight

import (
	"context"
	"io"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
)

// BenchmarkRows is the rows of a table of four columns as messages, which the client does
// not look into.
func BenchmarkRows(b *testing.B) {
	engine, address := serve(b, Options{})
	const rows = 1 << 20
	s := engine.NewSession()
	texts := []string{
		"CREATE TABLE big (n BIGINT NOT NULL, x DOUBLE NOT NULL, d DATE NOT NULL, s VARCHAR(20) NOT NULL)",
		"INSERT INTO big VALUES (1, 1.25, '2020-01-01', 'a text of some'), (20000, 123456.25, '1999-12-31', 'another'), (-4, 0.5, '2024-02-29', ''), (77, -3.75, '2001-01-01', 'the last one')",
	}
	for n := 4; n < rows; n *= 2 {
		texts = append(texts, "INSERT INTO big SELECT n + 1, x, d, s FROM big")
	}
	for _, text := range texts {
		if _, err := s.Query(context.Background(), text); err != nil {
			b.Fatal(err)
		}
	}
	for _, c := range []struct{ name, query string }{{"numbers", "SELECT n, x, n + 1, x FROM big"}, {"all", "SELECT * FROM big"}} {
		b.Run(c.name, func(b *testing.B) {
			client := connect(b, address)
			ctx := context.Background()
			for b.Loop() {
				b.SetBytes(fetch(ctx, b, client, c.query))
			}
			b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// fetch reads the messages of a query, and gives their bytes.
func fetch(ctx context.Context, b *testing.B, c *flightsql.Client, query string) (total int64) {
	info, err := c.Execute(ctx, query)
	if err != nil {
		b.Fatal(err)
	}
	stream, err := c.Client.DoGet(ctx, info.Endpoint[0].Ticket)
	if err != nil {
		b.Fatal(err)
	}
	for {
		data, err := stream.Recv()
		if err == io.EOF {
			return total
		}
		if err != nil {
			b.Fatal(err)
		}
		total += int64(len(data.DataBody))
	}
}
