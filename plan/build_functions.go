package plan

import (
	"math"
	"sort"
	"strings"

	"gsdms/plan/fault"
)

// scalar is a row of the function table: what SQL calls it, how many arguments it
// takes and how a call of it is typed.
type scalar struct {
	min, max int // number of arguments; max -1: any
	// build types a call: it casts the arguments to what the function asks and gives the
	// result its type. Functions that are combinations of others give that combination.
	build func(args []Expr) (Expr, error)
}

// functions has one row per operator and SQL function.
var functions = map[Op]scalar{
	Add:      {2, 2, onFull(buildAdd)},
	Sub:      {2, 2, onFull(buildSub)},
	Mul:      {2, 2, onFull(buildMul)},
	Div:      {2, 2, onFull(buildDiv)},
	Quotient: {2, 2, onFull(buildDiv)},
	IntDiv:   {2, 2, onFull(buildIntDiv)},
	Mod:      {2, 2, onFull(buildMod)},
	"MOD":    {2, 2, onFull(buildMod)},
	Neg:      {1, 1, onFull(buildNeg)},

	BitAnd:     {2, 2, bitwise(BitAnd)},
	BitOr:      {2, 2, bitwise(BitOr)},
	BitXor:     {2, 2, bitwise(BitXor)},
	ShiftLeft:  {2, 2, bitwise(ShiftLeft)},
	ShiftRight: {2, 2, bitwise(ShiftRight)},
	BitCount:   {1, 1, bitwise(BitCount)},
	"~":        {1, 1, buildBitNot},

	Eq:     {2, 2, onFull(compares(Eq))},
	Ne:     {2, 2, onFull(compares(Ne))},
	Lt:     {2, 2, onFull(compares(Lt))},
	Le:     {2, 2, onFull(compares(Le))},
	Gt:     {2, 2, onFull(compares(Gt))},
	Ge:     {2, 2, onFull(compares(Ge))},
	NullEq: {2, 2, onFull(compares(NullEq))},
	And:    {2, 2, logical(And)},
	Or:     {2, 2, logical(Or)},
	Xor:    {2, 2, logical(Xor)},
	Not:    {1, 1, logical(Not)},
	IsNull: {1, 1, buildIsNull},

	If:         {3, 3, onFull(buildIf)},
	"COALESCE": {1, 250, onFull(buildCoalesce)},
	"IFNULL":   {2, 2, onFull(buildCoalesce)},
	"NULLIF":   {2, 2, onFull(buildNullIf)},
	"GREATEST": {2, 60, onFull(extreme(Ge))},
	"LEAST":    {2, 60, onFull(extreme(Le))},
	"ISNULL":   {1, 1, buildIsNull},

	Abs:       {1, 1, onFull(buildAbs)},
	Floor:     {1, 1, onFull(wholes(Floor))},
	Ceil:      {1, 1, onFull(wholes(Ceil))},
	"CEILING": {1, 1, onFull(wholes(Ceil))},
	Round:     {1, 2, onFull(buildRound)},
	Cut:       {2, 2, onFull(buildTruncate)},
	Power:     {2, 2, onDoubles(Power)},
	"POW":     {2, 2, onDoubles(Power)},
	Sqrt:      {1, 1, onDoubles(Sqrt)},
	Ln:        {1, 1, onDoubles(Ln)},
	"LOG":     {1, 2, buildLog},
	Log2:      {1, 1, onDoubles(Log2)},
	Log10:     {1, 1, onDoubles(Log10)},
	Exp:       {1, 1, onDoubles(Exp)},
	Sin:       {1, 1, onDoubles(Sin)},
	Cos:       {1, 1, onDoubles(Cos)},
	Tan:       {1, 1, onDoubles(Tan)},
	Cot:       {1, 1, onDoubles(Cot)},
	Asin:      {1, 1, onDoubles(Asin)},
	Acos:      {1, 1, onDoubles(Acos)},
	Atan:      {1, 2, buildAtan},
	Atan2:     {1, 2, buildAtan},
	"PI":      {0, 0, buildPi},
	"DEGREES": {1, 1, times(180 / math.Pi)},
	"RADIANS": {1, 1, times(math.Pi / 180)},
	Rand:      {0, 1, buildRand},
	"SIGN":    {1, 1, onFull(buildSign)},

	Year:                 {1, 1, dateParts(Year)},
	Month:                {1, 1, dateParts(Month)},
	Day:                  {1, 1, dateParts(Day)},
	"DAY":                {1, 1, dateParts(Day)},
	"QUARTER":            {1, 1, buildQuarter},
	"DAYOFWEEK":          {1, 1, weekdays(4, 1)},
	"WEEKDAY":            {1, 1, weekdays(3, 0)},
	"DAYOFYEAR":          {1, 1, buildDayOfYear},
	"TO_DAYS":            {1, 1, buildToDays},
	"DAYNAME":            {1, 1, buildDayName},
	"MONTHNAME":          {1, 1, buildMonthName},
	Week:                 {1, 2, buildWeek(Week)},
	YearWeek:             {1, 2, buildWeek(YearWeek)},
	"WEEKOFYEAR":         {1, 1, buildWeekOfYear},
	"FROM_DAYS":          {1, 1, buildFromDays},
	"MAKEDATE":           {2, 2, buildMakeDate},
	"PERIOD_ADD":         {2, 2, buildPeriodAdd},
	"PERIOD_DIFF":        {2, 2, buildPeriodDiff},
	"DATE_FORMAT":        {2, 2, buildDateFormat},
	"STR_TO_DATE":        {2, 2, buildStrToDate},
	"REGEXP_LIKE":        {2, 3, buildRegexp("REGEXP_LIKE", Bool)},
	"REGEXP_INSTR":       {2, 6, buildRegexp("REGEXP_INSTR", Int)},
	"REGEXP_SUBSTR":      {2, 5, buildRegexp("REGEXP_SUBSTR", String)},
	"REGEXP_REPLACE":     {3, 6, buildRegexp("REGEXP_REPLACE", String)},
	"LAST_DAY":           {1, 1, buildLastDay},
	"DATE":               {1, 1, buildDate},
	"TIME":               {1, 1, onClock(func(t Expr) Expr { return t })},
	"TIMESTAMP":          {1, 2, buildTimestamp},
	"HOUR":               {1, 1, onClock(hourOf)},
	"MINUTE":             {1, 1, onClock(minuteOf)},
	"SECOND":             {1, 1, onClock(secondOf)},
	"MICROSECOND":        {1, 1, onClock(microOf)},
	"ADDTIME":            {2, 2, buildAddTime(Add)},
	"SUBTIME":            {2, 2, buildAddTime(Sub)},
	"TIMEDIFF":           {2, 2, buildTimeDiff},
	"TIME_TO_SEC":        {1, 1, buildTimeToSec},
	"SEC_TO_TIME":        {1, 1, buildSecToTime},
	"MAKETIME":           {3, 3, buildMakeTime},
	"TO_SECONDS":         {1, 1, buildToSeconds},
	"UNIX_TIMESTAMP":     {1, 1, buildUnixTimestamp},
	"FROM_UNIXTIME":      {1, 2, buildFromUnixTime},
	convertZone:          {3, 3, buildConvertZone},
	"TIME_FORMAT":        {2, 2, buildTimeFormat},
	AddMonths:            {2, 2, buildAddMonths},
	DateDiff:             {2, 2, buildDateDiff},
	"LOWER":              {1, 1, unlessBytes(texts("LOWER", String, 1))},
	"LCASE":              {1, 1, unlessBytes(texts("LOWER", String, 1))},
	"UPPER":              {1, 1, unlessBytes(texts("UPPER", String, 1))},
	"UCASE":              {1, 1, unlessBytes(texts("UPPER", String, 1))},
	"REVERSE":            {1, 1, ofBytes("REVERSE", String, 1)},
	"LENGTH":             {1, 1, onRaw(texts("LENGTH", Int, 1))},
	"CHAR_LENGTH":        {1, 1, ofBytes("CHAR_LENGTH", Int, 1)},
	"CHARACTER_LENGTH":   {1, 1, ofBytes("CHAR_LENGTH", Int, 1)},
	"ASCII":              {1, 1, onRaw(texts("ASCII", Int, 1))},
	"SUBSTRING":          {2, 3, ofBytes("SUBSTRING", String, 1)},
	"SUBSTR":             {2, 3, ofBytes("SUBSTRING", String, 1)},
	"MID":                {3, 3, ofBytes("SUBSTRING", String, 1)},
	"LEFT":               {2, 2, ofBytes("LEFT", String, 1)},
	"RIGHT":              {2, 2, ofBytes("RIGHT", String, 1)},
	"LPAD":               {3, 3, likeBytes(buildPad("LPAD"), 0, 2)},
	"RPAD":               {3, 3, likeBytes(buildPad("RPAD"), 0, 2)},
	"TRIM":               {1, 2, trimmed("TRIM")},
	"LTRIM":              {1, 2, trimmed("LTRIM")},
	"RTRIM":              {1, 2, trimmed("RTRIM")},
	Concat:               {1, -1, ofBytes(Concat, String, math.MaxInt)},
	"REPLACE":            {3, 3, ofBytes("REPLACE", String, 3)},
	"INSTR":              {2, 2, ofBytes("INSTR", Int, 2)},
	"LOCATE":             {2, 3, likeBytes(buildLocate, 0, 1)},
	"POSITION":           {2, 2, likeBytes(buildLocate, 0, 1)},
	"SUBSTRING_INDEX":    {3, 3, likeBytes(texts("SUBSTRING_INDEX", String, 2), 0, 1)},
	"REPEAT":             {2, 2, ofBytes("REPEAT", String, 1)},
	"SPACE":              {1, 1, buildSpace},
	"INSERT":             {4, 4, likeBytes(buildInsert, 0, 3)},
	"FIND_IN_SET":        {2, 2, texts("FIND_IN_SET", Int, 2)},
	"FIELD":              {2, 250, buildField},
	"INTERVAL":           {2, 250, onFull(buildIntervalPlace)},
	"ELT":                {2, 250, buildElt},
	"STRCMP":             {2, 2, buildStrcmp},
	"CONCAT_WS":          {2, 250, buildConcatWS},
	"QUOTE":              {1, 1, buildQuote},
	"FORMAT":             {2, 2, buildFormat},
	"OCTET_LENGTH":       {1, 1, onRaw(texts("LENGTH", Int, 1))},
	"BIT_LENGTH":         {1, 1, onRaw(texts("BIT_LENGTH", Int, 1))},
	"ORD":                {1, 1, onRaw(texts("ORD", Int, 1))},
	"CHAR":               {1, 250, buildChar},
	"HEX":                {1, 1, onRaw(buildHex)},
	"UNHEX":              {1, 1, texts("UNHEX", String, 1)},
	"BIN":                {1, 1, inBase(2)},
	"OCT":                {1, 1, inBase(8)},
	"CONV":               {3, 3, texts("CONV", String, 1)},
	"CRC32":              {1, 1, onRaw(texts("CRC32", Int, 1))},
	"MD5":                {1, 1, onRaw(texts("MD5", String, 1))},
	"SHA1":               {1, 1, onRaw(texts("SHA1", String, 1))},
	"SHA":                {1, 1, onRaw(texts("SHA1", String, 1))},
	"SHA2":               {2, 2, onRaw(texts("SHA2", String, 1))},
	"JSON_EXTRACT":       {2, 250, onJSON("JSON_EXTRACT", jsonType(), 1)},
	"JSON_UNQUOTE":       {1, 1, texts("JSON_UNQUOTE", String, 1)},
	"JSON_QUOTE":         {1, 1, texts("JSON_QUOTE", String, 1)},
	"JSON_VALUE":         {2, 2, onJSON("JSON_VALUE", Type{Kind: String}, 1)},
	"JSON_LENGTH":        {1, 2, onJSON("JSON_LENGTH", Type{Kind: Int}, 1)},
	"JSON_DEPTH":         {1, 1, onJSON("JSON_DEPTH", Type{Kind: Int}, 1)},
	"JSON_KEYS":          {1, 2, onJSON("JSON_KEYS", jsonType(), 1)},
	"JSON_TYPE":          {1, 1, onJSON("JSON_TYPE", Type{Kind: String}, 1)},
	"JSON_VALID":         {1, 1, texts("JSON_VALID", Int, 1)},
	"JSON_CONTAINS":      {2, 3, onJSON("JSON_CONTAINS", Type{Kind: Int}, 2)},
	"JSON_CONTAINS_PATH": {3, 250, onJSON("JSON_CONTAINS_PATH", Type{Kind: Int}, 2)},
	"JSON_ARRAY":         {0, 250, buildJSONArray},
	"JSON_OBJECT":        {0, 250, buildJSONObject},
	"TO_BASE64":          {1, 1, onRaw(texts("TO_BASE64", String, 1))},
	"FROM_BASE64":        {1, 1, texts("FROM_BASE64", String, 1)},
}

// Functions lists the names of the functions that Build knows, sorted.
func Functions() []string {
	var names []string
	for op := range functions {
		switch c := op[0]; {
		case op == And || op == Or || op == Xor || op == Not || op == IsNull || op == IntDiv || op == Quotient:
		case c >= 'A' && c <= 'Z':
			names = append(names, string(op))
		}
	}
	sort.Strings(names)
	return names
}

// Build makes the typed expression of an operator or function (its name in capitals)
// applied to arguments of any type: it inserts the casts that MySQL's rules ask and
// lowers what is not computed itself. The errors are *Error: 1305 for an unknown name,
// 1582 for a wrong number of arguments, 1235 for types that are not supported
// together, 1525 for a text that is compared with a date and is none.
func Build(name Op, args ...Expr) (Expr, error) {
	f, ok := functions[name]
	if !ok {
		return nil, fault.Errorf(fault.CodeNoFunction, "FUNCTION %s does not exist", name)
	}
	if len(args) < f.min || f.max >= 0 && len(args) > f.max {
		return nil, fault.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function '%s'", name)
	}
	return f.build(args)
}

// IsFunction reports whether Build knows a function by a name in any case.
func IsFunction(name string) bool {
	_, ok := functions[Op(strings.ToUpper(name))]
	return ok
}

// Arguments is how few and how many arguments a function takes; most is -1 for any number.
func Arguments(name string) (least, most int, ok bool) {
	f, ok := functions[Op(name)]
	return f.min, f.max, ok
}
