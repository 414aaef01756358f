package embed_test

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gsdms/sql/embed"
)

// folder is a new folder for an example, and what removes it.
func folder() (path string, remove func()) {
	dir, err := os.MkdirTemp("", "gsdms")
	if err != nil {
		log.Fatal(err)
	}
	return filepath.Join(dir, "shop"), func() { os.RemoveAll(dir) }
}

func Example() {
	path, remove := folder()
	defer remove()
	ctx := context.Background()

	db, err := embed.Open(ctx, path, embed.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(ctx, "CREATE TABLE sales (day DATE, item VARCHAR(20), price DECIMAL(8,2))"); err != nil {
		log.Fatal(err)
	}
	day := time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)
	n, err := db.Append(ctx, "sales", nil, slices.Values([][]any{
		{day, "bread", "3.20"}, {day, "milk", "1.15"}, {day.AddDate(0, 0, 1), "bread", "3.40"}, {nil, "milk", nil},
	}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n, "rows")

	rows, err := db.Query(ctx, "SELECT item, SUM(price) total, MAX(day) FROM sales WHERE price > ? OR price IS NULL GROUP BY item ORDER BY item", 1)
	if err != nil {
		log.Fatal(err)
	}
	defer rows.Close()
	for _, c := range rows.Columns() {
		fmt.Println(c.Name, c.Type)
	}
	for rows.Next() {
		fmt.Println(rows.Value(0), rows.Value(1), rows.Value(2).(time.Time).Format(time.DateOnly))
	}
	if err := rows.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 4 rows
	// item VARCHAR(20)
	// total DECIMAL(30,2)
	// MAX(day) DATE
	// bread 6.60 2024-05-02
	// milk 1.15 2024-05-01
}

func ExampleDB_QueryArrow() {
	path, remove := folder()
	defer remove()
	ctx := context.Background()
	db, err := embed.Open(ctx, path, embed.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	for _, text := range []string{"CREATE TABLE t (n INT, x DOUBLE)", "INSERT INTO t VALUES (-7, 0.5), (NULL, 1.5), (12, NULL)"} {
		if _, err := db.Exec(ctx, text); err != nil {
			log.Fatal(err)
		}
	}
	reader, err := db.QueryArrow(ctx, "SELECT n, x FROM t")
	if err != nil {
		log.Fatal(err)
	}
	defer reader.Release()
	for reader.Next() {
		fmt.Println(reader.Record().Column(0), reader.Record().Column(1))
	}
	if err := reader.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// [-7 (null) 12] [0.5 1.5 (null)]
}

func ExampleDriver() {
	path, remove := folder()
	defer remove()
	driver := &embed.Driver{Options: embed.Options{Threads: 2}}
	connector, err := driver.OpenConnector(path) // or mysql://user:password@host:3306/
	if err != nil {
		log.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	if _, err := db.Exec("CREATE TABLE names (id INT PRIMARY KEY, name VARCHAR(30))"); err != nil {
		log.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO names VALUES (?, ?), (?, ?)", 1, "O'Neill", 2, nil); err != nil {
		log.Fatal(err)
	}
	var name sql.NullString
	for id := 1; id <= 2; id++ {
		if err := db.QueryRow("SELECT name FROM names WHERE id = ?", id).Scan(&name); err != nil {
			log.Fatal(err)
		}
		fmt.Println(name.String, name.Valid)
	}
	// Output:
	// O'Neill true
	//  false
}

func ExampleRegister() {
	path, remove := folder()
	defer remove()
	embed.Register()
	db, err := sql.Open(embed.DriverName, path)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	var answer int
	if err := db.QueryRow("SELECT 6 * ?", 7).Scan(&answer); err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer)
	// Output:
	// 42
}
