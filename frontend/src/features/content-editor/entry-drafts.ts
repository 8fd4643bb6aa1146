import { type DraftStore, draftStore } from '../../shared/admin/drafts/draft-store.ts'
import type { Collection } from './collections/collection.ts'
import type { Draft } from './fields/field.ts'
import { isDraft } from './fields/is-draft.ts'

const stores = new Map<Collection, DraftStore<Draft>>()

/** Entries of a list that were being written. */
export function entryDrafts(collection: Collection): DraftStore<Draft> {
  const known = stores.get(collection)
  if (known) return known
  const { name, fields } = collection
  const store = draftStore(`content_drafts_${name}`, (value): value is Draft => isDraft(fields, value))
  stores.set(collection, store)
  return store
}
