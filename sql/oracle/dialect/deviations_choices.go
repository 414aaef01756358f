package dialect

import "regexp"

// deviationsOfChoices are those of what is chosen among times, texts and numbers, and of times that are computed, where MySQL
// contradicts its manual, or itself. The sections are those of MySQL's manual.
func deviationsOfChoices() []departure {
	at, any := regexp.MustCompile, regexp.MustCompile(``)
	return []departure{
		// 14.4.2: a number is equal to the same number alone.
		{root: at(`^(GREATEST|LEAST|COALESCE)\(|^\(\$. [=<>!]`), how: at(`^\d+ rows, theirs \d+$`), within: at(`WHERE \(*(COALESCE\()?(LEAST|GREATEST)\(.*(\b(da|dt|du|ts|ti|tm)\b|DATE|TIME)`), reason: "MySQL takes numbers for equal that differ behind the digits which it shows of a time and a number together"},
		// 14.7, TIMEDIFF: a time and a moment have no difference.
		{root: at(`^TIMEDIFF\(`), how: at(`ours \[(\d+ )?NULL\].*theirs \[(\d+ )?-?838:59:59`), arg: at(`^(GREATEST|LEAST)\(`), reason: "what GREATEST gives of a time and a text is a time; MySQL takes it for one of the date of zeros"},
		// 14.4.2, GREATEST: the result is of the type that the arguments have together.
		{root: at(asNumber), how: at(`^row|^\d+ rows`), arg: at(`^(GREATEST|LEAST)\(.*\b(tx|c)\b`), reason: "the number of the greatest of times and texts is the greatest number, and in MySQL that of the text where this is a CHAR or a TEXT"},
		// 14.5, NULLIF: it is expr1.
		{root: at(`^\(\$. [-+*/%] `), how: at(`theirs \[(\d+ )?-?\d+\.\d{20,}\]`), arg: at(`^NULLIF\(CAST\(.* AS YEAR\)`), reason: "MySQL shows thirty digits beside what NULLIF gives of a YEAR"},
		// 14.19.1, BIT_OR: of BIGINT UNSIGNED.
		{root: at(`^\{?BIT_`), how: at(`^row.*\d{16,}`), arg: at(`^(IF|IFNULL|COALESCE|CASE)\b`), within: at(`OVER`), reason: "the bits of a choice with numbers past 63 bits are those of what is chosen; in a window MySQL takes the greatest number of 63 bits, and not in groups"},
		{root: at(`^\{?(LAG|LEAD|FIRST_VALUE|LAST_VALUE|NTH_VALUE|MIN|MAX)\(`), how: at(`^row.*:\d\d\.\d`), within: at(`(SEC_TO_TIME|ADDTIME|SUBTIME|TIMEDIFF)\(.* / `), reason: "a time of a quotient has its digits cut, and in MySQL those that a temporary table rounds"},
		{root: at(`^(SEC_TO_TIME|ADDTIME|SUBTIME|TIMEDIFF)\(`), how: any, arg: at(` / `), reason: "a time of a quotient has its digits cut, and in MySQL those that a temporary table rounds"},
		// 14.7, ADDTIME: expr2 is a time.
		{root: at(`^(ADDTIME|SUBTIME)\(`), how: at(`theirs \[(\d+ )?NULL\]`), arg: at(`^(ADDTIME|SUBTIME)\((DATE|TIMESTAMP)'`), reason: "the time of a moment is what it has behind its day; MySQL has none where it is moved"},
	}
}
