import { BODY_LIMIT, newEntryFields, patchOf, removedReply, success } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { z } from 'zod'
import type { Db } from '../db/tables.ts'
import { arrangeEntries } from '../library/arrange-entries.ts'
import type { LibraryKind } from '../library/kind.ts'
import { changeEntry, createEntry, removeEntry } from '../library/write-entry.ts'
import { editRoutes } from './edit-routes.ts'

/** Making, changing and removing entries of one kind of the library. */
export function libraryWriteRoutes(app: App, db: Db, kind: LibraryKind): void {
  const { address, document, name, noun, view } = kind
  editRoutes(app, db, {
    name,
    noun,
    address,
    tag: 'library',
    bodyLimit: BODY_LIMIT,
    create: document.extend(newEntryFields),
    patch: patchOf(document).extend({ order: newEntryFields.order }),
    reply: success({ data: view, message: z.string() }),
    removal: { summary: 'Delete', query: z.object({}), reply: removedReply },
    made: (trx, body) => createEntry(trx, kind, body),
    changed: (trx, id, how) => changeEntry(trx, kind, id, how),
    removed: async (trx, id, { precondition }) => {
      await removeEntry(trx, kind, id, precondition)
      return {}
    },
    arranged: (trx, ids) => arrangeEntries(trx, kind, ids),
  })
}
