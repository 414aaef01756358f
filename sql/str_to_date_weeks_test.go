package sql

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
)

// STR_TO_DATE reads what DATE_FORMAT writes of weeks and days of the year: each day of ten years comes back from
// each pair of letters of a week and its year. The weeks of %x and %v are ISO 8601's, which package time has.
func TestDatesOfWeeks(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 512}).NewSession()
	var rows []string
	for d := time.Date(2015, 12, 20, 0, 0, 0, 0, time.UTC); d.Year() < 2026; d = d.AddDate(0, 0, 1) {
		year, week := d.ISOWeek()
		rows = append(rows, fmt.Sprintf("('%s', '%d %02d %d')", d.Format(time.DateOnly), year, week, int(d.Weekday())))
	}
	mustRun(t, s, "CREATE TABLE w (d DATE, iso VARCHAR(20)); INSERT INTO w VALUES "+strings.Join(rows, ", "))
	for _, format := range []string{"%X %V %W", "%x %v %a", "%Y %U %w", "%Y %u %w", "%X%V%w", "%Y %j", "%x-%v-%w"} {
		count := fmt.Sprintf("COUNT(*) FROM w WHERE STR_TO_DATE(DATE_FORMAT(d, '%[1]s'), '%[1]s') = d", format)
		checkFact(t, s, [2]string{count, fmt.Sprint(len(rows))})
	}
	checkFact(t, s, [2]string{"COUNT(*) FROM w WHERE STR_TO_DATE(iso, '%x %v %w') = d", fmt.Sprint(len(rows))})
	// The first is an example of MySQL's manual, 14.7; the others are MariaDB's answers.
	facts(t, [][2]string{
		{"STR_TO_DATE('200442 Monday', '%X%V %W')", "2004-10-18"}, {"STR_TO_DATE('Tuesday 00 2002', '%W %U %Y')", "2002-01-01"}, {"STR_TO_DATE('2024 10 3 10:11:12', '%x %v %w %H:%i:%s')", "2024-03-06 10:11:12"},
		{"STR_TO_DATE('2024 10 1', '%Y %V %w')", "NULL"}, {"STR_TO_DATE('2024 10 1', '%X %U %w')", "NULL"}, {"STR_TO_DATE('2024 10 1', '%x %V %w')", "NULL"}, {"STR_TO_DATE('2024 54 1', '%Y %U %w')", "NULL"},
		{"STR_TO_DATE('2024 00 1', '%X %V %w')", "NULL"}, {"STR_TO_DATE('2024 10 7', '%Y %U %w')", "NULL"}, {"STR_TO_DATE('2024 5', '%Y %U')", "NULL"}, {"STR_TO_DATE('9999 53 6', '%Y %U %w')", "NULL"},
		{"STR_TO_DATE('2023 366', '%Y %j')", "2024-01-01"}, {"STR_TO_DATE('Sunday 5 Feb 2024', '%W %e %b %Y')", "2024-02-05"},
	})
}

// The answers are MariaDB's: a text as a whole number is the one that it begins with, and as seconds has six digits.
func TestTextsAsAmounts(t *testing.T) {
	facts(t, [][2]string{
		{"TIMESTAMP'2024-01-31 10:00:00' + INTERVAL '1.5' MINUTE", "2024-01-31 10:01:00"}, {"DATE'2024-01-31' + INTERVAL '1.9' DAY", "2024-02-01"}, {"MAKETIME('1.9', '2.9', 3)", "01:02:03"},
		{"PERIOD_ADD(202001, '1.9')", "202002"}, {"MAKEDATE('2024', '59.9')", "2024-02-28"}, {"ELT(CONCAT('1.', RAND(1) > 2, '9'), 'a', 'b')", "a"}, {"ELT(1.9, 'a', 'b')", "b"},
		{"TIMESTAMP'2024-01-31 10:00:00' + INTERVAL '1.5' SECOND", "2024-01-31 10:00:01.500000"}, {"TIMESTAMP'2024-01-31 10:00:00' + INTERVAL '1' SECOND", "2024-01-31 10:00:01.000000"},
		{"DATE'2024-01-31' + INTERVAL '-1.5' SECOND", "2024-01-30 23:59:58.500000"}, {"TIMESTAMP'2024-01-31 10:00:00' + INTERVAL 1.5 SECOND", "2024-01-31 10:00:01.5"},
	})
}
