import { DomainError, type ErrorDetail, foldText, issueText } from '@rehearse/contracts'
import type { ZodError } from 'zod'
import { readDiagrams } from '../diagrams/repository.ts'
import { type Editor, editorialView, isReviewer } from '../edits/content-status.rules.ts'
import type { Db } from '../tables.ts'
import { type Caller, type Entry, isEditable, type LibraryKind, type Viewer } from './kind.ts'
import { findEntry, listEntries } from './repository.ts'

export interface LibraryList {
  data: Shown[]
  count: number
}

/**
 * The entries of a kind that match the query and that this caller may see, with the extra fields of the kind's list.
 */
export async function readLibrary(
  db: Db,
  kind: LibraryKind,
  query: Readonly<Record<string, string | undefined>>,
  caller: Caller,
): Promise<LibraryList> {
  const entries = await listEntries(db, kind.name, kind.outsideLists)
  const viewer = await viewerOf(db, kind, caller)
  const seen = entries.filter((entry) => isVisibleTo(caller.editor, entry))
  const visible = (await withoutHidden(db, kind, seen, caller)).flatMap(
    (entry) => showEntry(kind, entry, viewer(entry.id)) ?? [],
  )
  const data = visible.filter((entry) => matchesQuery(kind, entry, query))
  return { data, count: data.length, ...(await kind.extras?.read({ listed: data, all: visible }, db)) }
}

/** @throws {DomainError} not-found, also for an entry that this caller may not see */
export async function readEntry(db: Db, kind: LibraryKind, id: string, caller: Caller): Promise<Shown> {
  const entry = await findEntry(db, kind.name, id)
  const viewer = await viewerOf(db, kind, caller)
  const [seen] =
    entry && isVisibleTo(caller.editor, entry) ? await withoutHidden(db, kind, [entry], caller) : []
  const shown = seen && showEntry(kind, seen, viewer(id))
  if (!shown) throw entryNotFound(kind)
  return kind.showsDiagrams ? { ...shown, diagrams: await readDiagrams(db, JSON.stringify(shown)) } : shown
}

/** The entries as users who aren't editors may see them: see `LibraryKind`. */
async function withoutHidden(
  db: Db,
  kind: LibraryKind,
  entries: readonly Entry[],
  { editor }: Caller,
): Promise<readonly Entry[]> {
  if (editor !== null || kind.withoutHidden === undefined) return entries
  const documents = await kind.withoutHidden(
    db,
    entries.map(({ document }) => document),
  )
  return entries.map((entry, at) => ({ ...entry, document: documents[at] ?? entry.document }))
}

/** Only editors see what isn't approved: reviewers and admins all of it, authors their own. */
export const isVisibleTo = (editor: Editor | null, { editorial, createdBy }: Entry): boolean =>
  editorial.status === 'approved' || (editor !== null && (isReviewer(editor) || createdBy === editor.id))

/** The caller in relation to each entry. */
async function viewerOf(
  db: Db,
  kind: LibraryKind,
  { editor, learnerId }: Caller,
): Promise<(id: string) => Viewer> {
  const opened = learnerId === null ? undefined : await kind.openTo?.(db, learnerId)
  return (id) => ({ isEditor: editor !== null, isOpened: opened?.has(id) === true })
}

/**
 * Whether an entry matches a query: equal in every filtered field, with the term in one of the searched fields. Both
 * ignore case.
 */
export function matchesQuery(
  kind: Pick<LibraryKind, 'filters' | 'searched'>,
  entry: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, string | undefined>>,
): boolean {
  const equal = Object.entries(kind.filters).every(([parameter, field]) => {
    const wanted = query[parameter]
    return wanted === undefined || texts(entry[field]).includes(fold(wanted))
  })
  if (!equal || query.searchTerm === undefined) return equal
  const term = fold(query.searchTerm)
  return kind.searched.some((field) => texts(entry[field]).some((text) => text.includes(term)))
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string').map(fold)

const fold = (text: string): string => foldText(text).toLowerCase()

export type Shown = Record<string, unknown> & { id: string }

/** An entry as this viewer may see it; null if they may not. */
export function showEntry(kind: LibraryKind, entry: Entry, viewer: Viewer): Shown | null {
  const rendered = kind.render(entry.document, viewer)
  if (rendered === null) return null
  return {
    ...rendered,
    id: entry.id,
    order: entry.order,
    createdAt: entry.createdAt.toISOString(),
    updatedAt: entry.updatedAt.toISOString(),
    revision: entry.revision,
    ...(viewer.isEditor &&
      isEditable(kind.endpoints) && { ...editorialView(entry.editorial), createdBy: entry.createdBy }),
  }
}

export const entryNotFound = ({ noun }: LibraryKind) =>
  new DomainError({ kind: 'not-found', code: 'entry_not_found', message: `${noun} not found` })

export const idTaken = (id: string) =>
  new DomainError({
    kind: 'conflict',
    code: 'id_taken',
    message: `The id "${id}" is taken`,
    details: [{ path: 'id', message: 'is taken' }],
  })

/** The error for an entry that doesn't match the schema of its kind. */
export const invalidEntry = ({ noun }: LibraryKind, details: readonly ErrorDetail[]) =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_entry',
    message: `Invalid ${noun.toLowerCase()}: ${[details[0]?.path, details[0]?.message].filter(Boolean).join(' ')}`,
    details,
  })

export const toDetails = (error: ZodError): ErrorDetail[] =>
  error.issues.map((issue) => ({ path: issue.path.join('.'), message: issueText(issue) }))
