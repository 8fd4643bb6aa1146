import type { EditEndpoints, ErrorDetail, OrderEndpoints, ReadEndpoints } from '@rehearse/contracts'
import type { NewMessage } from '@rehearse/service-kit'
import type { z } from 'zod'
import type { Db } from '../tables.ts'

/** An entry as it is stored. */
export interface Entry<Document = Record<string, unknown>> {
  id: string
  document: Document
  order: number
  createdAt: Date
  updatedAt: Date
  /** The number of its last change. */
  revision: number
}

/** Who looks at one entry. */
export interface Viewer {
  isAdmin: boolean
  /** Whether the entry is open to them in particular, see `openTo`. */
  isOpened: boolean
}

/** Who reads the library. */
export interface Caller {
  isAdmin: boolean
  /** Null for a visitor. */
  learnerId: string | null
}

type Shown = readonly Record<string, unknown>[]

/** What a list says beside its entries. */
export interface Extras {
  /** @param lists what is listed, and all that the caller might list with other filters */
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
 * One kind of document that the library holds. A new kind is a row of this table and a file of content: storing,
 * loading, listing, filtering and editing are the same for all.
 */
export interface LibraryKind {
  /** In the database, and as the name of its content file or folder. */
  name: string
  /** As in `Plan not found`. */
  noun: string
  /** As contracts declare them; null: it comes with another kind. */
  endpoints: ReadEndpoints | EditableEndpoints | null
  /** Ids that the addresses below it need for themselves. */
  reservedIds?: readonly string[]
  document: z.ZodObject
  /** Query parameters, and the fields that each is compared with; a list matches when it holds the value. */
  filters: Readonly<Record<string, string>>
  /** Fields that name an entry of another kind by its id, and that kind. */
  references: Readonly<Record<string, string>>
  /** What is wrong with these fields that only the database knows; absent: nothing can be. */
  verify?(db: Db, fields: Readonly<Record<string, unknown>>): Promise<ErrorDetail[]>
  /** Fields that `searchTerm` is looked for in; none: there is no such parameter. */
  searched: readonly string[]
  /** Ids of the entries of which a learner may see more than others; absent: there are no such entries. */
  openTo?(db: Db, learnerId: string): Promise<ReadonlySet<string>>
  /** As it is shown, beside id, order and times; null where this viewer shouldn't see it at all. */
  render(document: Record<string, unknown>, viewer: Viewer): Record<string, unknown> | null
  extras?: Extras
  /** The events that other services get about its entries; absent: none. */
  events?: KindEvents<Record<string, unknown>>
}

/** What an entry's events are made of. */
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

/** A kind with the usual defaults filled in: no filters, no references, shown as it is stored. */
export function defineKind<Document extends z.ZodObject>({
  render,
  events,
  ...given
}: Given<Document>): LibraryKind {
  return {
    filters: {},
    references: {},
    searched: [],
    ...given,
    // What is stored went through the schema of its kind.
    render: (document, viewer) =>
      render === undefined ? document : render(document as z.infer<Document>, viewer),
    ...(events && { events: events as KindEvents<Record<string, unknown>> }),
  }
}
