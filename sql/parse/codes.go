package parse

import (
	"gsdms/plan/fault"
)

// The numbers that MySQL has for what can be wrong with a statement.
const (
	CodeNotNull            = 1048
	CodeUnknownDatabase    = 1049
	CodeTableExists        = 1050
	CodeUnknownView        = 1051
	CodeNonUniqueColumn    = 1052
	CodeUnknownColumn      = 1054
	CodeNotGrouped         = 1055
	CodeWrongGroupField    = 1056
	CodeDuplicateColumn    = 1060
	codeSyntax             = 1064
	CodeNonUniqueAlias     = 1066
	CodeWrongColumn        = 1063
	CodeWrongDefault       = 1067
	CodeTwoPrimaryKeys     = 1068
	CodeWrongNumbered      = 1075
	CodeNoKeyColumn        = 1072
	CodeFileExists         = 1086
	CodeNoSuchThread       = 1094
	CodeNotOwner           = 1095 // of a session
	CodeUnknownError       = 1105
	CodeNoTarget           = 1109 // of a DELETE of several tables
	CodeCannotDropAll      = 1090 // columns
	CodeCannotDrop         = 1091
	CodeColumnTwice        = 1110
	CodeMisusedAggregate   = 1111
	CodeNoColumns          = 1113
	CodeUnknownCharset     = 1115
	CodeTooManyTables      = 1116
	CodeTooManyColumns     = 1117
	CodeValueCount         = 1136
	CodeNoSuchGrant        = 1141
	CodeDenied             = 1142 // a statement on a table
	CodeIllegalGrant       = 1144
	CodeUnknownTable       = 1146
	CodeNoTableGrant       = 1147
	CodeTooBig             = 1153 // a statement over the cap
	CodeUnknownVariable    = 1193
	CodeNotRolledBack      = 1196
	CodeWrongArguments     = 1210
	CodeGrantUsage         = 1221
	CodeSetColumns         = 1222
	CodeNoPrivilege        = 1227
	CodeWrongVariableValue = 1231
	CodeNotSupported       = fault.CodeNotSupported
	CodeReadOnlyVariable   = 1238
	CodeOperandColumns     = 1241
	CodeNoAlias            = 1248
	CodeOutOfRangeColumn   = 1264
	CodeNotUpdatable       = 1288
	CodeNoFiles            = 1290
	CodeWrongDate          = 1292
	CodeNoFunction         = fault.CodeNoFunction
	CodeFunctionExists     = 1304
	CodeFunctionArguments  = 1318
	CodeDuplicateParameter = 1330
	CodeInterrupted        = 1317
	CodeNoFunctionRight    = 1370
	CodeNotView            = 1347
	CodeViewColumns        = 1353
	CodeStaleView          = 1356
	CodeNoDefault          = 1364
	CodeWrongNumber        = 1366
	CodeTooManyParams      = 1390
	CodeCannotUser         = 1396
	CodeTooLong            = 1406
	CodeGrantMakesUser     = 1410
	CodeFunctionRecursion  = 1424
	CodeTooPrecise         = 1426
	CodeScale              = 1427
	CodeViewRecursion      = 1462
	CodeOutOfRange         = fault.CodeOutOfRange
	CodeNativeFunction     = 1585
	CodeExplainFormat      = 1791
	CodeReadOnly           = 1792 // of the session
	CodeNoReferencedKey    = 1822
	CodeTimeout            = 3024
	CodeOrderNotInSelect   = 3065
	CodeRecursiveUnion     = 3573
	CodeRecursiveFirst     = 3574
	CodeUnknownWindow      = 3579
	CodeWindowInherits     = 3581 // a window that refers to another has keys or a frame that it may not
	CodeWindow             = 3593 // a window function where none may stand
	CodeWindowAlias        = 3594
	CodeGroupingArgument   = 3602
	CodeReferenced         = 3730
)
