package bench

import (
	"context"
	"fmt"

	"gsdms/sql"
	"gsdms/sql/result"
)

// Over gives a session as an Engine. Several texts go through Session.Together: they
// are on the scan from the same chunk on.
func Over(s *sql.Session) Engine { return overSession{s} }

type overSession struct{ session *sql.Session }

// Ask implements Engine.
func (o overSession) Ask(ctx context.Context, texts []string) ([]Reply, error) {
	if len(texts) == 1 {
		r, err := o.session.Query(ctx, texts[0])
		if err != nil {
			return nil, err
		}
		return []Reply{replyOf(r)}, nil
	}
	replies := make([]Reply, len(texts))
	for i, a := range o.session.Together(ctx, texts) {
		if a.Err != nil {
			return nil, fmt.Errorf("statement %d of %d: %w", i+1, len(texts), a.Err)
		}
		replies[i] = replyOf(a.Result)
	}
	return replies, nil
}

func replyOf(r *result.Set) Reply {
	reply := Reply{Answer: func() Answer { return AnswerOf(r) }}
	if r.Rows != nil {
		reply.Rows = r.Rows.Len
	}
	if r.Report.Scan != nil {
		reply.Scan = *r.Report.Scan
	}
	return reply
}

// AnswerOf is a result as texts.
func AnswerOf(r *result.Set) Answer {
	out := make(Answer, r.Rows.Len)
	for i := range out {
		for c := range r.Columns {
			text, null := r.Text(i, c)
			if null {
				text = "NULL"
			}
			out[i] = append(out[i], text)
		}
	}
	return out
}
