import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createVault, type StreamSeal } from '@rehearse/event-store'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { generatedQuestion } from './generated-questions.ts'
import type { World } from './world.ts'

/** The number of concurrent learners, and of questions that each answers per session. */
const [atOnce, session] = [50, 10]
const defaultQuestions = 2_000
const firstDay = Date.UTC(2026, 0, 1)
/** The time span (ms) of a log's events. */
const span = 300 * 86_400_000
const rowsPerChunk = 500

/** The relay and every read model that follows the log: they continue after the events of a filled log. */
const readersOfTheLog = [
  'relay',
  'figures',
  'questions',
  'answers',
  'paths',
  'certificates',
  'challenges',
  'plans',
  'regrades',
  'reviews',
  'statistics',
  'plan-funnel',
]

export interface FillLog {
  /** The target size of the log, in events. */
  size: number
  /** The service's PERSONAL_DATA_SECRET. */
  secret: string
  /** The number of new learners; by default one per 1,000 answers. */
  learners?: number
  /** The number of distinct questions. */
  questions?: number
  say?: (done: number) => void
}

/**
 * Fills the log to a size: answers as the service records them, encrypted with their learners' keys, interleaved like
 * those of real learners. Uses COPY and restores unique indexes at the end, so that ten million take minutes.
 * @returns the ids of the learners
 */
export async function fillLog(client: pg.Client, options: FillLog): Promise<string[]> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from event')
  const missing = options.size - (rows[0]?.count ?? 0)
  if (missing <= 0) return []
  const learners = newLearners(options.learners ?? Math.max(atOnce, Math.round(missing / 1_000)), options)
  await client.query('begin')
  const addUniqueness = await dropUniqueness(client)
  await copyIn(
    client,
    'stream_key (stream_id, wrapped_key)',
    learners.map(({ stream, wrappedKey }) => `${stream}\t\\\\x${wrappedKey.toString('hex')}\n`),
  )
  await copyIn(
    client,
    'event (stream_id, stream_version, event_id, type, schema_version, data, personal, metadata, recorded_at)',
    answers(learners, missing, options),
  )
  for (const statement of addUniqueness) await client.query(statement)
  await client.query(
    `insert into checkpoint (name, position)
     select unnest($1::text[]), (select max(global_position) from event)
     on conflict (name) do update set position = excluded.position`,
    [readersOfTheLog],
  )
  await client.query('commit')
  await client.query('vacuum analyze event')
  await client.query('checkpoint')
  return learners.map(({ id }) => id)
}

interface Learner {
  id: string
  stream: string
  wrappedKey: Buffer
  seal: StreamSeal
  version: number
}

function newLearners(count: number, { secret }: FillLog): Learner[] {
  const vault = createVault({ secret })
  return Array.from({ length: count }, () => {
    const id = randomUUID()
    const stream = `learner-${id}`
    const wrappedKey = vault.newKey(stream)
    return { id, stream, wrappedKey, seal: vault.unwrap(stream, wrappedKey), version: 0 }
  })
}

/** Drops all unique indexes but the primary key, which costs little in a log that grows at its end. */
async function dropUniqueness(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'event'::regclass and contype = 'u'`)
  for (const { name } of rows) await client.query(`alter table event drop constraint ${name}`)
  return rows.map(({ name, definition }) => `alter table event add constraint ${name} ${definition}`)
}

async function copyIn(client: pg.Client, into: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(lines), client.query(copyFrom(`copy ${into} from stdin`)))
}

function* answers(
  learners: readonly Learner[],
  count: number,
  { questions: questionCount = defaultQuestions, say = () => {} }: FillLog,
): Generator<string> {
  const questions = Array.from({ length: questionCount }, () => randomUUID())
  const together = Math.min(atOnce, learners.length)
  const metadata = JSON.stringify({ correlationId: randomUUID(), causationId: null })
  let chunk: string[] = []
  for (let number = 0; number < count; number += 1) {
    const round = Math.floor(number / (together * session))
    const learner = learners[(round * 7_919 + (number % together)) % learners.length] as Learner
    learner.version += 1
    const at = new Date(firstDay + Math.floor((number / count) * span)).toISOString()
    const eventId = randomUUID()
    const clear = clearPart(learner, questions[(number * 31) % questionCount] ?? '', eventId, number)
    const sealed = learner.seal.close(eventId, personalPart(at)).toString('hex')
    const { stream, version } = learner
    chunk.push(
      `${stream}\t${version}\t${eventId}\tAnswerSubmitted\t1\t${clear}\t\\\\x${sealed}\t${metadata}\t${at}\n`,
    )
    if (chunk.length < rowsPerChunk) continue
    yield chunk.join('')
    chunk = []
    say(number)
  }
  yield chunk.join('')
}

/** Contains nothing that COPY would need escaped. */
const clearPart = (learner: Learner, questionId: string, answerId: string, number: number): string =>
  JSON.stringify({
    answerId,
    learnerId: learner.id,
    questionId,
    questionVersion: 1,
    questionTitle: 'Four timers, one variable',
    selectedOptionIds: ['a'],
    isCorrect: number % 3 > 0,
    graded: 'server',
    timeSpent: 12,
    attempt: 1 + (number % 2),
    difficulty: 'intermediate',
    category: `Category ${number % 12}`,
    learningPath: 'javascript-deep-dive',
    section: `Section ${number % 12}`,
    sectionId: 'closures',
  })

const personalPart = (at: string) => ({
  learningMode: 'free-style',
  planId: null,
  sessionId: null,
  timeZone: 'Europe/Berlin',
  answeredAt: at,
  receivedAt: at,
})

const importSize = 10_000

/**
 * Imports generated questions until the bank has `size`, and waits until the database has analyzed them.
 * @returns milliseconds of each import of 10,000
 */
export async function fillBank(world: World, size: number, say: (line: string) => void): Promise<number[]> {
  const { rows } = await world.sql.query('select count(*)::int as count from question')
  const taken: number[] = []
  for (let from: number = rows[0].count; from < size; from += importSize) {
    say(`importing, ${from.toLocaleString('en')} of ${size.toLocaleString('en')} questions imported`)
    const questions = Array.from({ length: importSize }, (_, index) => generatedQuestion(from + index))
    const begun = performance.now()
    const { data } = await world.write<{ data: { success: number } }>('/api/questions/unified', {
      isBulkImport: true,
      questions,
    })
    taken.push(performance.now() - begun)
    if (data.success !== importSize) throw new Error(`only ${data.success} of ${importSize} were imported`)
  }
  say('waiting for the word list')
  await until(async () => {
    const { rows } = await world.sql.query('select exists (select from search_word_change) as more')
    return !rows[0].more
  })
  say('analyzing')
  await world.sql.query('vacuum analyze')
  return taken
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 100))
}

/** Stores questions in the progress service, as if published by the bank; the first option is correct. */
export async function storeQuestions(client: pg.Client, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: '', isCorrect: id === 'a' }))
  await client.query(
    `insert into answer_key (question_id, version, title, type, difficulty, options, explanation, category, was_visible)
     select id, 1, 'Four timers, one variable', 'multiple-choice', 'intermediate', $2, '', 'JavaScript', true
     from unnest($1::uuid[]) as id`,
    [ids, JSON.stringify(options)],
  )
  await client.query(
    `insert into bank_question (question_id, version, is_open) select id, 1, true from unnest($1::uuid[]) as id`,
    [ids],
  )
  return ids
}
