package dialect

import "regexp"

// deviationsOfTimes are those of dates and times. The sections are those of MySQL's manual.
func deviationsOfTimes() []departure {
	at := regexp.MustCompile
	any := at(``)
	return []departure{
		// docs/behaviour.md: there are no zero dates.
		{root: at(`^FROM_DAYS`), how: at(`theirs \[(\d+ )*0000-00-00\]|^\d+ rows, theirs \d+$|ours \[\d+ \d+ NULL\].*theirs \[\d+ \d+ (NULL|\d{4}-)`), reason: "days before the year 1 are NULL, as there are no zero dates"},
		{root: at(`^(EXTRACT\((YEAR|QUARTER|MONTH|DAY|YEAR_MONTH) FROM|(YEAR|QUARTER|MONTH|DAY|DAYOFMONTH|DATE_FORMAT|TIMESTAMP)\()`), how: at(`^row.*ours \[(\d+ )*NULL\].*theirs|ours \[(\d+ )?NULL\].*theirs \[(\d+ )?\d{1,4}\]|^\d+ rows, theirs \d+$|^row \d: ours \[\d+ (NULL|\d+) `), families: has("IiMXB"), reason: "a number that says a date with zeros is none"},
		{root: at(`^(EXTRACT\((QUARTER|MONTH|DAY) FROM|(QUARTER|MONTH|DAY|DAYOFMONTH)\()`), how: at(`ours \[(\d+ )?NULL\].*theirs \[(\d+ )?0\]`), reason: "a date with a month or a day of 0 is none"},
		{root: at(`^TIMEDIFF`), how: at(`ours \[(\d+ )*NULL\].*theirs \[(\d+ )*-?838:59:59(\.0+)?\]|^\d+ rows, theirs \d+$`), families: has("IiMXBSYA"), reason: "0 beside a moment is a date of zeros, and there is none"},
		// 13.2.3: a TIME is -838:59:59 to 838:59:59. Of zero there is one.
		{root: any, how: at(`ours \[(\d+ )?00:00:00(\.0+)?\].*theirs \[(\d+ )?-00:00:00(\.0+)?\]`), reason: "a time of zero has no sign"},
		{root: at(`^(LENGTH|CHAR_LENGTH)\(`), how: at(`ours \[(\d+ )*8\].*theirs \[(\d+ )*9\]|^row 0: ours \[\d+ \d+ 8\]`), arg: at(`^(CAST\(.* AS TIME\)|TIME\()`), reason: "a time of zero has no sign"},
		// 14.7, EXTRACT: EXTRACT(DAY_MINUTE FROM '2019-07-02 01:02:03') is 20102.
		{root: at(`^EXTRACT\(DAY_(HOUR|MINUTE|SECOND|MICROSECOND) FROM`), how: at(`ours \[(\d+ )?[1-9]\d*\].*theirs \[(\d+ )?\d+\]|^\d+ rows, theirs \d+$|^row 0: ours \[\d+ (NULL|\d+) (NULL|\d+)\]`), families: has("DW"), reason: "MySQL leaves the day out where a moment is no column"},
		// 14.5, NULLIF: the return value has the same type as the first argument.
		{root: at(`^JSON_VALID`), how: at(`ours \[(\d+ )?0\].*theirs \[(\d+ )?NULL\]`), arg: at(`^NULLIF\(`), families: has("TDW"), reason: "what NULLIF gives of a time is one, and a text in MySQL"},
		{root: at(`^(NULLIF|MIN|MAX|GROUP_CONCAT)\b`), how: at(`^row`), within: at(`NULLIF\(.*ORDER BY q DESC|(MIN|MAX)\(NULLIF|GROUP_CONCAT\(DISTINCT NULLIF|NULLIF\(.* ORDER BY 1`), families: has("TDW"), reason: "what NULLIF gives of a time is one, and a text in MySQL"},
		{root: at(`^\(\$. [=<>!]|^(DATE|TIME|TIMESTAMP|DATE_FORMAT|TIME_FORMAT|YEAR|YEARWEEK|MONTH|QUARTER|WEEK|WEEKDAY|WEEKOFYEAR|DAY|DAYOFMONTH|DAYOFWEEK|DAYOFYEAR|TO_DAYS|TO_SECONDS|HOUR|MINUTE|SECOND|MICROSECOND|UNIX_TIMESTAMP|TIME_TO_SEC|LAST_DAY|CONVERT_TZ|ADDTIME|SUBTIME|TIMEDIFF|TIMESTAMPADD|TIMESTAMPDIFF|DATEDIFF|DATE_ADD|EXTRACT|CAST|DAYNAME|MONTHNAME)\(|INTERVAL|BETWEEN|OVER \(`), how: at(`^row|^\d+ rows, theirs \d+$`), within: at(`NULLIF\(`), families: has("TDWSXMIAB"), reason: "what NULLIF gives of a time, a text or a number is read as a text or as a whole number of seconds by MySQL where a date or a time is asked for"},
		{root: at(`^(IF|IFNULL|COALESCE|CASE|GREATEST|LEAST)\b`), how: at(`ours \[(\d+ )?(\S+ )?-?\d+:\d\d:\d\d(\.\d+)?\].*theirs \[(\d+ )?(\S+ )?-?\d+[:-]\d\d[:-]\d\d(\.\d+)?\]|^\d+ rows, theirs \d+$|ours \[(\d+ )?\d{4}-\d\d-\d\d`), within: at(`NULLIF\(`), reason: "what NULLIF gives of a time is one, and a text in MySQL"},
		{root: at(`^(SUM|AVG)\(`), how: at(`double \[(false )*false\].*double \[(false )*true\]`), within: at(`NULLIF\(.* INTERVAL|(SUM|AVG)\((DISTINCT )?NULLIF\((da|dt|du|ts|ti|tm|DATE|TIME)`), reason: "what NULLIF gives of a time is one, and a text in MySQL"},
		{root: at(`^(EXTRACT\((YEAR|QUARTER|MONTH|DAY|YEAR_MONTH) FROM|(YEAR|QUARTER|MONTH|DAY|DAYOFMONTH)\()`), how: at(`^row \d: ours \[\d+ (NULL|\d+) |ours \[(\d+ )?NULL\].*theirs \[(\d+ )?\d{1,4}\]`), arg: at(`^(COALESCE|IFNULL|IF|CASE)\b`), reason: "a number that says a date with zeros is none"},
		{root: at(`^NULLIF\(`), how: at(`ours \[.*\d\d:\d\d:\d\d.*theirs \[.*\b\d{10,}\]`), within: at(`GROUP BY q`), reason: "what NULLIF gives of a time is one, and the number of its bits in MySQL's groups"},
		{root: at(`^(MIN|MAX)\(`), how: at(`^row`), arg: at(`^NULLIF\(`), reason: "what NULLIF gives of a time is one, and a text in MySQL"},
		{root: at(asNumber), how: at(`^row|^\d+ rows`), arg: at(`^(IFNULL|COALESCE)\(.*NULLIF\((da|dt|du|ts|ti|tm|DATE|TIME)`), reason: "what NULLIF gives of a time is one, and a text in MySQL"},
		{root: at(`^NULLIF`), how: at(`^ours: error 1525 `), within: at(`NULLIF\(.*NULLIF\(`), reason: "what NULLIF gives of a time is one, and a text in MySQL"},
		// 14.7, EXTRACT: as above, in what is made of it.
		{root: at(`^CAST\(\$. AS (DATE|TIME)`), how: at(`^row|^\d+ rows, theirs \d+$`), arg: at(`^EXTRACT\(DAY_`), reason: "MySQL leaves the day out where a moment is no column"},
		{root: at(`^UNIX_TIMESTAMP\(`), how: at(`ours \[(\d+ )?NULL\].*theirs \[(\d+ )?0(\.0+)?\]`), arg: at(`^(IF|CASE)\b`), reason: "a number that says a date with zeros is none"},
		{root: at(`^DATE_FORMAT\(`), how: at(`ours \[(\d+ )?NULL\]`), within: at(`DATE_FORMAT\((LEAST|GREATEST)\(`), reason: "a number that says a date with zeros is none"},
		// 14.5, CASE: of dates and others it gives a text.
		{root: at(`^TIMEDIFF\(`), how: at(`^row|^\d+ rows`), arg: at(`^(CASE|IF)\b`), reason: "a choice of times and others is read as the text that it is by TIMEDIFF, and by MySQL as what is chosen"},
		{root: at(`^(IF|CASE|COALESCE|IFNULL|GREATEST|LEAST|NULLIF)\b`), how: at(`^row 0`), within: at(`JOIN \(SELECT id, (CASE|IF|GREATEST|LEAST|NULLIF)\b.*(\b(da|dt|du|ts|ti|tm|en|se)\b|DATE|TIME).* q FROM`), reason: "a column of a derived table that has dates and others is a text; MySQL puts the choice in its place"},
		// 14.7, TIME_FORMAT: hours of a TIME may have three digits, and a sign goes before them.
		{root: at(`^GROUP_CONCAT|^TIME_FORMAT|^\{?(MIN|MAX|LAG|LEAD|FIRST_VALUE|LAST_VALUE|NTH_VALUE)\b`), how: at(`ours .*-?\d\d|^\d+ rows`), within: at(`(GROUP_CONCAT|MIN|MAX|LAG|LEAD|FIRST_VALUE|LAST_VALUE|NTH_VALUE)\(.*TIME_FORMAT|TIME_FORMAT\(.*GROUP BY q`), reason: "MySQL cuts a formatted time of a sign or three digits of hours"},
		// 14.4.2, IN: true where the left side is equal to one of the list.
		{root: at(`IN \(`), how: at(`^row|^\d+ rows|theirs:? *\[`), within: at(`IN \(.*(\bda\b|\bdt\b|\bdu\b|\bts\b|DATE|TIME)`), families: func(of string) bool { return of != "" && of[0] == 'S' && has("DW")(of) && len(of) > 2 }, reason: "MySQL takes texts that are no dates for equal where a date is in the list"},
		// 14.7, ADDTIME: expr2 is a time.
		{root: at(`^TIMESTAMP\(`), how: at(`theirs \[(\d+ )?NULL\]`), families: func(of string) bool { return len(of) == 2 && has("DW")(of[1:]) }, reason: "the time of a date is 0; MySQL has none where it is moved"},
		{root: at(`^(ADDTIME|SUBTIME)`), how: at(`theirs \[(\d+ )*(-?\d+:|NULL)|^\d+ rows, theirs \d+$`), families: func(of string) bool { return len(of) == 2 && of[1] == 'D' }, reason: "the time of a date is 0; MySQL adds the hours of the days of its month"},
	}
}
