import type { Draft, DraftItem, Field } from './field.ts'

export type Body = Record<string, unknown>

/**
 * What is sent of a draft.
 * @param empty what stands for a field that is left out: null takes away what an entry has, undefined says nothing
 */
export function bodyOf(fields: readonly Field[], draft: Draft, empty: null | undefined): Body {
  const sent = fields
    .map((field) => [field.name, sentOf(field, draft, empty)] as const)
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent)
}

function sentOf(field: Field, draft: Draft, empty: null | undefined): unknown {
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
    case 'group':
      return bodyOf(field.fields, value as Draft, undefined)
    case 'items':
      return itemsOf(field.fields, value as readonly DraftItem[])
    case 'long':
    case 'code':
      return value === '' && field.optional === 'absent' ? empty : value
    default: {
      const text = String(value).trim()
      return text === '' && field.optional === 'absent' ? empty : text
    }
  }
}

/** Texts of which each stands on a line of its own. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Items with their places, and with an id each: the one they had, else one made from their name. */
function itemsOf(fields: readonly Field[], items: readonly DraftItem[]): Body[] {
  const taken = new Set(items.map(({ draft }) => String(draft.id ?? '')).filter(Boolean))
  return items.map(({ draft }, at) => {
    const body = bodyOf(fields, draft, undefined)
    for (const field of fields) {
      if (field.kind === 'position') body[field.name] = at + 1
      if (field.kind === 'id' && !body[field.name])
        body[field.name] = distinct(slugOf(String(draft.name)), taken)
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

/** A readable id made from a name; `item` where nothing of it can be written in one. */
function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return (words ?? ['item']).join('-').slice(0, 80).replace(/-$/, '')
}
