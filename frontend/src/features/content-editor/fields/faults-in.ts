import type { Faults } from '../../../shared/api/faults.ts'
import { linesOf } from './body.ts'
import type { Draft, DraftItem, Field } from './field.ts'

export interface FaultTexts {
  required: string
  number: (min: number, max: number) => string
  tooFew: (min: number) => string
  tooLong: (max: number) => string
}

/** What the form itself can tell is missing or out of bounds, by the paths that the server would name. */
export function faultsIn(fields: readonly Field[], draft: Draft, texts: FaultTexts, prefix = ''): Faults {
  const faults: Faults = {}
  for (const field of fields) {
    const path = `${prefix}${field.name}`
    const value = draft[field.name]
    if (field.kind === 'group') {
      Object.assign(faults, faultsIn(field.fields, value as Draft, texts, `${path}.`))
    } else if (field.kind === 'items') {
      const items = value as readonly DraftItem[]
      if (items.length < field.min) faults[path] = texts.tooFew(field.min)
      for (const [at, item] of items.entries()) {
        Object.assign(faults, faultsIn(field.fields, item.draft, texts, `${path}.${at}.`))
      }
    } else {
      const fault = faultOf(field, value, texts)
      if (fault) faults[path] = fault
    }
  }
  return faults
}

function faultOf(field: Field, value: unknown, texts: FaultTexts): string | undefined {
  switch (field.kind) {
    case 'number': {
      if (value === '') return field.optional ? undefined : texts.required
      const number = Number(value)
      const isWhole = field.whole === false || Number.isInteger(number)
      const isWithin = number >= field.min && number <= field.max
      return isWhole && isWithin ? undefined : texts.number(field.min, field.max)
    }
    case 'code':
      if (String(value).length > field.max) return texts.tooLong(field.max)
      return !field.optional && String(value).trim() === '' ? texts.required : undefined
    case 'text':
    case 'long':
    case 'choice':
    case 'pick':
      return !field.optional && String(value).trim() === '' ? texts.required : undefined
    case 'lines':
      return !field.optional && linesOf(String(value)).length === 0 ? texts.required : undefined
    default:
      return undefined
  }
}
