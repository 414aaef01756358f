package dialect

import (
	"math/rand/v2"
	"strings"
)

// class is a sort of statements that users write and that an expression by itself is not: whole statements with
// holes, which the grammar fills.
type class struct {
	name  string
	texts []string
}

// classes are the sorts of statements. Where one has ORDER BY, its rows are compared in that order, so it is one that
// tells all rows apart.
var classes = []class{
	{"group_concat", []string{
		"SELECT g, GROUP_CONCAT($A ORDER BY {i|-i|ABS(i)|i % 3} {ASC|DESC}, id {|SEPARATOR ';'|SEPARATOR ''}) FROM m GROUP BY g ORDER BY g",
		"SELECT g, GROUP_CONCAT(DISTINCT $A ORDER BY 1 {|DESC}) FROM m GROUP BY g ORDER BY g",
		"SELECT g, GROUP_CONCAT($A, {':'|''}, $A ORDER BY id {|DESC}) FROM m GROUP BY g ORDER BY g",
		"SELECT GROUP_CONCAT(DISTINCT {b|d|x|da|dt|du|ti|tm|s|c|en|se|y|e|tx} ORDER BY 1 {|DESC}) FROM {m|w} WHERE g = {0|1|2|9}",
		"SELECT k, GROUP_CONCAT(IF($B, $?, $?) ORDER BY i, id) FROM m GROUP BY k HAVING COUNT(*) > 2 ORDER BY k",
	}},
	{"windows", []string{
		"SELECT id, {SUM|AVG|MIN|MAX}($M) OVER (PARTITION BY {g|k|en|y} ORDER BY {d|e|w} {|DESC}, id {ROWS BETWEEN 2 PRECEDING AND CURRENT ROW|ROWS UNBOUNDED PRECEDING|ROWS BETWEEN 1 FOLLOWING AND 3 FOLLOWING|}) FROM {m|w} ORDER BY id",
		"SELECT id, {SUM|AVG|COUNT}({d|e|b|x|w}) OVER (ORDER BY {d|e|w|i|b|x} RANGE BETWEEN {1|0.5|100} PRECEDING AND {CURRENT ROW|2 FOLLOWING|1.25 FOLLOWING}) FROM m ORDER BY id",
		"SELECT id, {MIN|MAX|COUNT}($T) OVER (PARTITION BY g ORDER BY {ti|tm} {|DESC}, id) FROM m ORDER BY id",
		"SELECT id, {SUM|COUNT|MAX}({i|d|x}) OVER (ORDER BY {da|dt|du|ts} {RANGE BETWEEN INTERVAL {1|3} {DAY|MONTH|YEAR|HOUR} PRECEDING AND CURRENT ROW|RANGE BETWEEN INTERVAL 1 WEEK PRECEDING AND INTERVAL 2 YEAR FOLLOWING}) FROM m ORDER BY id",
		"SELECT id, {SUM|COUNT}(i) OVER (ORDER BY tm RANGE BETWEEN INTERVAL {1|90} {MINUTE|SECOND|HOUR} PRECEDING AND INTERVAL 1 HOUR FOLLOWING) FROM m ORDER BY id",
		"SELECT id, {LAG|LEAD}($?, {1|2}, $?) OVER (PARTITION BY g ORDER BY id) FROM m ORDER BY id",
		"SELECT id, {FIRST_VALUE|LAST_VALUE}($A) OVER (PARTITION BY {g|k} ORDER BY {d|da|s|ti}, id ROWS BETWEEN {1|UNBOUNDED} PRECEDING AND 1 FOLLOWING) FROM m ORDER BY id",
		"SELECT id, {RANK|DENSE_RANK|CUME_DIST|PERCENT_RANK}() OVER (PARTITION BY $B ORDER BY $A {|DESC}) FROM m ORDER BY id",
		"SELECT id, SUM(SUM({d|i|x})) OVER (ORDER BY id), AVG(COUNT(*)) OVER () FROM m GROUP BY id ORDER BY id",
		"SELECT g, SUM({d|e|i|k}) s1, RANK() OVER (ORDER BY SUM({d|e|i|k}) DESC) r FROM m GROUP BY g ORDER BY g",
		"SELECT id, NTILE({2|5|7}) OVER w1, ROW_NUMBER() OVER w1, COUNT({s|d|ti}) OVER (w1 ROWS 1 PRECEDING) FROM m WINDOW w1 AS (PARTITION BY g ORDER BY {da|d|s|x} {|DESC}, id) ORDER BY id",
	}},
	{"json", []string{
		"SELECT JSON_{EXTRACT|REMOVE|LENGTH|KEYS}($d, $h)",
		"SELECT JSON_EXTRACT($d, $h, $h)",
		"SELECT JSON_{SET|INSERT|REPLACE|ARRAY_APPEND|ARRAY_INSERT}($d, $h, {1|2.5|'x'|TRUE|NULL|CAST('[1, 2]' AS JSON)|JSON_ARRAY(1, 'a')|JSON_OBJECT('k', NULL)|DATE'2020-02-29'|TIME'10:11:12.5'})",
		"SELECT JSON_{SET|INSERT|REPLACE}($d, $h, $A, $h, $A)",
		"SELECT JSON_{MERGE_PATCH|MERGE_PRESERVE|OVERLAPS}($d, $d)",
		"SELECT JSON_MERGE_{PATCH|PRESERVE}($d, $d, $d)",
		"SELECT JSON_SEARCH($d, {'one'|'all'}, {'x'|'a%'|'%'|'_'|'b'} COLLATE utf8mb4_bin)",
		"SELECT JSON_SEARCH($d, {'one'|'all'}, {'x'|'a%'|'%'|'_'} COLLATE utf8mb4_bin, NULL, $h)",
		"SELECT JSON_CONTAINS($d, {$q|'1'|'\"a\"'|'[1]'|'null'|'[]'|'1.0'})",
		"SELECT JSON_CONTAINS($d, {$q|'1'|'\"a\"'|'[1]'|'null'}, $h)",
		"SELECT JSON_CONTAINS_PATH($d, {'one'|'all'}, $h, $h)",
		"SELECT JSON_TYPE(JSON_EXTRACT($d, $h)), JSON_DEPTH($d), JSON_VALID($d), JSON_LENGTH($d)",
		"SELECT JSON_UNQUOTE(JSON_EXTRACT($d, $h)), JSON_VALUE($d, $h)",
		"SELECT JSON_EXTRACT($d, $h) {=|<|>|<=>|<>} {1|2.5|'a'|'x'|TRUE|NULL|CAST('1' AS JSON)|CAST('\"a\"' AS JSON)|JSON_EXTRACT($d, $h)}",
		"SELECT {1|'a'|2.5|TRUE|'x'|CAST('[1, 2]' AS JSON)} MEMBER OF($d), {1|'a'} MEMBER OF(JSON_EXTRACT($d, $h))",
		"SELECT CAST(JSON_EXTRACT($d, $h) AS {SIGNED|UNSIGNED|DECIMAL(10,2)|CHAR|DATE|TIME|DOUBLE|DATETIME(6)|CHAR(3)})",
		"SELECT JSON_EXTRACT($d, $h) {+|-|*} {1|1.5|'2'}, -JSON_EXTRACT($d, $h), JSON_EXTRACT($d, $h) IS NULL",
		"SELECT IF(JSON_EXTRACT($d, $h), 'y', 'n'), COALESCE(JSON_EXTRACT($d, $h), 'none'), IFNULL(JSON_EXTRACT($d, $h), $d)",
		"SELECT id, j->$h, j->>$h FROM m ORDER BY id",
		"SELECT j->$h q, COUNT(*) FROM m GROUP BY q",
		"SELECT id, JSON_OBJECT('a', $A, 'b', j, 'c', JSON_ARRAY($A, $A)) FROM m ORDER BY id",
		"SELECT g, JSON_ARRAYAGG({b|d|da|s|ti|j|x|en}) FROM (SELECT * FROM m WHERE id < 12 ORDER BY id LIMIT 100) r GROUP BY g HAVING COUNT(*) = 1 ORDER BY g",
		"SELECT JSON_PRETTY($d)",
		"SELECT JSON_QUOTE($S), JSON_UNQUOTE(JSON_QUOTE($u)), JSON_UNQUOTE({'\"a\\\\tb\"'|'\"\\\\u00e9\"'|'abc'|'\"x'})",
		"SELECT t.* FROM JSON_TABLE($d, $k COLUMNS (n FOR ORDINALITY, a {INT|VARCHAR(10)|DECIMAL(5,2)|JSON|DOUBLE|DATE} PATH $p {|NULL ON EMPTY NULL ON ERROR}, e INT EXISTS PATH $p)) t",
	}},
	{"unicode", []string{
		"SELECT {LEFT|RIGHT|REPEAT|SUBSTRING}($u, $n), CHAR_LENGTH($u), LENGTH($u), BIT_LENGTH($u)",
		"SELECT {UPPER|LOWER|REVERSE|TRIM|HEX|QUOTE|TO_BASE64|ORD|ASCII|CRC32|MD5|SOUNDEX}($u)",
		"SELECT SUBSTRING($u, $n, $n), SUBSTRING_INDEX($u, $u, $n), INSERT($u, $n, $n, $u)",
		"SELECT LOCATE($u, $u), INSTR($u, $u), LOCATE($u, $u, $n), POSITION($u IN $u), FIND_IN_SET($u, $u), STRCMP($u, $u)",
		"SELECT REPLACE($u, $u, $u), {LPAD|RPAD}($u, $n, $u), TRIM({BOTH|LEADING|TRAILING} $u FROM $u)",
		"SELECT $u {LIKE|NOT LIKE} {'%é%'|'_'|'__'|'日%'|'%😀'|'%😀_%'|'é_'|'ß'|CONCAT('%', $u, '%')}",
		"SELECT $u {REGEXP|NOT REGEXP} {$r|'é'|'[[:alpha:]]+'|'😀'|'[日本]'|'\\\\w'|'^[^a-z]'}",
		"SELECT REGEXP_{SUBSTR|INSTR}($u, {'.'|'é'|'[日本]+'|'😀'|'[a-z]+'})",
		"SELECT $u {=|<|>|<=|<=>} $u, $u IN ($u, $u), $u BETWEEN $u AND $u",
		"SELECT {GREATEST|LEAST}($u, $u, $u), CONCAT_WS($u, $u, NULL, $u), FIELD($u, $u, $u, $u), ELT(2, $u, $u)",
		"SELECT CAST($u AS CHAR({1|2|3})), CAST($u AS BINARY) = $u, HEX(CAST($u AS BINARY)), CONVERT($u USING {utf8mb4|binary})",
		"SELECT q, COUNT(*) FROM (SELECT {LOWER|UPPER|REVERSE}(CONCAT($S, $u)) q FROM m) r GROUP BY q",
		"SELECT JSON_KEYS(JSON_OBJECT($u, $u)), JSON_QUOTE($u), JSON_ARRAY($u)",
		"SELECT CHARSET($u), CHAR({128512|233|0xC3A9|0xF09F9880|65,66} USING utf8mb4)",
	}},
	{"collations", []string{
		"SELECT id FROM m WHERE {s|c|tx|en} COLLATE utf8mb4_bin {=|<|>|<>|LIKE} $S ORDER BY id",
		"SELECT id, {s|c|tx|'a'|'A'} COLLATE utf8mb4_bin {=|<|>|LIKE|<=>} {s|c|'ab'|'A'}, {s|c|'a'} = BINARY {s|c|'A'}, LOWER({s|c|'A'}) = LOWER({tx|c|'a'}) FROM m ORDER BY id",
		"SELECT id, s FROM m ORDER BY {s|c|tx|LOWER(s)|UPPER(c)} COLLATE utf8mb4_bin {|DESC}, id",
		"SELECT {MIN|MAX}({s|c|tx|en|se} COLLATE utf8mb4_bin), COUNT(DISTINCT {s|c|tx} COLLATE utf8mb4_bin) FROM {m|w} WHERE g = {0|1|2}",
		"SELECT LOWER(c) q, COUNT(*), MIN(c), MAX(c) FROM m GROUP BY q ORDER BY q",
		"SELECT c COLLATE utf8mb4_bin q, COUNT(*) FROM m GROUP BY q ORDER BY q",
		"SELECT id FROM m WHERE {c|s} IN ('A' COLLATE utf8mb4_bin, {'a'|'ab'|'12'}) ORDER BY id",
		"SELECT id FROM m WHERE BINARY {c|s|tx} {=|<|>} $S ORDER BY id",
		"SELECT DISTINCT {c|s|en} COLLATE utf8mb4_bin q FROM m ORDER BY q",
	}},
	{"texts as numbers", []string{
		"SELECT $S {=|<|>|<=|>=|<>|<=>} $N, $N {=|<|>|<=>} $S",
		"SELECT id FROM {m|w} WHERE {s|tx|c|en} {=|<|>|<=|>=|<>} {0|1|12|-3.5|1e3|'12'|b|d|x|u} ORDER BY id",
		"SELECT id FROM m WHERE {s|tx|c} {IN|NOT IN} ({0|12|'a'|1e3}, {1|'12'|'abc'|-3.5}) ORDER BY id",
		"SELECT id FROM m WHERE {b|d|x|i|u} {IN|NOT IN} ({'0'|'12'|'a'|'1e3'|'1.25'}, {1|'12'|'abc'|-1.25|'-1.25'}) ORDER BY id",
		"SELECT id FROM m WHERE {s|tx|c|b|d|x} BETWEEN {0|'0'|'1'|-4|'a'} AND {12|'12'|'abc'|1e3|2.5} ORDER BY id",
		"SELECT id, s + 0, s * 1.5, -s, s DIV 2, s % 3, ABS(s), ROUND(s, 1) FROM m WHERE s REGEXP '[0-9]' ORDER BY id",
		"SELECT CASE $S WHEN $N THEN 'n' WHEN $S THEN 's' ELSE 'e' END, CASE $N WHEN $S THEN 's' WHEN $N THEN 'n' ELSE 'e' END",
		"SELECT v.id, COUNT(*) FROM m v JOIN m r ON v.{s|c|tx|en} = r.{i|b|d|x|u|k|su} GROUP BY v.id ORDER BY v.id",
		"SELECT {' 12'|'12 '|'+5'|'.5'|'5.'|'1e'|'1e+'|'-'|'0x1F'|'1_000'|'1,5'|'  '|'\\t7'|'\\n8'|'1e400'|'-1e400'|'00012'|'1.5.5'} {+ 0|* 1|= 12|> 0|- 0.5|DIV 1|% 5|& 7}",
		"SELECT {SUM|AVG|MAX|MIN|BIT_OR|STD}({s|c|tx} + 0), SUM({s|c|en|se|tx}) FROM {m|w} WHERE g = {0|1|2|3}",
		"SELECT CAST({' 12'|'12 '|'+5'|'.5'|'5.'|'1e2'|'-'|'0x1F'|'1,5'|''|'99999999999999999999'|'-99999999999999999999'|'1.999'} AS {SIGNED|UNSIGNED|DECIMAL(5,2)|DOUBLE|DECIMAL(20,0)})",
	}},
	{"dates", []string{
		"SELECT $e {+|-} INTERVAL {1|-1|2|3|11|12|13|25|-12|48} {MONTH|QUARTER|YEAR|DAY|WEEK|HOUR|SECOND|MICROSECOND|MINUTE}",
		"SELECT {DATE_ADD|DATE_SUB}($e, INTERVAL {'1-1'|'-1-1'|'0-13'} YEAR_MONTH), LAST_DAY($e), LAST_DAY($e + INTERVAL {1|-1} MONTH)",
		"SELECT TIMESTAMPDIFF({MONTH|YEAR|QUARTER|DAY|WEEK|HOUR|SECOND}, $e, $e), DATEDIFF($e, $e), PERIOD_DIFF(EXTRACT(YEAR_MONTH FROM $e), EXTRACT(YEAR_MONTH FROM $e))",
		"SELECT {YEAR|MONTH|DAY|DAYOFYEAR|DAYOFWEEK|WEEKDAY|QUARTER|TO_DAYS|TO_SECONDS|DAYNAME|MONTHNAME|WEEKOFYEAR|UNIX_TIMESTAMP}($e), {WEEK|YEARWEEK}($e, {0|1|2|3|4|5|6|7})",
		"SELECT DATE_FORMAT($e, {'%U %u %V %v %X %x'|'%D %j %w'|'%e/%c/%y %l:%i %p'|'%Y%m%d%H%i%s%f'|'%M %d, %Y'|'%a %b'}), MAKEDATE({2019|2020|1900|2000|0|69|70}, {1|60|366|365|0|-1|800})",
		"SELECT TIMESTAMPADD({MONTH|YEAR|QUARTER|DAY|WEEK|HOUR|SECOND}, {1|-1|12|13|100}, $e), ADDDATE($e, {1|-1|31|366}), SUBDATE($e, {1|-1|28})",
		"SELECT $e {+|-} INTERVAL {'1 1'|'-1 25'} DAY_HOUR, $e + INTERVAL {'1:61'|'0:-1'} HOUR_MINUTE, $e - INTERVAL {'1.5'|'0.000001'|'-2.25'} SECOND_MICROSECOND",
		"SELECT EXTRACT({YEAR_MONTH|DAY|WEEK|QUARTER|HOUR_MICROSECOND|MINUTE_SECOND} FROM $e)",
		"SELECT id, {da|dt|du|ts} + INTERVAL {k|i|b} {MONTH|YEAR|DAY|QUARTER} FROM m WHERE i BETWEEN -50 AND 100 ORDER BY id",
		"SELECT id, TIMESTAMPDIFF({MONTH|YEAR|QUARTER|DAY|HOUR}, {da|dt|du}, {$e|ts|dt|da}) FROM {m|w} ORDER BY id",
		"SELECT CAST({'2020-2-9'|'20-02-29'|'2020.02.29'|'20200229'|'200229'|'2020-02-30'|'2019-02-29'|'2020-02-29T10:11:12'|'2020-02-29 10:11:12.9999999'|'2020/1/1 1:2:3'|'99-1-1'|'70-1-1'|'2020-00-01'|'0000-01-01'|'2020-01-01 24:00:00'|' 2020-01-01 '|'2020-01-01 10:11:12+05:30'|'2020-01-01 10'|'2020-01-01 10:61'|20200229|200229|101|20200229101112|'20200229101112.5'|99991231235959.9999999} AS {DATE|DATETIME|DATETIME(3)|TIME|TIME(2)|CHAR|SIGNED})",
		"SELECT CAST({'10:11'|'1 10:11:12'|'101112'|'1112'|'12'|'-10:11:12.345678'|'838:59:60'|'839:00:00'|'10:60:00'|'10:11:12.9999999'|'34 22:59:59'|'1:2:3'|'10:11:12abc'|'x'|101112|1112.5|-101112|8385960|'10::11'|':10:11'|'1 1'} AS {TIME|TIME(3)|CHAR|SIGNED|DECIMAL(12,3)|DATETIME})",
		"SELECT $e {=|<|>|<=>} {'2020-02-29'|'20200229'|20200229|'2020-2-29 00:00:00'|'2019-12-31 23:59:59.9999999'|$e}",
		"SELECT SEC_TO_TIME({3661|-3661|86400|3020399|3020400|0.5|-0.25|'12.7'}), TIME_TO_SEC({'10:11:12'|'-1:00:00'|101112|'838:59:59'}), MAKETIME({10|-10|838|839|0}, {0|59|60|-1}, {0|59.999999|60|1.5})",
		"SELECT FROM_UNIXTIME({0|1|1582934400|1582934400.123456|2147483647|32536771199|32536771200|-1|1e9}), FROM_DAYS({737849|366|3652424|3652425})",
	}},
	{"str_to_date", []string{
		"SELECT STR_TO_DATE({'2020-02-29'|'29.02.2020'|'2/29/20'|'20200229'|'February 29, 2020'|'29 Feb 2020'|'Sat 29 Feb 2020'|'2020-060'|'2020 60'}, {'%Y-%m-%d'|'%d.%m.%Y'|'%c/%e/%y'|'%Y%m%d'|'%M %d, %Y'|'%d %b %Y'|'%a %d %b %Y'|'%Y-%j'|'%Y %j'})",
		"SELECT STR_TO_DATE({'10:11:12'|'10:11:12 PM'|'10:11:12.345'|'12:00 AM'|'12:30 pm'|'1011'|'10h11m'|'10:11'|'23:59:60'|'24:00:00'}, {'%H:%i:%s'|'%r'|'%T'|'%h:%i %p'|'%H%i'|'%Hh%im'|'%H:%i'|'%l:%i %p'|'%H:%i:%s.%f'|'%k:%i:%S'})",
		"SELECT STR_TO_DATE({'2020-02-29 10:11:12'|'2020-02-29T10:11:12.5'|'29/02/2020 10:11 PM'|'2020-02-30 10:11:12'|'2020-02-29 10:11:12.1234567'|'2020-02-29 10'}, {'%Y-%m-%d %H:%i:%s'|'%Y-%m-%dT%T.%f'|'%d/%m/%Y %h:%i %p'|'%Y-%m-%d %H:%i:%s.%f'|'%Y-%m-%d %H'|'%Y-%m-%dT%H:%i:%s.%f'})",
		"SELECT STR_TO_DATE({'2020 05 Monday'|'202005 Monday'|'2020 1 3'|'5 2020 Sunday'|'2020 53 Friday'}, {'%X %V %W'|'%X%V %W'|'%x %v %w'|'%V %X %W'|'%x %v %W'|'%Y %u %w'})",
		"SELECT STR_TO_DATE({'  2020-2-9  '|'2020--02'|'2020-02'|'2020'|'abc'|''|'00-00-0000'|'2020-00-00'|'99-1-1'|'1st Mar 2020'|'2nd Jan 1999'|'31th Apr 2020'|'100%2020'|'x2020y02z29'}, {'%Y-%m-%d'|'%Y-%m'|'%Y'|'%d-%m-%Y'|'%y-%c-%e'|'%D %b %Y'|'100%%%Y'|'x%Yy%mz%d'|'%Y %m %d'|'%#%Y'|'%Y%.%m'|'%@%d'})",
		"SELECT id, STR_TO_DATE(s, {'%Y-%m-%d'|'%H:%i:%s'|'%Y-%m-%d %H:%i:%s'|'%Y-%m-%d %T.%f'|'%d'|'%Y'}) FROM m ORDER BY id",
		"SELECT id, STR_TO_DATE(DATE_FORMAT({dt|du|da|ts}, $f), {'%Y-%m-%d'|'%H:%i:%s'|'%T.%f'|'%r'|'%Y-%m-%d %H:%i'|'%h:%i %p'}) FROM m ORDER BY id",
		"SELECT DATE_FORMAT(STR_TO_DATE({'29.2.20 5:06'|'1.12.1999 17:08'}, {'%e.%c.%y %k:%i'|'%d.%m.%Y %H:%i'}), $f)",
		"SELECT GET_FORMAT({DATE|TIME|DATETIME}, {'USA'|'EUR'|'ISO'|'JIS'|'INTERNAL'}), STR_TO_DATE('10.31.2003', GET_FORMAT(DATE, {'USA'|'EUR'}))",
	}},
	{"unions", []string{
		"SELECT $A q UNION {ALL|DISTINCT} SELECT $A UNION ALL SELECT $A",
		"SELECT {b|u|i|k|su|d|e|w|x|da|dt|du|ts|ti|tm|c|s|tx|en|se} q FROM m UNION {ALL|} SELECT {b|u|i|k|su|d|e|w|x|da|dt|du|ts|ti|tm|c|s|tx|en|se} FROM m",
		"SELECT id, $A q FROM m UNION ALL SELECT id + 100, $A FROM m ORDER BY id",
		"SELECT q, COUNT(*) FROM (SELECT $A q FROM m UNION ALL SELECT $A FROM m) r GROUP BY q",
		"SELECT {MIN|MAX|COUNT}(q) FROM (SELECT {b|u|d|x|da|dt|ti|s|en|y} q FROM m UNION {ALL|} SELECT {b|u|d|x|da|dt|ti|s|en|y} FROM w) r",
		"SELECT {b|d|x|da|dt|ti|y} q FROM m WHERE g = 1 {INTERSECT|EXCEPT} SELECT {b|d|x|da|dt|ti|y|i} FROM w",
		"(SELECT id, {b|d|x|da|s} q FROM m ORDER BY id LIMIT 3) UNION ALL (SELECT id + 100, {b|d|x|da|s} FROM m ORDER BY id DESC LIMIT 2) ORDER BY {1|id} {|DESC}",
	}},
	{"unified", []string{
		"SELECT CASE WHEN $B THEN $A ELSE $A END q, COUNT(*), SUM(id) FROM m GROUP BY q",
		"SELECT IF($B, $?, $?) q, COUNT(*) FROM m GROUP BY q",
		"SELECT NULLIF($?, $?) q, COUNT(*), MAX(id) FROM m GROUP BY q",
		"SELECT {COALESCE|IFNULL}($A, $A) q, COUNT(*), MIN(id) FROM m GROUP BY q",
		"SELECT {COALESCE|IFNULL}({b|u|d|x|da|dt|ti|y|s|en}, {b|u|d|x|da|dt|ti|y|s|en|0|''|'none'}) q, COUNT(*) FROM m GROUP BY q ORDER BY q",
		"SELECT id FROM m ORDER BY CASE WHEN {b > 1|d < 2|s > 'b'|da IS NULL} THEN {b|d|x|s|da|dt|ti|y} ELSE {b|d|x|s|da|dt|ti|y|NULL} END {|DESC}, id",
		"SELECT id FROM m ORDER BY IF({b > 1|d < 2|s > 'b'}, {b|d|x|s|da|dt}, {b|d|x|s|da|dt}), {|-}i, id",
		"SELECT id FROM m ORDER BY COALESCE({b|u|d|x|da|dt|ti}, {b|u|d|x|da|dt|ti|0}) {|DESC}, id",
		"SELECT SUM(CASE WHEN {b > 1|d < 2|s > 'b'|g = 1} THEN {b|d|x|s|y|1|1.5} ELSE {b|d|x|0|0.0|NULL|'0'} END) FROM m",
		"SELECT g, {MIN|MAX}(CASE WHEN {b > 1|d < 2|s > 'b'} THEN {b|d|x|s|da|dt|ti} ELSE {b|d|x|s|da|dt|ti|NULL} END) FROM m GROUP BY g ORDER BY g",
		"SELECT COUNT(DISTINCT IF({b > 1|d < 2}, {b|d|x|s|da}, {b|d|x|s|da})) FROM m",
	}},
	{"having", []string{
		"SELECT g, COUNT(*) n, SUM({d|i|b|x}) t FROM m GROUP BY g HAVING {n > 12|t > 0|t IS NOT NULL AND n < 16|g IN (1, 2)|n > 10 OR t < 5|AVG(i) > 0|MAX(d) > t} ORDER BY {1|2 DESC, 1|t, g|n DESC, g|g + 0|-g|COUNT(*), g}",
		"SELECT {k|y|en|c} q, COUNT(*) n FROM m GROUP BY q HAVING q {IS NOT NULL|> 1|<> 'a'|IN ('a', '2', 2)} ORDER BY {n, q|q DESC|2 DESC, 1|n * 2, q}",
		"SELECT {k % 2|YEAR(da)|LEFT(s, 1)|b > 1|d IS NULL} q, COUNT(*) n, MIN(id) x1 FROM m GROUP BY {1|q} HAVING n > {1|3|10} ORDER BY {x1|3|n, x1}",
		"SELECT id, {b + i|d * 2|CONCAT(s, c)|da + INTERVAL 1 DAY} q FROM m HAVING {q > 5|q IS NOT NULL|id < 20 AND q > 0|q = 'ab'} ORDER BY id",
		"SELECT id, {i * 2|d + 1|x} q FROM m ORDER BY {q|q + 1|-q|q % 3|ABS(q)|2|q IS NULL}, id",
		"SELECT i AS {b|d|q}, id FROM m ORDER BY {b|d|i}, id",
		"SELECT g, COUNT(*) FROM m GROUP BY g WITH ROLLUP HAVING {g IS NULL|GROUPING(g) = 0|COUNT(*) > 15} ORDER BY {1|GROUPING(g), g}",
		"SELECT g, k, SUM(i), GROUPING(g, k) FROM m GROUP BY g, k WITH ROLLUP ORDER BY GROUPING(g), g, GROUPING(k), k",
		"SELECT DISTINCT {g|k|en} q FROM m ORDER BY {q|1|q DESC}",
		"SELECT COUNT(*) n, g FROM m GROUP BY g ORDER BY n {|DESC}, {g|2} LIMIT {1|2} OFFSET {0|1|2}",
	}},
	{"only full group by", []string{
		"SELECT {g|k|id|s|$A} FROM m GROUP BY {g|k|id|s|1}",
		"SELECT {g + 1|g + k|UPPER(s)|YEAR(da)|ABS(k)|MAX(k)|COUNT(*) + g|COUNT(*) + k} q FROM m GROUP BY {g|k|s|YEAR(da)|g, k|da}",
		"SELECT g FROM m GROUP BY g HAVING {k > 1|MAX(k) > 1|g > 1|i + g > 1} ORDER BY g",
		"SELECT g FROM m GROUP BY g ORDER BY {k|MAX(k), g|g|id|COUNT(k), g|s IS NULL}",
		"SELECT DISTINCT g FROM m ORDER BY {k|g|id|g + 1|MAX(k)}",
		"SELECT {id, s, d|id, COUNT(*)|s, d|id + 1, MIN(s)} FROM m GROUP BY {id|s|id, s|g}",
		"SELECT v.id, v.s, {r.s|r.g|COUNT(*)|MAX(r.s)} FROM m v JOIN m r ON v.id = r.{id|g} GROUP BY v.{id|g|s}",
		"SELECT {COUNT(*), g|MAX(i), k|SUM(i) + g|COUNT(*), 1|COUNT(*), (SELECT MAX(g) FROM w)} FROM m",
		"SELECT (SELECT {g|k|MAX(v.k)} FROM m r WHERE r.id = v.{id|g}) q FROM m v GROUP BY {id|g|k}",
		"SELECT g, {GROUP_CONCAT(s ORDER BY id)|COUNT(DISTINCT s)|SUM(k) OVER ()|SUM(MAX(k)) OVER ()|RANK() OVER (ORDER BY k)|RANK() OVER (ORDER BY MAX(k))} FROM m GROUP BY g ORDER BY g",
		"SELECT * FROM m GROUP BY {id|g} ORDER BY id",
		"SELECT a.n FROM (SELECT {g n|g + k n|k n} FROM m GROUP BY {g|k|id}) a GROUP BY {a.n|n} ORDER BY a.n",
		"SELECT {g|g = 1|2|'x'} q, COUNT(*) FROM m WHERE g = 1 {|GROUP BY k|GROUP BY g} ",
	}},
	{"bytes", []string{
		"SELECT HEX(CAST($S AS BINARY({3|8}))), HEX(CONCAT(CAST($S AS BINARY(4)), $S)), LENGTH(CAST($S AS BINARY(5))), HEX(CAST($N AS BINARY(6)))",
		"SELECT id, HEX(CAST({s|c|tx|en|i|d|da} AS BINARY(6))) q, CAST({s|c} AS BINARY(40)) = {s|c|tx} FROM m ORDER BY q, id",
		"SELECT HEX({UNHEX('0FF0')|INET6_ATON('10.0.0.1')|CAST('ab' AS BINARY(2))|CHAR(1, 2)} {&|^} {UNHEX('00FF')|INET6_ATON('255.0.255.0')|CAST('b' AS BINARY(2))|x'0F0F'}), HEX(~{UNHEX('0FF0')|INET6_ATON('::1')|CAST('ab' AS BINARY(2))}), HEX({UNHEX('0FF0')|INET6_ATON('10.0.0.1')} {<<|>>} {1|8|9|40}), BIT_COUNT({UNHEX('0FF0')|INET6_ATON('::ffff')|CAST('ab' AS BINARY(3))})",
		"SELECT INET6_NTOA(INET6_ATON({'10.0.0.1'|'192.168.255.7'|'1.2.3'|''}) & INET6_ATON({'255.255.0.0'|'255.255.255.252'})), INET6_NTOA(INET6_ATON({'::1'|'fe80::1:2'|'::ffff:1.2.3.4'|'x'}) | INET6_ATON({'::'|'ffff::'})), INET6_ATON({'10.0.0.1'|'10.0.0.2'}) {=|<|>} INET6_ATON({'10.0.0.2'|'::1'}), HEX(INET6_ATON('1.2.3.4')), LENGTH(INET6_ATON({'1.2.3.4'|'::'}))",
		"SELECT BIN_TO_UUID(UUID_TO_BIN('6ccd780c-baba-1026-9564-5b8c656024db', {0|1}), {0|1}), HEX(SUBSTRING(UUID_TO_BIN('6ccd780c-baba-1026-9564-5b8c656024db', {0|1}), {1|5|-3}, 2)), UUID_TO_BIN('6ccd780c-baba-1026-9564-5b8c656024db') = UNHEX('6ccd780cbaba102695645b8c656024db')",
		"SELECT id, JSON_ARRAY(CAST({s|c|d|en} AS BINARY(4)), $A), JSON_OBJECT('a', CAST({s|i} AS BINARY(3))) FROM m ORDER BY id",
		"SELECT CAST(CAST($S AS BINARY(4)) AS JSON), JSON_VALID(CAST($S AS BINARY(4))), CAST({en|se} AS JSON) FROM m WHERE id < 9",
		"SELECT id FROM m WHERE CAST({s|c|tx} AS BINARY(3)) {=|<|>|<=>} {CAST('a' AS BINARY(3))|'abc'|CAST('12' AS BINARY(3))|x'616200'} ORDER BY id",
		"SELECT HEX({MIN|MAX}(CAST({s|c|tx} AS BINARY({3|9})))), COUNT(DISTINCT CAST({s|c|i} AS BINARY({1|2}))) FROM m WHERE g = {0|1|2}",
		"SELECT HEX(q) h, COUNT(*), MIN(id) FROM (SELECT id, CAST({s|c|tx|i|d|da} AS BINARY({2|4})) q FROM m) r GROUP BY q",
		"SELECT {YEAR|DATE|LAST_DAY|DAYOFYEAR|TO_DAYS|UNIX_TIMESTAMP|QUARTER|DAYNAME|MONTH}(CAST({'2020-02-29'|'20200131'|'2019-12-3x'} AS BINARY({10|8}))), {HOUR|MINUTE|TIME_TO_SEC|TIME|MICROSECOND}(CAST({'10:11:12'|'-1:02:03'|'101112.5'} AS BINARY(8))), {ABS|FLOOR|ROUND|SIGN|-|SQRT}(CAST({'12'|'-3'|'7x'} AS BINARY(2)))",
		"SELECT CAST('2020-02-29' AS BINARY(10)) {+|-} INTERVAL {1|2} {DAY|MONTH|YEAR}, DATEDIFF(CAST('2020-02-29' AS BINARY(10)), {'2020-01-01'|CAST('2019-12-31' AS BINARY(10))}), TIMEDIFF(CAST('10:11:12' AS BINARY(8)), {'1:2:3'|CAST('09:00:00' AS BINARY(8))}), DATE_FORMAT(CAST('2020-02-29' AS BINARY(10)), $f), STR_TO_DATE(CAST('2020-02-29' AS BINARY(10)), '%Y-%m-%d')",
		"SELECT id FROM m WHERE {da|dt|ts|du} {=|<|>|<=|<>} CAST({'2020-02-29'|'2019-12-31'|'2020-01-01'} AS BINARY(10)) ORDER BY id",
		"SELECT id FROM m WHERE {da|dt} {IN|NOT IN} (CAST('2020-02-29' AS BINARY(10)), CAST('2020-01-01' AS BINARY(10))) OR ti BETWEEN CAST('00:00:00' AS BINARY(8)) AND CAST('12:30:45' AS BINARY(8)) OR {i|d|b} {=|>} CAST({'12'|'9'|'-1'} AS BINARY(2)) ORDER BY id",
		"SELECT HEX(REVERSE(CAST($S AS BINARY(4)))), HEX(SUBSTRING(CAST($S AS BINARY(9)), $n, $n)), LOCATE('a', CAST($S AS BINARY(4))), CAST($S AS BINARY(4)) LIKE {'a%'|'%b%'|'_b%'}, {'abc'|'b'} LIKE CAST({'a%'|'_'} AS BINARY({1|2})), HEX(REPLACE(CAST($S AS BINARY(4)), 'a', 'é')), HEX(LPAD(CAST($S AS BINARY(2)), 4, 'x'))",
		"SELECT HEX({COALESCE|IFNULL}(CAST({s|c|NULL} AS BINARY(4)), {s|'é'|i})), HEX(IF(i > 2, CAST(s AS BINARY(3)), {c|d|'x'})), HEX({GREATEST|LEAST}(CAST(s AS BINARY(3)), {c|'b'})), HEX(NULLIF(CAST(s AS BINARY(3)), CAST('abc' AS BINARY(3)))) FROM m ORDER BY id",
		"SELECT id, HEX({LAG|LEAD}(CAST(s AS BINARY(3)), 1, {'x'|c}) OVER (ORDER BY id)), HEX({FIRST_VALUE|MAX|MIN}(CAST({s|tx} AS BINARY(3))) OVER (PARTITION BY g ORDER BY id)) FROM m ORDER BY id",
		"SELECT HEX(q) FROM (SELECT CAST({s|c} AS BINARY(3)) q FROM m UNION {ALL|DISTINCT} SELECT {s|CAST(c AS BINARY(2))|tx|i} FROM m) r",
	}},
	{"variables", []string{
		"SELECT @a, @a {+|-|*|/} {1|1.5|@b}, @a {=|<|>|<=>} {@b|1|'a'}",
		"SELECT CONCAT(@a, ':', @b), LENGTH(@a), HEX(@b)",
		"SELECT COALESCE(@a, @b), IF(@a, @b, @a), {GREATEST|LEAST}(@a, @b), NULLIF(@a, @b)",
		"SELECT id FROM m WHERE {b|d|s|x|c|i} {=|<|>} @{a|b} ORDER BY id",
		"SELECT @a IS NULL, CAST(@a AS {SIGNED|CHAR|DATE|DECIMAL(10,3)|TIME|DOUBLE}), {ABS|FLOOR|ROUND|UPPER|YEAR|DATE|HOUR}(@b)",
		"SELECT @a q UNION ALL SELECT @b UNION ALL SELECT {1|'x'|1.5}",
		"SELECT JSON_ARRAY(@a, @b), @a IN (@b, {1|'a'}), @a BETWEEN {0|'0'} AND @b",
		"SELECT {SUM|MAX|AVG}(@a), COUNT(@b) FROM m",
	}},
}

// variables reports whether statements of a class read @a and @b, which are set before.
func (c class) variables() bool { return c.name == "variables" }

// statement is a random one of a class.
func (c class) statement(r *rand.Rand) statement {
	text := c.texts[r.IntN(len(c.texts))]
	g := newGrammar(r, strings.Contains(text, " FROM m") || strings.Contains(text, " FROM {m"))
	return statement{ordered: strings.Contains(text, "ORDER BY"), e: g.fill('a', text, r.IntN(3))}
}

// assignment sets the variables that statements of a class read.
func (c class) assignment(r *rand.Rand) string {
	g := newGrammar(r, false)
	of := func() string {
		if r.IntN(6) == 0 {
			return []string{"1 / 3", "-5 / 8", "10 DIV 3", "CONCAT('a', 1)", "DATE'2020-01-31' + INTERVAL 1 MONTH", "NULL", "7 > 3"}[r.IntN(7)]
		}
		return g.of(g.any(), 0).String()
	}
	return "SET @a = " + of() + ", @b = " + of()
}
