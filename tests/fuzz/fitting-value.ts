import type { Dice } from './dice.ts'
import { type Json, JsonObject } from './json.ts'
import type { Schema } from './operations.ts'

/** Ids of existing entities that a request may name. */
export type Ids = readonly string[]

const texts = [
  'Closures in loops',
  'easy',
  'Ada Lovelace',
  'learning by doing',
  'ada@rehearse.test',
  'https://rehearse.test/a',
  '2026-01-05',
  '2026-01-05T12:00:00.000Z',
  'Europe/Berlin',
  '08:30',
  '12',
  '3',
  'true',
  'a',
  'M',
]

/** A value that the schema mostly accepts, so that a request passes validation and reaches later checks. */
export function fittingValue(schema: Schema, dice: Dice, ids: Ids): Json {
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return fittingValue(dice.pick(choices), dice, ids)
  if (schema.enum) return dice.pick(schema.enum)
  switch (schema.type) {
    case 'object':
      return fittingObject(schema, dice, ids)
    case 'array': {
      const count = Math.max(schema.minItems ?? 0, dice.below(3))
      return Array.from({ length: count }, () => fittingValue(schema.items ?? {}, dice, ids))
    }
    case 'integer':
      return Math.min(schema.maximum ?? 20, (schema.minimum ?? 0) + dice.below(20))
    case 'number':
      return (schema.minimum ?? 0) + dice.below(100) / 10
    case 'boolean':
      return dice.chance(0.5)
    case 'null':
      return null
    default:
      return fittingText(schema, dice, ids)
  }
}

function fittingObject(schema: Schema, dice: Dice, ids: Ids): JsonObject {
  const entries = Object.entries(schema.properties ?? {})
  const chosen = entries.filter(([key]) => schema.required?.includes(key) || dice.chance(0.5))
  return new JsonObject(chosen.map(([key, inner]) => [key, fittingValue(inner, dice, ids)]))
}

function fittingText({ pattern, minLength = 0, maxLength = 1_000 }: Schema, dice: Dice, ids: Ids): string {
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))
  const candidates = [
    ...texts,
    dice.uuid(),
    ...(ids.length > 0 ? ['JavaScript', dice.pick(ids), dice.pick(ids)] : []),
  ].filter(fits)
  return candidates.length > 0 ? dice.pick(candidates) : 'x'.repeat(minLength)
}
