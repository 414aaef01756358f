package typing

import (
	"math"
	"sort"
	"strings"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing/coerce"
)

// scalar is a row of the function table: what SQL calls it, how many arguments it
// takes and how a call of it is typed.
type scalar struct {
	min, max int // number of arguments; max -1: any
	// build types a call: it casts the arguments to what the function asks and gives the
	// result its type. Functions that are combinations of others give that combination.
	build func(args []plan.Expr) (plan.Expr, error)
}

// functions has one row per operator and SQL function.
var functions = map[plan.Op]scalar{
	plan.Add:      {2, 2, coerce.OnFull(ofOperands(coerce.Add))},
	plan.Sub:      {2, 2, coerce.OnFull(ofOperands(coerce.Sub))},
	plan.Mul:      {2, 2, coerce.OnFull(ofOperands(coerce.Mul))},
	plan.Div:      {2, 2, coerce.OnFull(ofOperands(coerce.Div))},
	plan.Quotient: {2, 2, coerce.OnFull(ofOperands(coerce.Div))},
	plan.IntDiv:   {2, 2, coerce.OnFull(coerce.IntDiv)},
	plan.Mod:      {2, 2, coerce.OnFull(ofOperands(coerce.Mod))},
	"MOD":         {2, 2, coerce.OnFull(ofOperands(coerce.Mod))},
	plan.Neg:      {1, 1, coerce.OnFull(ofOperands(buildNeg))},

	plan.BitAnd:     {2, 2, bitwise(plan.BitAnd)},
	plan.BitOr:      {2, 2, bitwise(plan.BitOr)},
	plan.BitXor:     {2, 2, bitwise(plan.BitXor)},
	plan.ShiftLeft:  {2, 2, bitwise(plan.ShiftLeft)},
	plan.ShiftRight: {2, 2, bitwise(plan.ShiftRight)},
	plan.BitCount:   {1, 1, bitwise(plan.BitCount)},
	"~":             {1, 1, buildBitNot},

	plan.Eq:     {2, 2, coerce.OnAlike(coerce.Compares(plan.Eq))},
	plan.Ne:     {2, 2, coerce.OnAlike(coerce.Compares(plan.Ne))},
	plan.Lt:     {2, 2, coerce.OnAlike(coerce.Compares(plan.Lt))},
	plan.Le:     {2, 2, coerce.OnAlike(coerce.Compares(plan.Le))},
	plan.Gt:     {2, 2, coerce.OnAlike(coerce.Compares(plan.Gt))},
	plan.Ge:     {2, 2, coerce.OnAlike(coerce.Compares(plan.Ge))},
	plan.NullEq: {2, 2, coerce.OnAlike(coerce.Compares(plan.NullEq))},
	plan.And:    {2, 2, logical(plan.And)},
	plan.Or:     {2, 2, logical(plan.Or)},
	plan.Xor:    {2, 2, logical(plan.Xor)},
	plan.Not:    {1, 1, logical(plan.Not)},
	plan.IsNull: {1, 1, buildIsNull},

	plan.If:    {3, 3, coerce.OnFull(buildIf)},
	"COALESCE": {1, 250, coerce.OnFull(buildCoalesce)},
	"IFNULL":   {2, 2, coerce.OnFull(buildCoalesce)},
	"NULLIF":   {2, 2, buildNullIf},
	"GREATEST": {2, 60, coerce.OnFull(extreme(plan.Ge))},
	"LEAST":    {2, 60, coerce.OnFull(extreme(plan.Le))},
	"ISNULL":   {1, 1, buildIsNull},

	plan.Abs:   {1, 1, coerce.OnFull(ofOperands(buildAbs))},
	plan.Floor: {1, 1, coerce.OnFull(ofOperands(wholes(plan.Floor)))},
	plan.Ceil:  {1, 1, coerce.OnFull(ofOperands(wholes(plan.Ceil)))},
	"CEILING":  {1, 1, coerce.OnFull(ofOperands(wholes(plan.Ceil)))},
	plan.Round: {1, 2, toShown(coerce.OnFull(ofOperands(buildRound)))},
	plan.Cut:   {2, 2, toShown(coerce.OnFull(ofOperands(buildTruncate)))},
	plan.Power: {2, 2, onDoubles(plan.Power)},
	"POW":      {2, 2, onDoubles(plan.Power)},
	plan.Sqrt:  {1, 1, onDoubles(plan.Sqrt)},
	plan.Ln:    {1, 1, onDoubles(plan.Ln)},
	"LOG":      {1, 2, buildLog},
	plan.Log2:  {1, 1, onDoubles(plan.Log2)},
	plan.Log10: {1, 1, onDoubles(plan.Log10)},
	plan.Exp:   {1, 1, onDoubles(plan.Exp)},
	plan.Sin:   {1, 1, onDoubles(plan.Sin)},
	plan.Cos:   {1, 1, onDoubles(plan.Cos)},
	plan.Tan:   {1, 1, onDoubles(plan.Tan)},
	plan.Cot:   {1, 1, onDoubles(plan.Cot)},
	plan.Asin:  {1, 1, onDoubles(plan.Asin)},
	plan.Acos:  {1, 1, onDoubles(plan.Acos)},
	plan.Atan:  {1, 2, buildAtan},
	plan.Atan2: {1, 2, buildAtan},
	"PI":       {0, 0, buildPi},
	"DEGREES":  {1, 1, times(180 / math.Pi)},
	"RADIANS":  {1, 1, times(math.Pi / 180)},
	plan.Rand:  {0, 1, buildRand},
	"SIGN":     {1, 1, coerce.OnFull(buildSign)},

	plan.Year:             {1, 1, dateParts(plan.Year)},
	plan.Month:            {1, 1, dateParts(plan.Month)},
	plan.Day:              {1, 1, dateParts(plan.Day)},
	"DAY":                 {1, 1, dateParts(plan.Day)},
	"QUARTER":             {1, 1, buildQuarter},
	"DAYOFWEEK":           {1, 1, weekdays(4, 1)},
	"WEEKDAY":             {1, 1, weekdays(3, 0)},
	"DAYOFYEAR":           {1, 1, buildDayOfYear},
	"TO_DAYS":             {1, 1, buildToDays},
	"DAYNAME":             {1, 1, buildDayName},
	"MONTHNAME":           {1, 1, buildMonthName},
	plan.Week:             {1, 2, buildWeek(plan.Week)},
	plan.YearWeek:         {1, 2, buildWeek(plan.YearWeek)},
	"WEEKOFYEAR":          {1, 1, buildWeekOfYear},
	"FROM_DAYS":           {1, 1, buildFromDays},
	"MAKEDATE":            {2, 2, buildMakeDate},
	"PERIOD_ADD":          {2, 2, buildPeriodAdd},
	"PERIOD_DIFF":         {2, 2, buildPeriodDiff},
	"DATE_FORMAT":         {2, 2, buildDateFormat},
	"STR_TO_DATE":         {2, 2, buildStrToDate},
	"REGEXP_LIKE":         {2, 3, buildRegexp("REGEXP_LIKE", plan.Bool)},
	"REGEXP_INSTR":        {2, 6, buildRegexp("REGEXP_INSTR", plan.Int)},
	"REGEXP_SUBSTR":       {2, 5, buildRegexp("REGEXP_SUBSTR", plan.String)},
	"REGEXP_REPLACE":      {3, 6, buildRegexp("REGEXP_REPLACE", plan.String)},
	"LAST_DAY":            {1, 1, buildLastDay},
	"DATE":                {1, 1, buildDate},
	"TIME":                {1, 1, buildTime},
	"TIMESTAMP":           {1, 2, coerce.Timestamp},
	"HOUR":                {1, 1, onWholeClock(hourOf)},
	"MINUTE":              {1, 1, onWholeClock(minuteOf)},
	"SECOND":              {1, 1, onWholeClock(secondOf)},
	"MICROSECOND":         {1, 1, onWholeClock(microOf)},
	"ADDTIME":             {2, 2, buildAddTime(plan.Add, plan.AddTime)},
	"SUBTIME":             {2, 2, buildAddTime(plan.Sub, plan.SubTime)},
	"TIMEDIFF":            {2, 2, buildTimeDiff},
	"TIME_TO_SEC":         {1, 1, buildTimeToSec},
	"SEC_TO_TIME":         {1, 1, buildSecToTime},
	"MAKETIME":            {3, 3, buildMakeTime},
	"TO_SECONDS":          {1, 1, buildToSeconds},
	"UNIX_TIMESTAMP":      {1, 1, buildUnixTimestamp},
	"FROM_UNIXTIME":       {1, 2, buildFromUnixTime},
	plan.ConvertZone:      {3, 3, buildConvertZone},
	"TIME_FORMAT":         {2, 2, buildTimeFormat},
	plan.AddMonths:        {2, 2, buildAddMonths},
	plan.DateDiff:         {2, 2, buildDateDiff},
	"LOWER":               {1, 1, unlessBytes(coerce.Texts("LOWER", plan.String, 1))},
	"LCASE":               {1, 1, unlessBytes(coerce.Texts("LOWER", plan.String, 1))},
	"UPPER":               {1, 1, unlessBytes(coerce.Texts("UPPER", plan.String, 1))},
	"UCASE":               {1, 1, unlessBytes(coerce.Texts("UPPER", plan.String, 1))},
	"REVERSE":             {1, 1, ofBytes("REVERSE", plan.String, 1)},
	"LENGTH":              {1, 1, onRaw(coerce.Texts("LENGTH", plan.Int, 1))},
	"CHAR_LENGTH":         {1, 1, ofBytes("CHAR_LENGTH", plan.Int, 1)},
	"CHARACTER_LENGTH":    {1, 1, ofBytes("CHAR_LENGTH", plan.Int, 1)},
	"ASCII":               {1, 1, onRaw(coerce.Texts("ASCII", plan.Int, 1))},
	"SUBSTRING":           {2, 3, ofShown(substringOf, ofBytes("SUBSTRING", plan.String, 1))},
	"SUBSTR":              {2, 3, ofShown(substringOf, ofBytes("SUBSTRING", plan.String, 1))},
	"MID":                 {2, 3, ofShown(substringOf, ofBytes("SUBSTRING", plan.String, 1))},
	"LEFT":                {2, 2, ofShown(leftOf, ofBytes("LEFT", plan.String, 1))},
	"RIGHT":               {2, 2, ofShown(rightOf, ofBytes("RIGHT", plan.String, 1))},
	"LPAD":                {3, 3, likeBytes(buildPad("LPAD"), 0, 2)},
	"RPAD":                {3, 3, likeBytes(buildPad("RPAD"), 0, 2)},
	"TRIM":                {1, 2, trimmed("TRIM")},
	"LTRIM":               {1, 2, trimmed("LTRIM")},
	"RTRIM":               {1, 2, trimmed("RTRIM")},
	plan.Concat:           {1, -1, ofBytes(plan.Concat, plan.String, math.MaxInt)},
	"REPLACE":             {3, 3, ofBytes("REPLACE", plan.String, 3)},
	"INSTR":               {2, 2, ofBytes("INSTR", plan.Int, 2)},
	"LOCATE":              {2, 3, likeBytes(buildLocate, 0, 1)},
	"POSITION":            {2, 2, likeBytes(buildLocate, 0, 1)},
	"SUBSTRING_INDEX":     {3, 3, ofShown(beforeOf, likeBytes(coerce.Texts("SUBSTRING_INDEX", plan.String, 2), 0, 1))},
	"REPEAT":              {2, 2, ofBytes("REPEAT", plan.String, 1)},
	"SPACE":               {1, 1, buildSpace},
	"INSERT":              {4, 4, likeBytes(buildInsert, 0, 3)},
	"FIND_IN_SET":         {2, 2, buildFindInSet},
	"FIELD":               {2, 250, buildField},
	"INTERVAL":            {2, 250, coerce.OnFull(buildIntervalPlace)},
	"ELT":                 {2, 250, buildElt},
	"STRCMP":              {2, 2, buildStrcmp},
	"CONCAT_WS":           {2, 250, buildConcatWS},
	"QUOTE":               {1, 1, buildQuote},
	"FORMAT":              {2, 3, buildFormat},
	"OCTET_LENGTH":        {1, 1, onRaw(coerce.Texts("LENGTH", plan.Int, 1))},
	"BIT_LENGTH":          {1, 1, onRaw(coerce.Texts("BIT_LENGTH", plan.Int, 1))},
	"ORD":                 {1, 1, onRaw(coerce.Texts("ORD", plan.Int, 1))},
	"CHAR":                {1, 250, buildChar},
	"HEX":                 {1, 1, onRaw(buildHex)},
	"UNHEX":               {1, 1, coerce.Texts("UNHEX", plan.String, 1)},
	"INET_ATON":           {1, 1, ofWord("INET_ATON")},
	"INET_NTOA":           {1, 1, buildInetNtoa},
	"IS_IPV4":             {1, 1, isAddress("IS_IPV4")},
	"IS_IPV6":             {1, 1, isAddress("IS_IPV6")},
	"INET6_ATON":          {1, 1, asBytes(coerce.Texts("INET6_ATON", plan.String, 1))},
	"INET6_NTOA":          {1, 1, onRaw(coerce.Texts("INET6_NTOA", plan.String, 1))},
	"UUID_TO_BIN":         {1, 2, asBytes(coerce.Texts("UUID_TO_BIN", plan.String, 1))},
	"BIN_TO_UUID":         {1, 2, onRaw(coerce.Texts("BIN_TO_UUID", plan.String, 1))},
	"IS_UUID":             {1, 1, coerce.Texts("IS_UUID", plan.Bool, 1)},
	"SOUNDEX":             {1, 1, coerce.Texts("SOUNDEX", plan.String, 1)},
	"MAKE_SET":            {2, 65, buildMakeSet},
	"EXPORT_SET":          {3, 5, buildExportSet},
	"BIN":                 {1, 1, inBase(2)},
	"CHARSET":             {1, 1, ofTexts("utf8mb4", "binary")},
	"COLLATION":           {1, 1, ofTexts("utf8mb4_bin", "binary")},
	"COERCIBILITY":        {1, 1, buildCoercibility},
	"OCT":                 {1, 1, inBase(8)},
	"CONV":                {3, 3, coerce.Texts("CONV", plan.String, 1)},
	"CRC32":               {1, 1, onRaw(ofWord("CRC32"))},
	"MD5":                 {1, 1, onRaw(coerce.Texts("MD5", plan.String, 1))},
	"SHA1":                {1, 1, onRaw(coerce.Texts("SHA1", plan.String, 1))},
	"SHA":                 {1, 1, onRaw(coerce.Texts("SHA1", plan.String, 1))},
	"SHA2":                {2, 2, onRaw(coerce.Texts("SHA2", plan.String, 1))},
	"JSON_EXTRACT":        {2, 250, onJSON("JSON_EXTRACT", plan.JsonType(), 1)},
	"JSON_UNQUOTE":        {1, 1, coerce.Texts("JSON_UNQUOTE", plan.String, 1)},
	"JSON_QUOTE":          {1, 1, buildJSONQuote},
	"JSON_VALUE":          {2, 2, onJSON("JSON_VALUE", plan.Type{Kind: plan.String}, 1)},
	"JSON_LENGTH":         {1, 2, onJSON("JSON_LENGTH", plan.Type{Kind: plan.Int}, 1)},
	"JSON_DEPTH":          {1, 1, onJSON("JSON_DEPTH", plan.Type{Kind: plan.Int}, 1)},
	"JSON_KEYS":           {1, 2, onJSON("JSON_KEYS", plan.JsonType(), 1)},
	"JSON_TYPE":           {1, 1, onJSON("JSON_TYPE", plan.Type{Kind: plan.String}, 1)},
	"JSON_VALID":          {1, 1, buildJSONValid},
	"JSON_CONTAINS":       {2, 3, onJSON("JSON_CONTAINS", plan.Type{Kind: plan.Bool}, 2)},
	"JSON_CONTAINS_PATH":  {3, 250, onJSON("JSON_CONTAINS_PATH", plan.Type{Kind: plan.Bool}, 2)},
	"JSON_SEARCH":         {3, 250, onJSON("JSON_SEARCH", plan.JsonType(), 4)},
	"JSON_ARRAY":          {0, 250, buildJSONArray},
	"JSON_OBJECT":         {0, 250, buildJSONObject},
	"JSON_SET":            {3, 251, buildJSONChange("JSON_SET")},
	"JSON_INSERT":         {3, 251, buildJSONChange("JSON_INSERT")},
	"JSON_REPLACE":        {3, 251, buildJSONChange("JSON_REPLACE")},
	"JSON_ARRAY_APPEND":   {3, 251, buildJSONChange("JSON_ARRAY_APPEND")},
	"JSON_ARRAY_INSERT":   {3, 251, buildJSONChange("JSON_ARRAY_INSERT")},
	"JSON_REMOVE":         {2, 250, onJSON("JSON_REMOVE", plan.JsonType(), 1)},
	"JSON_MERGE_PATCH":    {2, 250, onJSON("JSON_MERGE_PATCH", plan.JsonType(), 250)},
	"JSON_MERGE_PRESERVE": {2, 250, onJSON("JSON_MERGE_PRESERVE", plan.JsonType(), 250)},
	"JSON_MERGE":          {2, 250, onJSON("JSON_MERGE_PRESERVE", plan.JsonType(), 250)},
	"JSON_OVERLAPS":       {2, 2, onJSON("JSON_OVERLAPS", plan.Type{Kind: plan.Bool}, 2)},
	"JSON_MEMBEROF":       {2, 2, buildMemberOf},
	"JSON_PRETTY":         {1, 1, onJSON("JSON_PRETTY", plan.Type{Kind: plan.String}, 1)},
	"TO_BASE64":           {1, 1, onRaw(coerce.Texts("TO_BASE64", plan.String, 1))},
	"FROM_BASE64":         {1, 1, coerce.Texts("FROM_BASE64", plan.String, 1)},
}

// Functions lists the names of the functions that Build knows, sorted.
func Functions() []string {
	var names []string
	for op := range functions {
		switch c := op[0]; {
		case op == plan.And || op == plan.Or || op == plan.Xor || op == plan.Not || op == plan.IsNull || op == plan.IntDiv || op == plan.Quotient:
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
func Build(name plan.Op, args ...plan.Expr) (plan.Expr, error) {
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
	_, ok := functions[plan.Op(strings.ToUpper(name))]
	return ok
}

// Arguments is how few and how many arguments a function takes; most is -1 for any number.
func Arguments(name string) (least, most int, ok bool) {
	f, ok := functions[plan.Op(name)]
	return f.min, f.max, ok
}
