import { randomUUID } from 'node:crypto'
import type { ContentStatus, ImportResult, OnDuplicate, QuestionFormat } from '@rehearse/contracts'
import { DomainError, TAGS_MAX } from '@rehearse/contracts'
import { principalOf, withIdempotency } from '@rehearse/service-kit'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Db } from '../tables.ts'
import { dryRunImport, importQuestions } from './import-questions.ts'
import type { ReadRows } from './read-rows.ts'
import type { ReadSource } from './reading-threads.ts'
import { beginProgress, endProgress, type ImportInfo, type Stage, writeProgress } from './repository.ts'

/** The options that both kinds of import share. */
interface RequestedImport {
  format: QuestionFormat
  /** The source of the questions, if the admin specified one. */
  source: string
  dryRun: boolean
  onDuplicate: OnDuplicate
  batchId?: string | undefined
  status?: ContentStatus | undefined
  category?: string | undefined
  learningPath?: string | undefined
  step?: string | undefined
  tags?: string[] | undefined
  read(onRead: (done: number) => void): Promise<ReadSource>
}

/** Runs requested imports one after another. */
export function createImportRunner(db: Db) {
  const exclusively = mutex()

  return async (request: FastifyRequest, wanted: RequestedImport) => {
    const actor = principalOf(request).id
    const { format, source, dryRun, onDuplicate, status, category, learningPath, step, tags } = wanted
    if (step !== undefined && learningPath === undefined) throw stepWithoutPath()
    const targets = { status, category, learningPath, step, tags }
    const batchId = wanted.batchId ?? randomUUID()
    const header = request.headers['idempotency-key']
    const key = typeof header === 'string' ? header : wanted.batchId
    return trackImport(db, { batchId, source, format, actor, dryRun }, request.log, async (progress) => {
      const parsedSource = await wanted.read(progress.reading)
      const read = { ...parsedSource, ...withTargets(parsedSource, targets) }
      const total = read.rows.length
      const onStored = (done: number) => progress.storing(done, total)
      const given = {
        ...{ batchId, read, format, source, actor, onDuplicate, status, onStored },
        ...(step !== undefined && learningPath !== undefined && { step: { path: learningPath, step } }),
      }
      progress.waiting(total)
      if (dryRun) return parsed(await exclusively(() => dryRunImport(db, given)))
      return exclusively(() =>
        withIdempotency(
          db,
          { actor, key, request: ['import', onDuplicate, read.digest, targets] },
          async (trx) => imported(await importQuestions(trx, given)),
        ),
      )
    })
  }
}

const stepWithoutPath = () =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_request',
    message: 'Invalid request: learningPath is required with a step',
    details: [{ path: 'learningPath', message: 'is required with a step' }],
  })

/** The rows at their targets; a row that would have too many tags is an error. */
function withTargets(
  { rows, errors }: ReadRows,
  { category, learningPath, tags = [] }: Pick<RequestedImport, 'category' | 'learningPath' | 'tags'>,
): Pick<ReadRows, 'rows' | 'errors'> {
  const moved = rows.map((one) => ({
    ...one,
    row: {
      ...one.row,
      ...(category !== undefined && { category }),
      ...(learningPath !== undefined && { learningPath }),
      tags: [...new Set([...one.row.tags, ...tags])],
    },
  }))
  const isOver = ({ row }: (typeof moved)[number]) => row.tags.length > TAGS_MAX
  const over = moved.filter(isOver).map(({ index, line, row: { title } }) => ({
    index,
    ...(line !== undefined && { line }),
    title,
    error: `Question ${index + 1}: A question has at most ${TAGS_MAX} tags`,
  }))
  return { rows: moved.filter((one) => !isOver(one)), errors: [...errors, ...over] }
}

const imported = (data: ImportResult) => {
  const { success, failed, skipped, errors } = data
  const message =
    success + skipped === 0 && failed > 0
      ? `Failed to import questions: ${joined(errors)}`
      : `${success} questions added successfully! ${failed} failed.`
  return { success: true as const, data, message }
}

const formatNames: Readonly<Record<QuestionFormat, string>> = {
  json: 'JSON',
  markdown: 'Markdown',
  gift: 'GIFT',
  aiken: 'Aiken',
  'moodle-xml': 'Moodle XML',
}

/** A dry run stores no taxonomy node, so names come from the parsed source. */
const parsed = (data: ImportResult) => {
  const { success, failed, skipped, errors, format } = data
  const name = formatNames[format]
  const message =
    success + skipped === 0 && failed > 0
      ? `${name} parsing errors: ${joined(errors)}`
      : `Successfully parsed ${success + skipped} questions from ${name}!`
  return { success: true as const, data, message }
}

const joined = (errors: ImportResult['errors']) => errors.map(({ error }) => error).join(', ')

/** Reports an import's progress. Calls are cheap: only the latest state is written, every half second. */
interface ImportProgress {
  reading(done: number): void
  waiting(total: number): void
  storing(done: number, total: number): void
}

/** Milliseconds between writes of the progress, and between heartbeats. */
const FLUSH = 500
const BEAT = 10_000

/**
 * Runs an import whose progress all admins can see. It never waits for progress writes: the import holds one
 * connection, and would otherwise wait for a second one while other imports hold the rest.
 */
async function trackImport<Result>(
  db: Db,
  info: ImportInfo,
  log: FastifyBaseLogger,
  run: (progress: ImportProgress) => Promise<Result>,
): Promise<Result> {
  const isOurs = await beginProgress(db, info)
  let stage: Stage = { stage: 'reading', total: null, done: 0 }
  let written = stage
  let writtenAt = performance.now()
  let writing = Promise.resolve()
  const write = (next: Stage) => {
    written = next
    writtenAt = performance.now()
    writing = writing
      .then(() => writeProgress(db, info.batchId, next))
      .catch((error: unknown) => log.warn({ err: error }, 'could not write the progress of an import'))
  }
  const timer = setInterval(() => {
    if (isOurs && (stage !== written || performance.now() - writtenAt > BEAT)) write(stage)
  }, FLUSH)
  timer.unref()
  try {
    const result = await run({
      reading: (done) => {
        stage = { stage: 'reading', total: null, done }
      },
      waiting: (total) => {
        stage = { stage: 'waiting', total, done: 0 }
      },
      storing: (done, total) => {
        stage = { stage: 'storing', total, done }
      },
    })
    clearInterval(timer)
    await writing
    if (isOurs) await endProgress(db, info.batchId)
    return result
  } catch (error) {
    clearInterval(timer)
    const reason = error instanceof DomainError ? error.message : 'The import failed; nothing was stored'
    if (isOurs && !info.dryRun) write({ ...stage, stage: 'failed', error: reason })
    await writing
    if (isOurs && info.dryRun) await endProgress(db, info.batchId)
    throw error
  }
}

/**
 * Queues work without holding a connection. A database lock serializes imports among replicas, but ten imports
 * waiting for it would hold all connections of this process, so that no other request could read a question.
 */
function mutex(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }
}
