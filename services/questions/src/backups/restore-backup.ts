import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { BackedUpQuestion, BackupFile, RestoreResult } from '@rehearse/contracts'
import { issueText, isTyped, type QuestionRow, questionRow, statusErrors } from '@rehearse/contracts'
import { hashedUuid } from '@rehearse/service-kit'
import { lockImports } from '../imports/repository.ts'
import { ensureNodes, type KnownNodes } from '../nodes/known-nodes.ts'
import { editorialAfter, newQuestion, toContent } from '../questions/new-question.ts'
import { normalizeOptions } from '../questions/normalize-options.ts'
import {
  type QuestionKey,
  type StoredQuestion,
  type StoredVersion,
  toVersion,
} from '../questions/question.ts'
import { lockQuestions } from '../questions/question-repository.ts'
import { type QuestionChange, recordChanges } from '../questions/record-changes.ts'
import { newestVersions } from '../questions/version-repository.ts'
import type { Trx } from '../tables.ts'
import { inBatches, textLength } from '../text.ts'

const chunkSize = { count: 250, characters: 128 * 1024 }

/**
 * Restores the backed-up questions, as new versions; questions created since stay. The caller rolls the transaction
 * back in a dry run.
 */
export async function restoreBackup(
  trx: Trx,
  { section, questions }: BackupFile,
  { actor, dryRun }: { actor: string; dryRun: boolean },
): Promise<RestoreResult> {
  await lockImports(trx)
  const counts = { created: 0, updated: 0, undeleted: 0, unchanged: 0, failed: 0 }
  const result: RestoreResult = { section, dryRun, ...counts, changes: [] }
  const byId = new Map(questions.map((question) => [idInBank(question), question]))
  const sorted = [...byId].sort(([one], [two]) => (one < two ? -1 : 1))
  for (const some of inBatches(sorted, { ...chunkSize, lengthOf: ([, backup]) => textLength(backup) })) {
    await restoreSome(trx, some, { actor, result })
    await setImmediate()
  }
  return result
}

async function restoreSome(
  trx: Trx,
  backups: readonly (readonly [id: string, backup: BackedUpQuestion])[],
  { actor, result }: { actor: string; result: RestoreResult },
): Promise<void> {
  const at = new Date()
  const ids = backups.map(([id]) => id)
  const current = await lockQuestions(trx, ids)
  const versions = await newestVersions(trx, ids)
  const read = backups.map(([id, backup]) => {
    const now = current.get(id)
    return { id, backup, now, content: restoredContent(backup, now) }
  })
  const nodes = await ensureNodes(
    trx,
    read.flatMap(({ content }) => ('row' in content ? [content.row] : [])),
  )
  const changes: QuestionChange[] = []
  for (const { id, backup, now, content } of read) {
    if ('error' in content) {
      result.failed++
      result.changes.push({
        id: backup.id,
        title: backup.title,
        action: 'failed',
        fields: [],
        error: content.error,
      })
      continue
    }
    const version = (versions.get(id) ?? 0) + 1
    const change = changeOf({ id, backup, now, content, nodes, actor, at, version })
    if (change === undefined) {
      result.unchanged++
      continue
    }
    changes.push(change.change)
    result[change.action]++
    result.changes.push({ id, title: backup.title, action: change.action, fields: change.fields })
  }
  await recordChanges(trx, changes, { actor, at })
}

function changeOf(given: {
  id: string
  backup: BackedUpQuestion
  now: StoredQuestion | undefined
  content: Extract<ReturnType<typeof restoredContent>, { row: unknown }>
  nodes: KnownNodes
  actor: string
  at: Date
  version: number
}) {
  const { id, backup, now, nodes, actor, at, version } = given
  const { row, key } = given.content
  const audio = {
    audioQuestion: backup.audioQuestion ?? now?.audioQuestion ?? null,
    audioAnswer: backup.audioAnswer ?? now?.audioAnswer ?? null,
  }
  if (now === undefined) {
    const question = { ...newQuestion({ id, input: row, key, nodes, actor, at }), ...audio, version }
    return { action: 'created' as const, fields: [], change: { action: 'created' as const, question } }
  }
  const editorial = editorialAfter(row, now.editorial, { actor, at })
  const restored = { ...now, ...toContent(row, key, nodes), ...audio, editorial }
  const fields = differingFields(toVersion(now), toVersion(restored))
  if (now.deletedAt === null && fields.length === 0) return undefined
  const question = { ...restored, version, updatedAt: at, deletedAt: null }
  return now.deletedAt === null
    ? { action: 'updated' as const, fields, change: { action: 'updated' as const, question } }
    : { action: 'undeleted' as const, fields, change: { action: 'restored' as const, question } }
}

const differingFields = (one: StoredVersion, other: StoredVersion): string[] =>
  (Object.keys(one) as (keyof StoredVersion)[]).filter(
    (field) => !isDeepStrictEqual(one[field], other[field]),
  )

type RestoredContent = { row: QuestionRow; key: QuestionKey } | { error: string }

/**
 * A backed-up question's fields, validated by the rules for every question. Fields missing in the backup keep their
 * current value.
 */
function restoredContent(backup: BackedUpQuestion, current: StoredQuestion | undefined): RestoredContent {
  const sectionId =
    backup.sectionId === undefined && current === undefined ? backup.section : backup.sectionId
  const definedFields = Object.entries({ ...backup, sectionId }).filter(([, value]) => value !== undefined)
  const { status, approved, publishAt, expiresAt, ...rest } = current
    ? toVersion(current)
    : ({} as StoredVersion)
  const statesStatus = backup.status !== undefined || backup.approved !== undefined
  const now = current && (statesStatus ? rest : { ...rest, status, approved, publishAt, expiresAt })
  const whole: Record<string, unknown> = { ...now, ...Object.fromEntries(definedFields) }
  // A backup from before there was such a key has none.
  if (backup.type !== undefined && !isTyped(backup.type)) delete whole.answer
  // Rows leave out empty taxonomy levels.
  const parsed = questionRow.safeParse(
    Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null)),
  )
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { error: `${issue?.path.join('.')}: ${issue && issueText(issue)}` }
  }
  const { fieldErrors: keyErrors, ...key } = normalizeOptions(parsed.data)
  const fieldErrors = [...keyErrors, ...statusErrors(parsed.data)]
  return fieldErrors[0] ? { error: fieldErrors[0].message } : { row: parsed.data, key }
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The question's id in the bank: the backup's own if it is a valid id, otherwise one derived from it, always the
 * same.
 */
const idInBank = ({ section, id }: BackedUpQuestion): string =>
  isUuid.test(id) ? id.toLowerCase() : hashedUuid(JSON.stringify([section, id]))
