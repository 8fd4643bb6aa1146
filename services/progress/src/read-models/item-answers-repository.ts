import type { AnswerRegradedData, AnswerSubmittedData } from '@rehearse/contracts'
import type { RecordedEvent } from '@rehearse/event-store'
import { sql, type Transaction } from 'kysely'
import type { Day } from '../learner/local-day.ts'
import type { ProgressTables } from '../tables.ts'

type Trx = Transaction<ProgressTables>

/** Keeps answers by question, and how each respondent does; puts right those that were regraded. */
export async function foldItems(trx: Trx, events: readonly RecordedEvent[]): Promise<void> {
  await add(
    trx,
    events.filter((event) => event.type === 'AnswerSubmitted'),
  )
  for (const event of events) {
    if (event.type === 'AnswerRegraded') await correct(trx, event.data as AnswerRegradedData)
  }
}

export const arrivalDay = (event: RecordedEvent): Day => event.recordedAt.toISOString().slice(0, 10)

async function add(trx: Trx, answers: readonly RecordedEvent[]): Promise<void> {
  if (answers.length === 0) return
  const rows = answers.map((event) => {
    const data = event.data as AnswerSubmittedData
    return {
      question_id: data.questionId,
      question_version: data.questionVersion,
      event_id: event.eventId,
      respondent: data.learnerId,
      day: arrivalDay(event),
      attempt: data.attempt,
      graded: data.graded,
      correct: data.isCorrect,
      selected: data.selectedOptionIds,
      time_spent: data.timeSpent,
    }
  })
  await sql`
    with added as (
      insert into item_answer
      select question_id, question_version, event_id, respondent, day, attempt, graded, correct, selected, time_spent
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        question_id uuid, question_version int, event_id uuid, respondent text, day date, attempt int, graded text,
        correct boolean, selected text[], time_spent float8)
      returning respondent, attempt, correct
    )
    insert into item_respondent
    select respondent, count(*), count(*) filter (where correct) from added where attempt = 1 group by respondent
    on conflict (respondent) do update set
      answered = item_respondent.answered + excluded.answered,
      correct = item_respondent.correct + excluded.correct`.execute(trx)
}

async function correct(trx: Trx, data: AnswerRegradedData): Promise<void> {
  const change = data.isCorrect ? 1 : -1
  await sql`
    with regraded as (
      update item_answer set correct = ${data.isCorrect}
      where question_id = ${data.questionId} and question_version = ${data.questionVersion}
        and event_id = ${data.progressId} and correct <> ${data.isCorrect}
      returning respondent, day, attempt
    ), respondents as (
      update item_respondent set correct = item_respondent.correct + ${change}
      from regraded where item_respondent.respondent = regraded.respondent and regraded.attempt = 1
    )
    update platform_day set correct = platform_day.correct + ${change}
    from regraded where platform_day.day = regraded.day`.execute(trx)
}
