import { DomainError } from '@rehearse/contracts'

/** The versions that a change may be based on; `null` if the client doesn't send any. */
export type Precondition = readonly number[] | null

/** An ETag made by `tagReply`: the version, then a hash of the view, which is ignored here. */
const versionTag = /^(?:W\/)?"v(\d{1,9})(?:-[\w-]*)?"$/

/** The versions in an `If-Match` header. An unknown ETag contains none, so it never matches. */
export function preconditionOf(header: string | undefined): Precondition {
  if (header === undefined || header.trim() === '*') return null
  return header.split(',').flatMap((tag) => {
    const version = versionTag.exec(tag.trim())?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

/** @throws {DomainError} stale, `stale_version`: another change came first */
export function requireVersion(question: { version: number }, precondition: Precondition): void {
  if (precondition !== null && !precondition.includes(question.version)) throw staleQuestion(question.version)
}

/** The same for entries with a revision. A missing entry is accepted here; the caller reports it as not found. */
export function requireRevision(current: number | undefined, precondition: Precondition, noun: string): void {
  if (current === undefined || precondition === null || precondition.includes(current)) return
  throw staleEntry(noun, current)
}

const staleQuestion = (currentVersion: number) =>
  new DomainError({
    kind: 'stale',
    code: 'stale_version',
    message: 'This question has been changed by someone else in the meantime',
    details: [{ path: 'version', message: `is now ${currentVersion}` }],
  })

/** @param noun as in `Learning path` */
const staleEntry = (noun: string, currentRevision: number) =>
  new DomainError({
    kind: 'stale',
    code: 'stale_version',
    message: `This ${noun.toLowerCase()} has been changed by someone else in the meantime`,
    details: [{ path: 'revision', message: `is now ${currentRevision}` }],
  })
