import { type AnswerRegradedData, type LessonReadData, PATH_PROGRESS_PER_SECTION } from '@rehearse/contracts'
import type { Projection, RecordedEvent } from '@rehearse/event-store'
import { sql } from 'kysely'
import {
  type AnswerEvent,
  isAnswer,
  isSectionCompleted,
  ofType,
  type ResetEvent,
  regradesOf,
  type SectionEvent,
} from '../learner/events.ts'
import { regradeOf } from '../learner/state.ts'
import type { ProgressTables, Trx } from '../tables.ts'
import { runsBetweenResets, sumBy, upsert } from './batches.ts'

/** The number of sections in a complete path. */
const sectionsOfAPath = 100 / PATH_PROGRESS_PER_SECTION

/** Each learner's progress in each learning path, and the lessons that they have read. */
export const pathsProjection: Projection<ProgressTables> = {
  name: 'paths',
  tables: ['learner_path', 'learner_lesson'],
  apply: async (trx, events) => {
    for (const run of runsBetweenResets(events)) {
      await addAnswers(trx, run.events.filter(isOnPath))
      for (const regraded of regradesOf(run.events)) await correct(trx, regraded)
      for (const event of run.events) {
        if (isSectionCompleted(event)) await addSection(trx, event)
        if (ofType(event, 'LessonRead')) await addLesson(trx, event.data)
      }
      if (run.reset !== null) await forget(trx, run.reset)
    }
  },
}

async function addAnswers(trx: Trx, answers: readonly AnswerEvent[]): Promise<void> {
  if (answers.length === 0) return
  const rows = sumBy(answers, ({ data }) => [data.learnerId, data.learningPath ?? ''])
  // Of answers at the same instant the first one determines the section, here and in the rule below.
  const newest = rows.map((row) => row.events.reduce((a, b) => (instantOf(b) > instantOf(a) ? b : a)))
  const oldest = rows.map((row) => Math.min(...row.events.map(instantOf)))
  await upsert(trx, 'learner_path', {
    learner_id: ['text', rows.map((row) => row.key[0]), 'key'],
    path_id: ['text', rows.map((row) => row.key[1]), 'key'],
    answered: ['int', rows.map((row) => row.answered), 'sum'],
    correct: ['int', rows.map((row) => row.correct), 'sum'],
    time_spent: ['float8', rows.map((row) => row.timeSpent), 'sum'],
    completed_sections: ['text[]', rows.map(() => '{}'), sql`stored.completed_sections`],
    current_section: [
      'text',
      newest.map(({ data }) => data.sectionId),
      sql`case when given.last_at > stored.last_at then given.current_section else stored.current_section end`,
    ],
    first_at: ['timestamptz', oldest.map((at) => new Date(at).toISOString()), 'least'],
    last_at: ['timestamptz', rows.map((row) => row.lastAt), 'greatest'],
  })
}

async function correct(trx: Trx, regraded: AnswerRegradedData): Promise<void> {
  if (!regraded.counts.path) return
  await sql`
    update learner_path set correct = correct + ${regradeOf(regraded).correct}
    where learner_id = ${regraded.learnerId} and path_id = ${regraded.learningPath}`.execute(trx)
}

/** Sections are completed rarely, so one at a time is fast enough. */
async function addSection(trx: Trx, { data }: SectionEvent): Promise<void> {
  const { learnerId, pathId, sectionId, completedAt } = data
  if (pathId === null) return
  await sql`
    insert into learner_path (learner_id, path_id, answered, correct, time_spent, completed_sections,
      current_section, first_at, last_at)
    values (${learnerId}, ${pathId}, 0, 0, 0, array[${sectionId}::text], ${sectionId}, ${completedAt}, ${completedAt})
    on conflict (learner_id, path_id) do update set
      completed_sections = array_append(learner_path.completed_sections, ${sectionId}::text),
      completed_at = case when cardinality(learner_path.completed_sections) + 1 >= ${sectionsOfAPath}
        then coalesce(learner_path.completed_at, excluded.last_at) end,
      current_section = case when excluded.last_at >= learner_path.last_at
        then excluded.current_section else learner_path.current_section end,
      first_at = least(learner_path.first_at, excluded.first_at),
      last_at = greatest(learner_path.last_at, excluded.last_at)
    where ${sectionId} <> all (learner_path.completed_sections)`.execute(trx)
}

async function addLesson(
  trx: Trx,
  { learnerId, pathId, stepId, seconds, at }: LessonReadData,
): Promise<void> {
  await sql`
    insert into learner_lesson (learner_id, path_id, step_id, read_at, seconds)
    values (${learnerId}, ${pathId}, ${stepId}, ${at}, ${seconds})
    on conflict do nothing`.execute(trx)
}

async function forget(trx: Trx, { data }: ResetEvent): Promise<void> {
  if (data.scope !== 'path' && data.scope !== 'all') return
  for (const table of pathsProjection.tables) {
    await sql`
      delete from ${sql.table(table)}
      where learner_id = ${data.learnerId} and (${data.scope} = 'all' or path_id = ${data.id})`.execute(trx)
  }
}

const isOnPath = (event: RecordedEvent): event is AnswerEvent =>
  isAnswer(event) && event.data.learningPath !== null

const instantOf = (event: AnswerEvent) => Date.parse(event.data.answeredAt)
