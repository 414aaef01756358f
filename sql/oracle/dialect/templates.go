package dialect

// literals of the families, and of the letters of arguments that have to be literals.
var literals = map[byte][]string{
	'I': {"0", "1", "(-1)", "2", "3", "7", "10", "100", "(-128)", "65535", "2147483647", "20200131", "9223372036854775807", "18446744073709551615", "CAST(3 AS UNSIGNED)"},
	'i': {"0", "1", "(-1)", "2", "3", "4", "(-2)", "5"},
	'M': {"0.5", "1.25", "(-1.25)", "2.50", "0.000001", "99.995", "12345678.9", "(-0.5)", "1234567890123456789.5"},
	'X': {"0e0", "1e0", "(-1e0)", "0.5e0", "(-2.5e0)", "1.5e10", "1e-3", "3.14159e0"},
	'D': {"DATE'2020-02-29'", "DATE'2019-12-31'", "DATE'1999-01-01'", "DATE'1970-01-01'", "CAST('2024-12-30' AS DATE)"},
	'W': {"TIMESTAMP'2020-02-29 12:30:45'", "TIMESTAMP'2019-12-31 23:59:59.999999'", "TIMESTAMP'1999-01-01 00:00:00'", "TIMESTAMP'2020-01-31 10:11:12.5'", "CAST('2024-12-30 07:08:09' AS DATETIME)"},
	'T': {"TIME'00:00:00'", "TIME'12:30:45'", "TIME'-01:02:03'", "TIME'23:59:59.5'", "TIME'100:00:01'"},
	'Y': {"2020", "1999", "1970"},
	'S': {"''", "'a'", "'b'", "'abc'", "'ABC'", "' x '", "'12'", "'-3.5'", "'1e3'", "'12abc'", "'it''s'", "'50%'", "'日本語'", "'2020-01-31'", "'10:11:12'", "'a,b,c'", "'2020-01-31 10:11:12'"},
	'B': {"TRUE", "FALSE", "1", "0"},
	'J': {`'{"a": 1, "b": [1, 2, {"c": "x"}]}'`, `'[10, 20, [30, 40]]'`, `'1'`, `'"text"'`, `'null'`, `'{"a": {"b": true}}'`, `'[]'`},
	'n': {"0", "1", "2", "3", "4", "5", "6", "10", "-1", "-2", "-3"},
	'f': {"'%Y-%m-%d'", "'%H:%i:%s'", "'%W %M %e %y'", "'%j %a %b %c %d'", "'%h:%i %p'", "'%r'", "'%T.%f'", "'%U %u %V %v %X %x'", "'%D %k %l %%'", "'%w%q'", "'%Y-%m-%d %H:%i'"},
	'g': {"'%H:%i:%s'", "'%H.%i'", "'%h %p %f'", "'%k-%l'", "'%T'"},
	'q': {"'1'", "'20'", `'"x"'`, "'[]'", `'{"c": "x"}'`},
	'p': {"'$'", "'$.a'", "'$.b'", "'$[0]'", "'$[1]'", "'$.b[2].c'", "'$.x'", "'$[2][0]'", "'$.a.b'"},
	'r': {"'a'", "'^a'", "'b$'", "'[0-9]+'", "'a|b'", "'.*'", "'[a-c]{2}'", "'^$'", "'(a)(b)'", "'\\\\d'", "'x?'"},
	't': {"'#'", "''", "'<x>'", "'[$0]'", "'$07'", "'\\\\$\\\\0'", "'$1$2'"},
	'l': {"'%'", "'a%'", "'%b'", "'_'", "'%a_%'", "''", "'A%'", "'1_'", "'%\\\\%%'", "'日%'", "'a\\\\_b'"},
	'u': {"'é'", "'É'", "'日本語'", "'😀'", "'a😀b'", "'ß'", "'Straße'", "'ñandú'", "'e\u0301'", "'ǅ'", "'İ'", "''", "'a'", "'日'", "'👨‍👩‍👧'", "' é '", "'ﬁ'", "'Ω'"},
	'e': {"DATE'2020-01-31'", "DATE'2020-02-29'", "DATE'2019-02-28'", "DATE'2000-02-29'", "DATE'1900-02-28'", "DATE'2020-12-31'", "DATE'2021-01-01'", "DATE'2019-12-30'", "DATE'9999-12-31'", "DATE'1000-01-01'", "DATE'2023-10-31'", "TIMESTAMP'2020-02-29 23:59:59.999999'", "TIMESTAMP'2019-03-31 00:00:00'", "TIMESTAMP'2024-12-31 23:59:59'", "'2020-01-31'", "'2020-02-29 12:00:00'", "'2020-1-31'", "20200131", "NULL"},
	'd': {`'{"a": {"b": [1, 2.50, {"c": null}]}, "d": "x", "e": [[], {}]}'`, `'[1, "a", [2, [3, {"k": "é"}]], {"x": {"y": false}}]'`, `'{"a": [{"c": 1}, {"c": 3, "a": "2020-02-29"}], "": 1, "b c": [true]}'`, `'[{"a": 1, "b": "x"}, {"a": 2.5, "b": null}, {"a": "12"}]'`, `'[]'`, `'{}'`, `'"abc"'`, `'12'`, `'-1.50e2'`, `'true'`, `'null'`, `'[1, [1, [1]]]'`, `'{"b": 1, "aa": 2, "a": 3, "b": 4}'`, `'[9223372036854775807, 18446744073709551615, 1e300, 0.1]'`, `'{"a": "a\\"b"}'`, "NULL"},
	'h': {"'$'", "'$.a'", "'$.a.b'", "'$.a.b[2]'", "'$.a.b[2].c'", "'$[0]'", "'$[1]'", "'$[last]'", "'$[last-1]'", "'$[2][1][0]'", "'$[*]'", "'$.*'", "'$.a[*].c'", "'$**.c'", "'$**.a'", "'$[0 to 1]'", "'$[1 to last]'", `'$."b c"'`, `'$.""'`, "'$.e[1]'", "'$.a[0].c'", "'$[3].x.y'", "'$.a.*'", "'$[0][0]'"},
	'k': {"'$'", "'$[*]'", "'$.*'", "'$.a[*]'", "'$.a'"},
	'z': {"'+00:00'", "'+10:00'", "'-05:30'", "'+05:45'"},
}

// choices are expressions of any family.
var choices = []string{
	"IF($B, $=, $=)", "IFNULL($=, $=)", "COALESCE($=, $=, $=)", "NULLIF($=, $=)", "CASE WHEN $B THEN $= WHEN $B THEN $= ELSE $= END",
	"CASE WHEN $B THEN $= END", "CASE $? WHEN $? THEN $= WHEN $? THEN $= ELSE $= END", "{GREATEST|LEAST}($=, $=)", "{GREATEST|LEAST}($=, $=, $=)",
}

// templates are expressions by their family: I whole numbers, M decimals, X doubles, S texts,
// D dates, W moments, T times, B conditions, J JSON values. In a hole, N is any number, V a date
// or a moment, A anything, = the family itself, ? one family for all of a template, and small
// letters are literals.
const templates = `
I ($I {+|-|*|DIV|%} $I)
I ($N DIV $N)
I (- $I)
I ABS($I)
I SIGN($N)
I {FLOOR|CEIL|CEILING|ROUND}($N)
I MOD($I, $I)
I ($I {&|^} $I)
I ($I | $I)
I ($I {<<|>>} $i)
I (~ $I)
I BIT_COUNT($I)
I ROUND($I, $n)
I TRUNCATE($I, $n)
I {LENGTH|CHAR_LENGTH|CHARACTER_LENGTH|OCTET_LENGTH|BIT_LENGTH|ASCII|ORD|CRC32}($S)
I {LENGTH|CHAR_LENGTH}($A)
I INSTR($S, $S)
I LOCATE($S, $S)
I LOCATE($S, $S, $i)
I POSITION($S IN $S)
I FIND_IN_SET($S, $S)
I FIELD($S, $S, $S, $S)
I FIELD($N, $N, $N)
I STRCMP($S, $S)
I REGEXP_INSTR($S, $r)
I INET_ATON({'10.0.5.9'|'127.1'|'1.2.3'|'1..2'|'1.2.3.256'|'1.2.'|'x'|''|'255.255.255.255'|$S})
I {IS_IPV4|IS_IPV6}({'10.0.5.9'|'1.2.3.04'|'1.2.3'|'::1'|'fe80::1%1'|'::ffff:1.2.3.4'|'1:2:3:4:5:6:7:8'|'1:2:3'|$S})
I {YEAR|MONTH|DAY|DAYOFMONTH|QUARTER|DAYOFWEEK|WEEKDAY|DAYOFYEAR|TO_DAYS|WEEK|YEARWEEK|WEEKOFYEAR|TO_SECONDS}($V)
I {WEEK|YEARWEEK}($V, {0|1|2|3|4|5|6|7})
I {HOUR|MINUTE|SECOND|MICROSECOND|TIME_TO_SEC}($T)
I {HOUR|MINUTE|SECOND|MICROSECOND|TIME_TO_SEC}($W)
I DATEDIFF($V, $V)
I TIMESTAMPDIFF({MICROSECOND|SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|QUARTER|YEAR}, $V, $V)
I EXTRACT({MICROSECOND|SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|QUARTER|YEAR|YEAR_MONTH|DAY_HOUR|DAY_MINUTE|DAY_SECOND|HOUR_MINUTE|HOUR_SECOND|MINUTE_SECOND|SECOND_MICROSECOND|DAY_MICROSECOND} FROM $W)
I EXTRACT({SECOND|MINUTE|HOUR|HOUR_MINUTE|HOUR_SECOND|MINUTE_SECOND} FROM $T)
I EXTRACT({DAY|MONTH|YEAR|YEAR_MONTH|QUARTER} FROM $D)
I PERIOD_ADD({202001|199912|7012}, $i)
I PERIOD_DIFF({202001|199912|7012}, {200703|202012})
I CAST($A AS SIGNED)
I CAST($N AS UNSIGNED)
I UNIX_TIMESTAMP($W)
I JSON_LENGTH($J)
I JSON_LENGTH($J, $p)
I JSON_DEPTH($J)
I JSON_VALID($J)
I JSON_VALID($S)
I INTERVAL($N, 1, 5, 10)
M ($M {+|-|*} $M)
M ($M {+|-|*} $I)
M ($M / $M)
M ($I / $I)
M ($M % $M)
M MOD($M, $I)
M (- $M)
M ABS($M)
M ROUND($M, $n)
M ROUND($M)
M TRUNCATE($M, $n)
M {FLOOR|CEIL}($M)
I CAST($A AS YEAR)
M CAST($A AS DECIMAL({10,2|20,5|30,0|65,30|5,1}))
M CONVERT($S, DECIMAL(12,3))
M UNIX_TIMESTAMP($W)
X ($X {+|-|*|/} $N)
X ($N {+|-} $X)
X ($S {+|-|*} $N)
X (- $X)
X {ABS|ROUND|FLOOR|CEIL}($X)
X {ROUND|TRUNCATE}($X, $n)
X {SQRT|LN|LOG|LOG2|LOG10|SIN|COS|TAN|COT|ATAN|ASIN|ACOS|DEGREES|RADIANS}($N)
X EXP($i)
X {LOG|ATAN|ATAN2|POW|POWER}($N, $i)
X PI()
X CAST($A AS DOUBLE)
S {LOWER|UPPER|LCASE|UCASE|REVERSE|TRIM|LTRIM|RTRIM|QUOTE|HEX|MD5|SHA1|SHA|TO_BASE64}($S)
S CONCAT($S, $S)
S CONCAT($A, $S, $A)
S CONCAT_WS({','|'-'}, $S, $A, $S)
S {LEFT|RIGHT}($S, $i)
S {SUBSTRING|SUBSTR}($S, $i)
S {SUBSTRING|SUBSTR|MID}($S, $i, $i)
S SUBSTRING($S FROM $n FOR $n)
S SUBSTRING_INDEX($S, {','|'.'|' '|'a'|'ab'}, $i)
S {LPAD|RPAD}($S, $i, {'*'|'ab'|'日'})
S TRIM({BOTH|LEADING|TRAILING} {'a'|' '|'ab'} FROM $S)
S REPLACE($S, $S, $S)
S REPEAT($S, $i)
S SPACE($i)
S INSERT($S, $i, $i, $S)
S ELT($i, $S, $S, $S)
S FORMAT($N, $n)
S FORMAT($N, $n, {'de_DE'|'en_IN'|'fr_FR'|'de_CH'|'none'|$S})
S CHAR({65|77, 121|48, 49, 50})
S HEX($I)
S SOUNDEX({'Quadratically'|'Hello'|'Tymczak'|'Ashcraft'|' o''Hara'|'éa1b'|'1'|$S})
S MAKE_SET($I, $S, $S, $S)
S EXPORT_SET($I, {'1'|'on'|''}, {'0'|'off'}, {','|''}, {0|4|10|64|70})
S EXPORT_SET($I, 'Y', 'N')
S INET_NTOA({0|1|167773449|4294967295|4294967296|-1|$N})
S UNHEX({'41'|'4D79'|'2'|'zz'})
S {BIN|OCT}($I)
S CONV($S, {10|16|2|-10|-16}, {2|8|16|36|-10})
S CONV($I, 10, {2|8|16|36})
S SHA2($S, {0|224|256|384|512|1})
S FROM_BASE64(TO_BASE64($S))
S {DAYNAME|MONTHNAME}($V)
S DATE_FORMAT($V, $f)
S TIME_FORMAT($T, $g)
S CAST($A AS CHAR)
S CAST($S AS CHAR(3))
S FROM_UNIXTIME($I, $f)
S REGEXP_SUBSTR($S, $r)
S REGEXP_REPLACE($S, $r, $t)
S JSON_UNQUOTE(JSON_EXTRACT($J, $p))
S JSON_TYPE($J)
S JSON_QUOTE($S)
S JSON_VALUE($J, $p)
D ($D {+|-} INTERVAL $i {DAY|WEEK|MONTH|QUARTER|YEAR})
D {DATE_ADD|DATE_SUB|ADDDATE|SUBDATE}($D, INTERVAL $i {DAY|WEEK|MONTH|QUARTER|YEAR})
D DATE_ADD($D, INTERVAL {'1-2'|'-1-1'|'0-14'} YEAR_MONTH)
D LAST_DAY($V)
D DATE($W)
D DATE($S)
D CAST($A AS DATE)
D FROM_DAYS(TO_DAYS($D) + $i)
D FROM_DAYS($I)
D MAKEDATE({2020|1999|70}, $i)
D STR_TO_DATE($S, '%Y-%m-%d')
D STR_TO_DATE({'01,5,2013'|'1,12,99'}, {'%d,%m,%Y'|'%e,%c,%y'})
D TIMESTAMPADD({DAY|WEEK|MONTH|QUARTER|YEAR}, $i, $D)
W ($W {+|-} INTERVAL $i {SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|QUARTER|YEAR|MICROSECOND})
W ($D {+|-} INTERVAL $i {SECOND|MINUTE|HOUR})
W ($W {+|-} INTERVAL $M SECOND)
W DATE_ADD($W, INTERVAL {'1:30' MINUTE_SECOND|'1 2' DAY_HOUR|'1 1:1:1' DAY_SECOND|'1.5' SECOND_MICROSECOND|'-1:10' HOUR_MINUTE|'2:3:4' HOUR_SECOND|'1 2:3' DAY_MINUTE})
W TIMESTAMP($V)
W TIMESTAMP($V, $T)
W TIMESTAMP($S)
W CAST($A AS DATETIME)
W CAST($A AS DATETIME({1|3|6}))
W ADDTIME($W, $T)
W SUBTIME($W, $T)
W TIMESTAMPADD({MICROSECOND|SECOND|MINUTE|HOUR|DAY|MONTH}, $i, $W)
W STR_TO_DATE({'2020-01-31 10:11:12'|'2019-12-31 23:59:59'}, '%Y-%m-%d %H:%i:%s')
W FROM_UNIXTIME($I)
W FROM_UNIXTIME($N)
W CONVERT_TZ($W, $z, $z)
T CAST($A AS TIME)
T CAST($A AS TIME({1|3|6}))
T TIME($W)
T TIME($S)
T {ADDTIME|SUBTIME}($T, $T)
T TIMEDIFF($T, $T)
T TIMEDIFF($W, $W)
T SEC_TO_TIME($N)
T MAKETIME($i, {0|30|59|60}, {0|15.5|59})
T STR_TO_DATE({'10:11:12'|'9.05.01'}, {'%H:%i:%s'|'%H.%i.%s'})
B ($? {=|<>|<|<=|>|>=|!=} $?)
B ($A {=|<>|<|<=|>|>=|<=>} $A)
B ($N {=|<>|<|<=|>|>=|<=>} $N)
B ($? <=> $?)
B ($B {AND|OR|XOR} $B)
B (NOT $B)
B ($A IS {NULL|NOT NULL})
B ($B IS {TRUE|FALSE|NOT TRUE|NOT FALSE|UNKNOWN|NOT UNKNOWN})
B ISNULL($A)
B ($? {IN|NOT IN} ($?, $?, $?))
B ($A {IN|NOT IN} ($A, $A))
B ($N {IN|NOT IN} ($N, $N, $N))
B ($? {BETWEEN|NOT BETWEEN} $? AND $?)
B ($A BETWEEN $A AND $A)
B ($S {LIKE|NOT LIKE} $l)
B ($A LIKE $l)
B ($S {LIKE|NOT LIKE} $S)
B ($S {LIKE|NOT LIKE} CONCAT($S, $l))
B ($S LIKE CONCAT('%', $S, $l) ESCAPE '|')
B ($S {REGEXP|NOT REGEXP|RLIKE} $r)
B (($?, $N) = ($?, $N))
B (($?, $N) IN (($?, $N), ($?, $N)))
B ($S = $S)
B JSON_CONTAINS($J, $q)
B JSON_CONTAINS($J, $q, $p)
B JSON_CONTAINS_PATH($J, {'one'|'all'}, $p, $p)
J JSON_EXTRACT($J, $p)
J JSON_EXTRACT($J, $p, $p)
J JSON_ARRAY($I, $S, $M)
J JSON_ARRAY($A, $A)
J JSON_OBJECT('x', $A, 'yy', $S)
J JSON_KEYS($J)
J JSON_KEYS($J, $p)
`

// aggregates are what groups give.
var aggregates = []string{
	"COUNT($A)", "COUNT(DISTINCT $A)", "SUM($N)", "SUM($A)", "SUM(DISTINCT $N)", "AVG($N)", "AVG($A)", "AVG(DISTINCT $N)", "MIN($A)", "MAX($A)",
	"{BIT_AND|BIT_OR|BIT_XOR}($I)", "{STD|STDDEV|STDDEV_POP|STDDEV_SAMP|VARIANCE|VAR_POP|VAR_SAMP}($N)", "GROUP_CONCAT($A ORDER BY id)",
	"GROUP_CONCAT(DISTINCT $S ORDER BY 1 SEPARATOR '|')", "COUNT(DISTINCT $A, $A)", "MAX($A) IS NULL", "SUM($N) + COUNT(*)", "AVG($N) / COUNT($A)",
}

// windows are what functions over windows give.
var windows = []string{
	"{ROW_NUMBER|RANK|DENSE_RANK|PERCENT_RANK|CUME_DIST}() OVER (PARTITION BY $A ORDER BY id)", "{RANK|DENSE_RANK|PERCENT_RANK|CUME_DIST}() OVER (ORDER BY $A)",
	"{LAG|LEAD}($A) OVER (PARTITION BY g ORDER BY id)", "{LAG|LEAD}($A, {0|1|2|5}) OVER (ORDER BY id)",
	"{FIRST_VALUE|LAST_VALUE}($A) OVER (PARTITION BY g ORDER BY id ROWS BETWEEN {1|2} PRECEDING AND {CURRENT ROW|2 FOLLOWING})",
	"NTH_VALUE($A, {1|2|3}) OVER (PARTITION BY g ORDER BY id)", "NTILE({1|3|7}) OVER (PARTITION BY g ORDER BY id)",
	"{SUM|AVG|COUNT}($N) OVER (PARTITION BY g ORDER BY id)", "{SUM|AVG|MIN|MAX|COUNT}($N) OVER (ORDER BY id ROWS BETWEEN {2|UNBOUNDED} PRECEDING AND {1|UNBOUNDED} FOLLOWING)",
	"{MIN|MAX|COUNT}($A) OVER (PARTITION BY $A)", "SUM($N) OVER (ORDER BY i RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING)", "{BIT_OR|BIT_AND|BIT_XOR}($I) OVER (PARTITION BY g)",
	"{STDDEV_POP|VAR_SAMP}($N) OVER (PARTITION BY g)",
}
