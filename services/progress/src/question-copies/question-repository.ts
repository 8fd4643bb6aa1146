import type { PlaceMessage, QuestionMessage, QuestionSnapshot, ReplayPlace } from '@rehearse/contracts'
import { type Selectable, sql } from 'kysely'
import type { AnswerKey } from '../learner/grading.ts'
import type { Db, ProgressTables } from '../tables.ts'

export interface KeyRequest {
  questionId: string
  /** The version that was shown; the newest one if the client sends none. */
  version: number | undefined
}

/** A question with the data needed to answer it. */
export interface QuestionForAnswer {
  key: AnswerKey
}

/**
 * The requested answer keys, hidden ones included, in the same order; undefined if a key is missing or hasn't arrived
 * yet.
 */
export async function findAnswerKeys(
  db: Db,
  requests: readonly KeyRequest[],
): Promise<(AnswerKey | undefined)[]> {
  const questions = await findQuestionsForAnswers(db, requests, { evenHidden: true })
  return questions.map((question) => question?.key)
}

/**
 * The requested questions, in the same order; undefined if the key is missing or learners could never see that
 * version. Without a version it is the newest one that they could see.
 */
export async function findQuestionsForAnswers(
  db: Db,
  requests: readonly KeyRequest[],
  { evenHidden = false } = {},
): Promise<(QuestionForAnswer | undefined)[]> {
  if (requests.length === 0) return []
  const { rows } = await sql<KeyRow & { asked: number }>`
    select asked.position as asked, found.*, (
      select json_agg(json_build_object('pathId', path_id, 'stepId', step_id))
      from path_step_question step where step.question_id = asked.question_id) as steps
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
  const found = new Map(rows.map((row) => [row.asked, { key: toAnswerKey(row) }]))
  return requests.map((_, index) => found.get(index + 1))
}

/**
 * Stores question versions. A version never changes, so a known one is left unchanged, except that its category id,
 * its visibility and its digest may arrive with a later message.
 */
export async function storeAnswerKeys(db: Db, snapshots: readonly QuestionSnapshot[]): Promise<void> {
  // A batch may contain a message twice, but a statement may touch a row only once.
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
        answer: snapshot.answer === undefined ? null : JSON.stringify(snapshot.answer),
        explanation: snapshot.explanation,
        category: snapshot.category,
        category_id: snapshot.categoryId ?? null,
        learning_path: snapshot.learningPath,
        section_id: snapshot.sectionId,
        was_visible: snapshot.isActive && snapshot.approved,
        content_digest: snapshot.contentDigest ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['question_id', 'version'])
        .doUpdateSet({
          category_id: sql`coalesce(answer_key.category_id, excluded.category_id)`,
          was_visible: sql`coalesce(answer_key.was_visible, excluded.was_visible)`,
          content_digest: sql`coalesce(answer_key.content_digest, excluded.content_digest)`,
        })
        .where(
          sql<boolean>`(answer_key.category_id is null and excluded.category_id is not null)
            or (answer_key.content_digest is null and excluded.content_digest is not null)
            or answer_key.was_visible is null`,
        ),
    )
    .execute()
  const ids = [...distinct.values()].map(({ questionId }) => questionId)
  await sql`
    insert into item_revised (question_id)
    select question_id from item_statistics where question_id = any(${ids}::uuid[])`.execute(db)
}

type KeyRow = Selectable<ProgressTables['answer_key']> & {
  current_category: string | null
  steps: AnswerKey['steps'] | null
}

function toAnswerKey(row: KeyRow): AnswerKey {
  return {
    questionId: row.question_id,
    version: row.version,
    title: row.title,
    type: row.type,
    difficulty: row.difficulty,
    options: row.options,
    answer: row.answer,
    explanation: row.explanation,
    category: row.current_category ?? row.category,
    learningPath: row.learning_path,
    sectionId: row.section_id,
    steps: row.steps ?? [],
  }
}

/**
 * The newest version that learners could see, for use as `cross join lateral`: the content to show with a learner's
 * record of the question. A version of unknown visibility counts, since the learner has seen it.
 */
export const newestVisibleVersion = (questionId: string) => sql`(
  select title, category, difficulty from answer_key
  where answer_key.question_id = ${sql.ref(questionId)} and was_visible is not false
  order by version desc limit 1)`

/** Stores the taxonomy node of each question by its newest version; versions may arrive in any order. */
export async function storeBankQuestions(db: Db, messages: readonly QuestionMessage[]): Promise<void> {
  const newest = new Map<string, QuestionMessage>()
  for (const message of messages) {
    const known = newest.get(message.data.questionId)
    if (known === undefined || known.data.version < message.data.version) {
      newest.set(message.data.questionId, message)
    }
  }
  if (newest.size === 0) return
  // Sorted, so that two replicas never deadlock.
  const rows = [...newest.values()]
    .map(toRow)
    .sort((one, other) => (one.question_id < other.question_id ? -1 : 1))
  await sql`
    insert into bank_question (question_id, version, category_id, learning_path, section_id, is_open)
    select question_id, version, category_id, learning_path, section_id, is_open
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      question_id uuid, version int, category_id text, learning_path text, section_id text, is_open boolean
    )
    on conflict (question_id) do update set
      version = excluded.version, category_id = excluded.category_id, learning_path = excluded.learning_path,
      section_id = excluded.section_id, is_open = excluded.is_open
    where bank_question.version < excluded.version`.execute(db)
}

function toRow({ type, data }: QuestionMessage) {
  const { questionId: question_id, version } = data
  // A deleted question has no taxonomy node; restoring it adds the node again.
  if (type === 'QuestionDeleted') {
    return { question_id, version, category_id: null, learning_path: null, section_id: null, is_open: false }
  }
  return {
    question_id,
    version,
    category_id: data.categoryId ?? null,
    learning_path: data.learningPath,
    section_id: data.sectionId,
    is_open: data.isActive && data.approved,
  }
}

/**
 * Stores the names of categories. A removed category keeps its last name, since old question versions still belong to
 * it.
 */
export async function storeCategories(db: Db, messages: readonly PlaceMessage[]): Promise<void> {
  for (const { type, data } of messages) {
    if (data.kind !== 'category' || type === 'PlaceRemoved') continue
    await sql`
      insert into category (id, name, revision) values (${data.id}, ${data.name}, ${data.revision})
      on conflict (id) do update set name = excluded.name, revision = excluded.revision
      where category.revision < excluded.revision`.execute(db)
  }
}

interface ReplayState {
  /** The last key of the previous page; null at the beginning. */
  after: ReplayPlace | null
  finished: boolean
}

/** The progress of a generation's replay; starts the replay if needed. */
export async function readReplay(db: Db, generation: number): Promise<ReplayState> {
  await sql`insert into bank_replay (generation) values (${generation}) on conflict do nothing`.execute(db)
  const { rows } = await sql<ReplayState>`
    select after, finished_at is not null as finished from bank_replay where generation = ${generation}`.execute(
    db,
  )
  return rows[0] ?? { after: null, finished: false }
}

/** Stores where a page ended, or that it was the last page. */
export async function advanceReplay(db: Db, generation: number, next: ReplayPlace | null): Promise<void> {
  await sql`
    update bank_replay
    set after = ${next && JSON.stringify(next)}::jsonb, finished_at = case when ${next === null} then now() end
    where generation = ${generation}`.execute(db)
}

/** Milliseconds until a new version, or a new category name, takes effect in every replica. */
const timeToLive = 1_000
/** Milliseconds after which the cache is read again while it is in use, so that no answer has to wait for that. */
const refreshAfter = 500
const questionsMax = 5_000

/** Recently answered questions, so that popular ones aren't read for every answer. All entries expire together. */
export class QuestionCache {
  #entries = new Map<string, { request: KeyRequest; question: QuestionForAnswer }>()
  #readAt = Number.NEGATIVE_INFINITY
  /** Requested since the last read. */
  #wanted = new Map<string, KeyRequest>()
  #isRefreshing = false

  /** The cached question; undefined if it must be read. */
  get(request: KeyRequest): QuestionForAnswer | undefined {
    if (this.#isExpired) return undefined
    const name = nameOf(request)
    const entry = this.#entries.get(name)
    if (entry !== undefined) this.#wanted.set(name, entry.request)
    return entry?.question
  }

  /** The requests to add to the next read: none, or, after the entries have expired, those requested before that. */
  expired(): KeyRequest[] {
    return this.#isExpired ? this.#restart(performance.now()) : []
  }

  /** Reads what was requested since the last read, if it is time for it. */
  async refresh(read: (requests: KeyRequest[]) => Promise<(QuestionForAnswer | undefined)[]>): Promise<void> {
    const now = performance.now()
    if (this.#isRefreshing || this.#isExpired || now < this.#readAt + refreshAfter) return
    this.#isRefreshing = true
    try {
      const requests = [...this.#wanted.values()]
      const questions = await read(requests)
      this.#restart(now)
      for (const [index, request] of requests.entries()) this.set(request, questions[index])
    } finally {
      this.#isRefreshing = false
    }
  }

  set(request: KeyRequest, question: QuestionForAnswer | undefined): void {
    if (question === undefined || this.#entries.size >= questionsMax) return
    this.#entries.set(nameOf(request), { request, question })
  }

  get #isExpired(): boolean {
    return performance.now() >= this.#readAt + timeToLive
  }

  /** @returns what was requested until now */
  #restart(readAt: number): KeyRequest[] {
    const wanted = [...this.#wanted.values()]
    this.#entries = new Map()
    this.#wanted = new Map()
    this.#readAt = readAt
    return wanted
  }
}

const nameOf = ({ questionId, version }: KeyRequest): string => `${questionId} ${version ?? ''}`
