import type { Projection } from '@rehearse/event-store'
import { ofType } from '../learner/of-type.ts'
import { regradeOf } from '../learner/regrade.ts'
import type { ProgressTables } from '../tables.ts'

/** What learners are told of answers that were graded otherwise later. */
export const regradesProjection: Projection<ProgressTables> = {
  name: 'regrades',
  tables: ['learner_regrade'],
  apply: async (trx, events) => {
    const rows = events
      .filter((event) => ofType(event, 'AnswerRegraded'))
      .map(({ eventId, data }) => ({
        learner_id: data.learnerId,
        regraded_at: new Date(data.regradedAt),
        event_id: eventId,
        question_id: data.questionId,
        question_version: data.questionVersion,
        answered_at: new Date(data.answeredAt),
        was_correct: data.wasCorrect,
        is_correct: data.isCorrect,
        points: regradeOf(data).points,
      }))
    if (rows.length > 0) await trx.insertInto('learner_regrade').values(rows).execute()
  },
}
