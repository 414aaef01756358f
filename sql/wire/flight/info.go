package flight

import (
	"context"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql/schema_ref"

	"gsdms/sql/setting"
)

// The numbers of what a server says of itself that arrow's package spells as texts.
const (
	caseKept    = 0 // of names without quotes: as they are written
	nullsFirst  = 1 // NULL is lower than all
	groupByAny  = 1
	ansiEntry   = 0
	outerJoins  = 1 // some: LEFT and RIGHT
	unionAndAll = 3
	transaction = 0 // there are none
)

// subqueries are where they may stand: in comparisons, EXISTS, IN, and with ANY and ALL.
const subqueries = 0b1111

// registerInfo says what the server is and can.
func (s *commands) registerInfo() {
	for name, value := range map[flightsql.SqlInfo]any{
		flightsql.SqlInfoFlightSqlServerName:           "gsdms",
		flightsql.SqlInfoFlightSqlServerVersion:        setting.ServerVersion,
		flightsql.SqlInfoFlightSqlServerArrowVersion:   arrow.PkgVersion,
		flightsql.SqlInfoFlightSqlServerReadOnly:       false,
		flightsql.SqlInfoFlightSqlServerSql:            true,
		flightsql.SqlInfoFlightSqlServerSubstrait:      false,
		flightsql.SqlInfoFlightSqlServerTransaction:    int32(transaction),
		flightsql.SqlInfoFlightSqlServerCancel:         true,
		flightsql.SqlInfoDDLCatalog:                    false,
		flightsql.SqlInfoDDLSchema:                     false,
		flightsql.SqlInfoDDLTable:                      true,
		flightsql.SqlInfoIdentifierCase:                int64(caseKept),
		flightsql.SqlInfoIdentifierQuoteChar:           "`",
		flightsql.SqlInfoQuotedIdentifierCase:          int64(caseKept),
		flightsql.SqlInfoAllTablesAreASelectable:       true,
		flightsql.SqlInfoNullOrdering:                  int64(nullsFirst),
		flightsql.SqlInfoSearchStringEscape:            `\`,
		flightsql.SqlInfoExtraNameChars:                "$",
		flightsql.SqlInfoSupportsColumnAliasing:        true,
		flightsql.SqlInfoNullPlusNullIsNull:            true,
		flightsql.SqlInfoSupportsExpressionsInOrderBy:  true,
		flightsql.SqlInfoSupportsOrderByUnrelated:      true,
		flightsql.SqlInfoSupportedGroupBy:              int32(groupByAny),
		flightsql.SqlInfoSupportsLikeEscapeClause:      true,
		flightsql.SqlInfoSupportsNonNullableColumns:    true,
		flightsql.SqlInfoANSI92SupportedLevel:          int32(ansiEntry),
		flightsql.SqlInfoOuterJoinsSupportLevel:        int32(outerJoins),
		flightsql.SqlInfoSchemaTerm:                    "database",
		flightsql.SqlInfoCatalogTerm:                   "catalog",
		flightsql.SqlInfoCatalogAtStart:                true,
		flightsql.SqlInfoSelectForUpdateSupported:      false,
		flightsql.SqlInfoStoredProceduresSupported:     false,
		flightsql.SqlInfoSupportedSubqueries:           int32(subqueries),
		flightsql.SqlInfoCorrelatedSubqueriesSupported: true,
		flightsql.SqlInfoSupportedUnions:               int32(unionAndAll),
		flightsql.SqlInfoTransactionsSupported:         false,
	} {
		if err := s.RegisterSqlInfo(name, value); err != nil {
			panic(err) // a value above has a type that the protocol has not
		}
		s.known[uint32(name)] = true
	}
}

// wanted is a request for what is known of what is asked.
type wanted []uint32

// GetInfo implements flightsql.GetSqlInfo.
func (w wanted) GetInfo() []uint32 { return w }

// DoGetSqlInfo implements flightsql.Server: what is not known is left out.
func (s *commands) DoGetSqlInfo(ctx context.Context, q flightsql.GetSqlInfo) (*arrow.Schema, chunks, error) {
	var known wanted
	for _, name := range q.GetInfo() {
		if s.known[name] {
			known = append(known, name)
		}
	}
	if len(known) == 0 && len(q.GetInfo()) > 0 {
		return rowsOf(schema_ref.SqlInfo, nil)
	}
	return s.BaseServer.DoGetSqlInfo(ctx, known)
}
