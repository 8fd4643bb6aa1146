import { type DraftStore, draftStore, isRecord } from '../../shared/admin/drafts.ts'
import { newId } from '../../shared/new-id.ts'
import type { Collection, Draft, DraftItem, DraftValue, Field } from './collection.ts'

type Document = Readonly<Record<string, unknown>>

/** The initial draft for a document; without a document, for a new one. */
export const draftOf = (fields: readonly Field[], document: Document = {}): Draft =>
  Object.fromEntries(fields.map((field) => [field.name, initialOf(field, document[field.name])]))

/** A new item of a list. */
export const newItem = (fields: readonly Field[]): DraftItem => ({ key: newId(), draft: draftOf(fields) })

function initialOf(field: Field, stored: unknown): DraftValue {
  switch (field.kind) {
    case 'flag':
      return typeof stored === 'boolean' ? stored : (field.initially ?? false)
    case 'maybe':
      return typeof stored === 'boolean' ? (stored ? 'yes' : 'no') : ''
    case 'lines':
      return textsOf(stored).join('\n')
    case 'several':
    case 'questions':
      return textsOf(stored)
    case 'group':
      return draftOf(field.fields, documentOf(stored))
    case 'items':
      return Array.isArray(stored)
        ? stored.map((item) => ({ key: newId(), draft: draftOf(field.fields, documentOf(item)) }))
        : Array.from({ length: field.min }, () => newItem(field.fields))
    case 'text':
    case 'number':
    case 'choice':
      return stored === undefined || stored === null ? String(field.initially ?? '') : String(stored)
    case 'color':
      return typeof stored === 'string' ? stored : '#8f4f00'
    case 'icon':
      return typeof stored === 'string' ? stored : 'learning'
    default:
      return stored === undefined || stored === null ? '' : String(stored)
  }
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const documentOf = (value: unknown): Document =>
  typeof value === 'object' && value !== null ? (value as Document) : {}

export type Body = Record<string, unknown>

/**
 * The request body of a draft.
 * @param empty the value of an empty field: null removes an entry's value, undefined omits it
 * @param document the whole draft, if this is a part of it
 */
export function bodyOf(
  fields: readonly Field[],
  draft: Draft,
  empty: null | undefined,
  document = draft,
): Body {
  const sent = fields
    .map((field) => [field.name, sentOf(field, draft, empty, document)] as const)
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent)
}

function sentOf(field: Field, draft: Draft, empty: null | undefined, document: Draft): unknown {
  if (field.when?.(document) === false) return emptyOf(field, document)
  const value = draft[field.name]
  switch (field.kind) {
    case 'flag':
    case 'several':
    case 'questions':
      return value
    case 'maybe':
      return value === '' ? empty : value === 'yes'
    case 'lines':
      return linesOf(String(value))
    case 'number':
      return value === '' ? empty : Number(value)
    case 'choice':
      if (value === '' && field.optional) return empty
      return field.numeric ? Number(value) : value
    case 'group': {
      const body = bodyOf(field.fields, value as Draft, undefined, document)
      return field.optional === 'absent' && Object.keys(body).length === 0 ? empty : body
    }
    case 'items':
      return itemsOf(field.fields, value as readonly DraftItem[], document)
    case 'long':
    case 'code':
      return value === '' && field.optional === 'absent' ? empty : value
    default: {
      const text = String(value).trim()
      return text === '' && field.optional === 'absent' ? empty : text
    }
  }
}

/** Removes what a field contained before the document had it no more; values that don't matter stay. */
function emptyOf(field: Field, document: Draft): unknown {
  if (field.kind === 'items') return []
  return field.kind === 'group' ? bodyOf(field.fields, draftOf(field.fields), undefined, document) : undefined
}

/** Splits a text into one entry per line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Items with their positions and ids: the existing id, else one made from the name. */
function itemsOf(fields: readonly Field[], items: readonly DraftItem[], document: Draft): Body[] {
  const taken = new Set(items.map(({ draft }) => String(draft.id ?? '')).filter(Boolean))
  return items.map(({ draft }, at) => {
    const body = bodyOf(fields, draft, undefined, document)
    for (const field of fields) {
      if (field.kind === 'position') body[field.name] = at + 1
      if (field.kind === 'id' && !body[field.name])
        body[field.name] = distinct(slugOf(String(draft.name ?? draft.title ?? draft.category)), taken)
    }
    return body
  })
}

function distinct(wanted: string, taken: Set<string>): string {
  let id = wanted
  for (let next = 2; taken.has(id); next += 1) id = `${wanted}-${next}`
  taken.add(id)
  return id
}

/** A readable id made from a name; `item` if the name has no usable characters. */
function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return (words ?? ['item']).join('-').slice(0, 80).replace(/-$/, '')
}

const stores = new Map<Collection, DraftStore<Draft>>()

/** Stored drafts of a list's entries. */
export function entryDrafts(collection: Collection): DraftStore<Draft> {
  const known = stores.get(collection)
  if (known) return known
  const { name, fields } = collection
  const store = draftStore(`content_drafts_${name}`, (value): value is Draft => isDraft(fields, value))
  stores.set(collection, store)
  return store
}

/** Whether a value is a draft for the form of these fields, down to the items of its lists. */
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
