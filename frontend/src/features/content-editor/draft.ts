import { newId } from '../../shared/new-id.ts'
import type { Draft, DraftItem, DraftValue, Field } from './field.ts'

type Document = Readonly<Record<string, unknown>>

/** What the form of a document begins with; without a document, of a new one. */
export const draftOf = (fields: readonly Field[], document: Document = {}): Draft =>
  Object.fromEntries(fields.map((field) => [field.name, initialOf(field, document[field.name])]))

/** An item that has just been added to a list. */
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
