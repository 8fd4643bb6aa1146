import type { QuestionSnapshot } from '@rehearse/contracts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { ProgressTables } from '../db/tables.ts'
import type { AnswerKey } from '../domain/answer-key.ts'

export interface KeyRequest {
  questionId: string
  /** The version that was shown; the newest where the client doesn't say. */
  version: number | undefined
}

/** A question as a learner answers it. */
export interface AskedQuestion {
  key: AnswerKey
  /** It stands in a section of a learning path now, which an answer may complete. */
  isInSection: boolean
}

/** The answer keys asked for, in the same order; undefined where we have none (yet). */
export async function findAnswerKeys(
  db: Kysely<ProgressTables>,
  requests: readonly KeyRequest[],
): Promise<(AnswerKey | undefined)[]> {
  return (await findAskedQuestions(db, requests)).map((question) => question?.key)
}

/** The questions asked for, in the same order; undefined where we have no key (yet). */
export async function findAskedQuestions(
  db: Kysely<ProgressTables>,
  requests: readonly KeyRequest[],
): Promise<(AskedQuestion | undefined)[]> {
  const { rows } = await sql<KeyRow & { asked: number; isInSection: boolean }>`
    select asked.position as asked, found.*, exists (
      select from bank_question place
      where place.question_id = asked.question_id and place.is_open
        and place.learning_path is not null and place.section_id is not null) as "isInSection"
    from unnest(
      ${requests.map((request) => request.questionId)}::uuid[],
      ${requests.map((request) => request.version ?? null)}::int[]
    ) with ordinality as asked(question_id, version, position)
    cross join lateral (
      select answer_key.*, category.name as current_category
      from answer_key left join category on category.id = answer_key.category_id
      where answer_key.question_id = asked.question_id
        and (asked.version is null or answer_key.version = asked.version)
      order by answer_key.version desc
      limit 1
    ) as found`.execute(db)
  const found = new Map(
    rows.map((row) => [row.asked, { key: toAnswerKey(row), isInSection: row.isInSection }]),
  )
  return requests.map((_, index) => found.get(index + 1))
}

/**
 * Keeps question versions. A version never changes, so one that is known already stays; only which category that was is
 * told by later messages alone.
 */
export async function storeAnswerKeys(
  db: Kysely<ProgressTables>,
  snapshots: readonly QuestionSnapshot[],
): Promise<void> {
  // One message may be delivered twice in a batch, and a statement touches a row once.
  const distinct = new Map(
    snapshots.map((snapshot) => [`${snapshot.questionId} ${snapshot.version}`, snapshot]),
  )
  if (distinct.size === 0) return
  await db
    .insertInto('answer_key')
    .values(
      [...distinct.values()].map((snapshot) => ({
        question_id: snapshot.questionId,
        version: snapshot.version,
        title: snapshot.title,
        type: snapshot.type,
        difficulty: snapshot.difficulty,
        options: JSON.stringify(
          snapshot.options.map(({ id, isCorrect, feedback }) => ({ id, isCorrect, feedback })),
        ),
        explanation: snapshot.explanation,
        category: snapshot.category,
        category_id: snapshot.categoryId ?? null,
        learning_path: snapshot.learningPath,
        section_id: snapshot.sectionId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['question_id', 'version'])
        .doUpdateSet(({ ref }) => ({ category_id: ref('excluded.category_id') }))
        .where('answer_key.category_id', 'is', null)
        .where('excluded.category_id', 'is not', null),
    )
    .execute()
}

type KeyRow = Selectable<ProgressTables['answer_key']> & { current_category: string | null }

function toAnswerKey(row: KeyRow): AnswerKey {
  return {
    questionId: row.question_id,
    version: row.version,
    title: row.title,
    type: row.type,
    difficulty: row.difficulty,
    options: row.options,
    explanation: row.explanation,
    category: row.current_category ?? row.category,
    learningPath: row.learning_path,
    sectionId: row.section_id,
  }
}
