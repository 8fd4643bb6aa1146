import type { EditEndpoints, ErrorDetail, OrderEndpoints, ReadEndpoints } from '@rehearse/contracts'
import type { NewMessage } from '@rehearse/service-kit'
import type { z } from 'zod'
import type { Editor, Editorial } from '../edits/content-status.rules.ts'
import type { Db } from '../tables.ts'

/** A stored entry. */
export interface Entry<Document = Record<string, unknown>> {
  id: string
  document: Document
  order: number
  createdAt: Date
  updatedAt: Date
  /** Increases with each change. */
  revision: number
  /** Null for starter content. */
  createdBy: string | null
  editorial: Editorial
}

/** The caller, in relation to one entry. */
export interface Viewer {
  /** Whether they have an admin account. */
  isEditor: boolean
  /** Whether this learner may see all of the entry: see `openTo`. */
  isOpened: boolean
}

/** The caller who reads the library. */
export interface Caller {
  /** With an admin account. */
  editor: Editor | null
  /** Null for a visitor. */
  learnerId: string | null
}

export const visitor: Caller = { editor: null, learnerId: null }

type Shown = readonly Record<string, unknown>[]

/** Fields of a list's response besides its entries. */
export interface Extras {
  /**
   * @param lists `listed`: the entries in the response; `all`: those that the caller could list with other filters
   */
  read(
    lists: { listed: Shown; all: Shown },
    db: Db,
  ): Promise<Record<string, unknown>> | Record<string, unknown>
}

/** The endpoints of a kind that admins create, change and delete. */
type EditableEndpoints = ReadEndpoints & EditEndpoints & OrderEndpoints

export const isEditable = (endpoints: LibraryKind['endpoints']): endpoints is EditableEndpoints =>
  endpoints !== null && 'create' in endpoints

/**
 * One kind of document in the library. A new kind needs an entry in this table and a content file; storing, loading,
 * listing, filtering and editing work the same for all kinds.
 */
export interface LibraryKind {
  /** The name in the database, and of the content file or folder. */
  name: string
  /** As in `Plan not found`. */
  noun: string
  /** Declared in contracts; null if the kind is only returned with another one. */
  endpoints: ReadEndpoints | EditableEndpoints | null
  /** Ids that would hide paths below the collection's own. */
  reservedIds?: readonly string[]
  document: z.ZodObject
  /** Query parameters and the field that each is compared with; a list field matches if it contains the value. */
  filters: Readonly<Record<string, string>>
  /** Fields that refer to an entry of another kind by its id, and that kind. */
  references: Readonly<Record<string, string>>
  /**
   * Validates these fields against the database.
   * @param before the entry so far; undefined for a new one
   */
  verify?(
    db: Db,
    fields: Readonly<Record<string, unknown>>,
    by: { editor: Editor; before: Readonly<Record<string, unknown>> | undefined },
  ): Promise<ErrorDetail[]>
  /** For viewers who aren't editors: entries without what refers to something they may not see. */
  withoutHidden?(db: Db, documents: readonly Record<string, unknown>[]): Promise<Record<string, unknown>[]>
  /** Fields that lists leave out. */
  outsideLists: readonly string[]
  /** The fields that `searchTerm` searches; if empty, there is no such parameter. */
  searched: readonly string[]
  /** Whether its texts show diagrams, which are returned with a single entry. */
  showsDiagrams?: boolean
  /** Ids of the entries that this learner may see in full; absent if no entry has restricted parts. */
  openTo?(db: Db, learnerId: string): Promise<ReadonlySet<string>>
  /** The entry as shown, besides id, order and times; null if this viewer may not see it at all. */
  render(document: Record<string, unknown>, viewer: Viewer): Record<string, unknown> | null
  extras?: Extras
  /** The events that other services receive about its entries, if any. */
  events?: KindEvents<Record<string, unknown>>
}

/** The data that an entry's events are built from. */
export type PublishedEntry<Document> = Pick<Entry<Document>, 'id' | 'document' | 'order' | 'revision'>

export interface KindEvents<Document> {
  defined(entry: PublishedEntry<Document>): NewMessage
  removed(entry: { id: string; revision: number }): NewMessage
}

type Given<Document extends z.ZodObject> = Pick<LibraryKind, 'name' | 'noun' | 'endpoints'> &
  Partial<Omit<LibraryKind, 'document' | 'render' | 'events'>> & {
    document: Document
    render?: (document: z.infer<Document>, viewer: Viewer) => Record<string, unknown> | null
    events?: KindEvents<z.infer<Document>>
  }

/** A kind with the usual defaults: no filters, no references, shown as stored. */
export function defineKind<Document extends z.ZodObject>({
  render,
  events,
  ...given
}: Given<Document>): LibraryKind {
  return {
    filters: {},
    references: {},
    outsideLists: [],
    searched: [],
    ...given,
    // Stored documents were validated with the schema of their kind.
    render: (document, viewer) =>
      render === undefined ? document : render(document as z.infer<Document>, viewer),
    ...(events && { events: events as KindEvents<Record<string, unknown>> }),
  }
}
