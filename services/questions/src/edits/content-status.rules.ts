import { type AdminRole, type ContentStatus, DomainError } from '@rehearse/contracts'

/** Where a question or a library entry stands in the editorial process. Times are ISO 8601. */
export interface Editorial {
  status: ContentStatus
  /** The editor who changed the status last, or `schedule`. */
  changedBy: string | null
  changedAt: string | null
  comment: string | null
  /** The editor who is asked to review it. */
  reviewer: string | null
  /** When scheduled content is published. */
  publishAt: string | null
  /** When approved content is archived. */
  expiresAt: string | null
}

/** The state of new content. */
export const newEditorial = (
  status: ContentStatus,
  times: { publishAt?: string | undefined; expiresAt?: string | undefined } = {},
): Editorial => ({
  status,
  changedBy: null,
  changedAt: null,
  comment: null,
  reviewer: null,
  publishAt: status === 'scheduled' ? timeOf(times.publishAt, null) : null,
  expiresAt: timeOf(times.expiresAt, null),
})

/** A requested change; missing fields stay, null clears. */
export interface StatusChange {
  status: ContentStatus
  comment?: string | undefined
  reviewer?: string | null | undefined
  publishAt?: string | null | undefined
  expiresAt?: string | null | undefined
}

/** The admin account that changes content. */
export interface Editor {
  id: string
  role: AdminRole
}

export const isAdmin = ({ role }: Editor): boolean => role === 'admin' || role === 'super_admin'
export const isReviewer = (editor: Editor): boolean => editor.role === 'reviewer' || isAdmin(editor)

/** The editorial state as responses have it. */
export const editorialView = ({ status, changedBy, changedAt, comment, ...rest }: Editorial) => ({
  status,
  statusChangedBy: changedBy,
  statusChangedAt: changedAt,
  statusComment: comment,
  ...rest,
})

type Party = 'owner' | 'reviewer' | 'admin'

/**
 * Who may take content from one status to another, besides admins, who may take every step listed here. A step to
 * the same status changes its other fields.
 */
const steps: Readonly<Record<ContentStatus, Partial<Record<ContentStatus, readonly Party[]>>>> = {
  draft: { 'in-review': ['owner'], scheduled: [], approved: [], archived: [] },
  'in-review': {
    'in-review': ['owner', 'reviewer'],
    draft: ['owner', 'reviewer'],
    scheduled: ['reviewer'],
    approved: ['reviewer'],
    archived: [],
  },
  scheduled: { scheduled: ['reviewer'], draft: [], approved: [], archived: [] },
  approved: { approved: [], draft: [], archived: [] },
  archived: { draft: [] },
}

/**
 * The state after a change.
 * @param owner its author
 * @throws {DomainError} conflict, `status_conflict`: no step leads there; forbidden, `status_forbidden`; invalid,
 *   `invalid_status`: a comment or a time is missing
 */
export function changeStatus(
  current: Editorial,
  change: StatusChange,
  { editor, owner, at }: { editor: Editor; owner: string | null; at: Date },
): Editorial {
  const { status, ...details } = change
  const isStep = status !== current.status
  // The same change twice, such as an approval sent again, has no effect.
  if (!isStep && Object.values(details).every((detail) => detail === undefined)) return current
  const allowed = steps[current.status][status]
  if (allowed === undefined) throw noSuchStep(current.status, status)
  const isOwner = owner === editor.id
  if (!isAdmin(editor)) {
    const asReviewer = allowed.includes('reviewer') && isReviewer(editor) && !isOwner
    if (!asReviewer && !(allowed.includes('owner') && isOwner)) throw forbidden(current.status, status)
  }
  const comment = change.comment?.trim() || null
  const isReturn = current.status === 'in-review' && status === 'draft' && !isOwner
  if (isReturn && comment === null && !isAdmin(editor)) {
    throw fieldError('comment', 'Tell the author what to change')
  }
  const next: Editorial = {
    ...current,
    status,
    reviewer: change.reviewer === undefined ? current.reviewer : change.reviewer,
    publishAt: timeOf(change.publishAt, current.publishAt),
    expiresAt: timeOf(change.expiresAt, current.expiresAt),
  }
  if (status !== 'scheduled') next.publishAt = null
  requireTimes(next, {
    isNew: Boolean(change.expiresAt ?? change.publishAt) || (isStep && isPlanned(status)),
    at,
  })
  if (!isStep && comment === null) return next
  return { ...next, comment, changedBy: editor.id, changedAt: at.toISOString() }
}

/** The state after publishing what is due, or archiving what has expired; null if neither. */
export function onSchedule(current: Editorial, now: Date): Editorial | null {
  const isDue = (time: string | null) => time !== null && new Date(time) <= now
  const at = { changedBy: SCHEDULE_ACTOR, changedAt: now.toISOString(), comment: null }
  if (current.status === 'scheduled' && isDue(current.publishAt)) {
    return { ...current, ...at, status: 'approved', publishAt: null }
  }
  if (current.status === 'approved' && isDue(current.expiresAt)) {
    return { ...current, ...at, status: 'archived', expiresAt: null }
  }
  return null
}

/** The editor of scheduled changes. */
export const SCHEDULE_ACTOR = 'schedule'

function timeOf(asked: string | null | undefined, now: string | null): string | null {
  if (asked === undefined) return now
  return asked === null ? null : new Date(asked).toISOString()
}

/** Whether content with this status is public, or will be. */
const isPlanned = (status: ContentStatus) => status === 'approved' || status === 'scheduled'

/** @param times.isNew whether the expiry may be out of order: it was changed, or when the content becomes public was */
function requireTimes(
  { status, publishAt, expiresAt }: Editorial,
  { isNew, at }: { isNew: boolean; at: Date },
): void {
  if (status === 'scheduled' && (publishAt === null || new Date(publishAt) <= at)) {
    throw fieldError('publishAt', 'Choose a time in the future')
  }
  if (!isNew || expiresAt === null) return
  if (new Date(expiresAt) <= new Date(publishAt ?? at)) {
    throw fieldError('expiresAt', 'It must expire after it is published')
  }
}

/** An author or a reviewer edits their own drafts. @throws {DomainError} forbidden, `not_own_draft` */
export function requireEditable(
  content: { createdBy: string | null; editorial: Editorial },
  editor: Editor,
): void {
  if (isAdmin(editor)) return
  if (content.createdBy === editor.id && content.editorial.status === 'draft') return
  throw new DomainError({
    kind: 'forbidden',
    code: 'not_own_draft',
    message: 'You can only edit your own drafts',
  })
}

const noSuchStep = (from: ContentStatus, to: ContentStatus) =>
  new DomainError({
    kind: 'conflict',
    code: 'status_conflict',
    message: `It is now ${from} and can't become ${to}`,
    details: [{ path: 'status', message: `is now ${from}` }],
  })

const forbidden = (from: ContentStatus, to: ContentStatus) =>
  new DomainError({
    kind: 'forbidden',
    code: 'status_forbidden',
    message: `You can't change its status from ${from} to ${to}`,
  })

const fieldError = (path: string, message: string) =>
  new DomainError({ kind: 'invalid', code: 'invalid_status', message, details: [{ path, message }] })
