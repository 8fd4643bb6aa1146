import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { DomainError, type ImportUndo } from '@rehearse/contracts'
import type { Editorial } from '../edits/content-status.rules.ts'
import { ensureNodes, type KnownNodes } from '../nodes/known-nodes.ts'
import { type StoredQuestion, type StoredVersion, toVersion } from '../questions/question.ts'
import { lockQuestions } from '../questions/question-repository.ts'
import { type QuestionChange, recordChanges } from '../questions/record-changes.ts'
import { readVersionContents } from '../questions/version-repository.ts'
import type { Trx } from '../tables.ts'
import { lockBatch, lockImports, markUndone, versionsOfBatch } from './repository.ts'
import { removeFromStep } from './target-step.ts'

type ImportedVersion = Awaited<ReturnType<typeof versionsOfBatch>>[number]

/** The number of questions per statement. */
const batchSize = 250

/**
 * Undoes an import: questions that it created are deleted, and those that it changed are restored. A question edited
 * since stays and is listed. When repeated, it returns the first result.
 * @throws {DomainError} not-found, `import_not_found`
 */
export async function undoImport(trx: Trx, batchId: string, actor: string): Promise<ImportUndo> {
  await lockImports(trx)
  const batch = await lockBatch(trx, batchId)
  if (batch === undefined) throw importNotFound()
  if (batch.undo !== null) return batch.undo
  const left = await versionsOfBatch(trx, batchId)
  const undo: ImportUndo = { batchId, removed: 0, reverted: 0, kept: [] }
  const at = new Date()
  for (let start = 0; start < left.length; start += batchSize) {
    await undoSome(trx, left.slice(start, start + batchSize), { undo, actor, at })
    await setImmediate()
  }
  const kept = new Set(undo.kept.map(({ id }) => id))
  if (batch.step) await removeFromStep(trx, batch.step, { kept, actor })
  await markUndone(trx, batchId, undo, actor, at)
  return undo
}

async function undoSome(
  trx: Trx,
  left: readonly ImportedVersion[],
  { undo, actor, at }: { undo: ImportUndo; actor: string; at: Date },
): Promise<void> {
  const ids = left.map((one) => one.question_id)
  const current = await lockQuestions(trx, ids)
  const importedContents = await readVersionContents(trx, left)
  const before = await readVersionContents(
    trx,
    left.filter((one) => one.action !== 'created').map((one) => ({ ...one, version: one.version - 1 })),
  )
  const nodes = await ensureNodes(trx, [...before.values()])
  const changes: QuestionChange[] = []
  for (const { question_id: id, version } of left) {
    const question = current.get(id)
    if (question === undefined || question.deletedAt !== null) continue
    if (question.version !== version && !isAs(question, importedContents.get(id))) {
      undo.kept.push({ id, title: question.title })
      continue
    }
    const next = { ...question, version: question.version + 1, updatedAt: at }
    const old = before.get(id)
    if (old === undefined) {
      changes.push({ action: 'deleted', question: { ...next, deletedAt: at } })
      undo.removed++
    } else {
      changes.push({
        action: 'updated',
        question: { ...next, ...contentOf(old, nodes), editorial: editorialOf(old, question, { actor, at }) },
      })
      undo.reverted++
    }
  }
  await recordChanges(trx, changes, { actor, at })
}

/** Whether a question equals that version: an edit that was reverted, or a later undo, doesn't count as an edit. */
const isAs = (question: StoredQuestion, version: StoredVersion | undefined) =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(toVersion(question))), version)

/** The content of a version; a taxonomy node that was deleted since is created again. */
function contentOf(version: StoredVersion, nodes: KnownNodes): Partial<StoredQuestion> {
  const {
    selection: _s,
    correctAnswers: _a,
    category: name,
    learningPath,
    topic,
    sectionId,
    approved: _approved,
    status: _status,
    statusComment: _comment,
    reviewer: _reviewer,
    publishAt: _publishAt,
    expiresAt: _expiresAt,
    ...plain
  } = version
  const category = nodes.find('category', name)
  if (category === null) throw new Error('a version came without a known category')
  return {
    ...plain,
    answer: plain.answer ?? null,
    category,
    learningPath: nodes.find('learning_path', learningPath),
    topic: nodes.find('topic', topic),
    section: nodes.find('section', sectionId),
  }
}

function editorialOf(
  { status, statusComment, reviewer, publishAt, expiresAt }: StoredVersion,
  { editorial }: StoredQuestion,
  { actor, at }: { actor: string; at: Date },
): Editorial {
  if (status === editorial.status) return editorial
  const changed = { changedBy: actor, changedAt: at.toISOString() }
  return { status, ...changed, comment: statusComment, reviewer, publishAt, expiresAt }
}

export const importNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'import_not_found', message: 'Import not found' })
