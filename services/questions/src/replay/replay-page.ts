import { createHash } from 'node:crypto'
import type { QuestionMessage, QuestionReplayPage, questionReplayRequest } from '@rehearse/contracts'
import type { z } from 'zod'
import type { Db } from '../db/tables.ts'
import { tellChange } from '../questions/tell-change.ts'
import { type ReplayedVersion, readVersionsAfter } from './replay-repository.ts'

/** Bytes of messages in one page; a NATS message holds a megabyte. */
const pageBytes = 512 * 1024

/** The next page of the bank's whole history. The asker keeps the place, so that any replica can go on. */
export async function replayPage(
  db: Db,
  { after, limit }: z.output<typeof questionReplayRequest>,
): Promise<QuestionReplayPage> {
  const versions = await readVersionsAfter(db, after, limit)
  const messages: QuestionMessage[] = []
  let bytes = 0
  for (const version of versions) {
    const message = toMessage(version)
    bytes += Buffer.byteLength(JSON.stringify(message))
    if (bytes > pageBytes && messages.length > 0) break
    messages.push(message)
  }
  const last = versions[messages.length - 1]
  const isEnd = messages.length === versions.length && versions.length < limit
  return {
    messages,
    next: isEnd || last === undefined ? null : { questionId: last.questionId, version: last.version },
  }
}

function toMessage({ questionId, version, action, question, changedAt, wasActive }: ReplayedVersion) {
  const {
    type,
    version: schemaVersion,
    data,
  } = tellChange(action, { questionId, version, question }, wasActive)
  return {
    id: replayId(questionId, version),
    type,
    version: schemaVersion,
    occurredAt: changedAt.toISOString(),
    correlationId: null,
    causationId: null,
    data,
  } as QuestionMessage
}

/** The same at each replay, so that a consumer that marks what it has seen counts a version once. */
function replayId(questionId: string, version: number): string {
  const hex = createHash('sha256').update(`question replay ${questionId} ${version}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
