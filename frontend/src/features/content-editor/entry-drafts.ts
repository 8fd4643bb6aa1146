import { type DraftStore, draftStore, isRecord } from '../../shared/admin/draft-store.ts'
import type { Collection } from './collection.ts'
import type { Draft, Field } from './field.ts'

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

/** Whether something is what the form of these fields holds, down to the items of its lists. */
export const isDraft = (fields: readonly Field[], value: unknown): value is Draft =>
  isRecord(value) && fields.every((field) => isValueOf(field, value[field.name]))

function isValueOf(field: Field, value: unknown): boolean {
  switch (field.kind) {
    case 'flag':
      return typeof value === 'boolean'
    case 'several':
    case 'questions':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
    case 'group':
      return isDraft(field.fields, value)
    case 'items':
      return (
        Array.isArray(value) &&
        value.every(
          (item) => isRecord(item) && typeof item.key === 'string' && isDraft(field.fields, item.draft),
        )
      )
    default:
      return typeof value === 'string'
  }
}
