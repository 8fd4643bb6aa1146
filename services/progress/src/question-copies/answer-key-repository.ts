import type { QuestionSnapshot } from '@rehearse/contracts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { AnswerKey } from '../learner/answer-key.ts'
import type { ProgressTables } from '../tables.ts'

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

/** The answer keys asked for, hidden ones included, in the same order; undefined where we have none (yet). */
export async function findAnswerKeys(
  db: Kysely<ProgressTables>,
  requests: readonly KeyRequest[],
): Promise<(AnswerKey | undefined)[]> {
  const questions = await findAskedQuestions(db, requests, { evenHidden: true })
  return questions.map((question) => question?.key)
}

/**
 * The questions asked for, in the same order; undefined where we have no key (yet), and where learners could never see
 * that version. Without a version it is the newest that they could see.
 */
export async function findAskedQuestions(
  db: Kysely<ProgressTables>,
  requests: readonly KeyRequest[],
  { evenHidden = false } = {},
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
        and (answer_key.was_visible or ${evenHidden})
      order by answer_key.version desc
      limit 1
    ) as found`.execute(db)
  const found = new Map(
    rows.map((row) => [row.asked, { key: toAnswerKey(row), isInSection: row.isInSection }]),
  )
  return requests.map((_, index) => found.get(index + 1))
}

/**
 * Keeps question versions. A version never changes, so one that is known already stays; only which category that was,
 * and whether learners could see it, is told by later messages alone.
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
        was_visible: snapshot.isActive && snapshot.approved,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['question_id', 'version'])
        .doUpdateSet({
          category_id: sql`coalesce(answer_key.category_id, excluded.category_id)`,
          was_visible: sql`coalesce(answer_key.was_visible, excluded.was_visible)`,
        })
        .where(
          sql<boolean>`(answer_key.category_id is null and excluded.category_id is not null)
            or answer_key.was_visible is null`,
        ),
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

/**
 * The newest version that learners could see, to be used as `cross join lateral`: what is shown of a question beside
 * what a learner has made of it. One of which we don't know that yet counts, for the learner has met it.
 */
export const newestVisibleVersion = (questionId: string) => sql`(
  select title, category, difficulty from answer_key
  where answer_key.question_id = ${sql.ref(questionId)} and was_visible is not false
  order by version desc limit 1)`
