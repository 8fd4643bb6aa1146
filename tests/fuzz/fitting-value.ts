import { type Json, JsonObject } from './json.ts'
import type { Schema } from './operations.ts'
import type { RandomSource } from './random-source.ts'

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
export function fittingValue(schema: Schema, random: RandomSource, ids: Ids): Json {
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return fittingValue(random.pick(choices), random, ids)
  if (schema.enum) return random.pick(schema.enum)
  switch (schema.type) {
    case 'object':
      return fittingObject(schema, random, ids)
    case 'array': {
      const count = Math.max(schema.minItems ?? 0, random.below(3))
      return Array.from({ length: count }, () => fittingValue(schema.items ?? {}, random, ids))
    }
    case 'integer':
      return Math.min(schema.maximum ?? 20, (schema.minimum ?? 0) + random.below(20))
    case 'number':
      return (schema.minimum ?? 0) + random.below(100) / 10
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return fittingText(schema, random, ids)
  }
}

function fittingObject(schema: Schema, random: RandomSource, ids: Ids): JsonObject {
  const entries = Object.entries(schema.properties ?? {})
  const chosen = entries.filter(([key]) => schema.required?.includes(key) || random.chance(0.5))
  return new JsonObject(chosen.map(([key, inner]) => [key, fittingValue(inner, random, ids)]))
}

function fittingText(
  { pattern, minLength = 0, maxLength = 1_000 }: Schema,
  random: RandomSource,
  ids: Ids,
): string {
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))
  const candidates = [
    ...texts,
    random.uuid(),
    ...(ids.length > 0 ? ['JavaScript', random.pick(ids), random.pick(ids)] : []),
  ].filter(fits)
  return candidates.length > 0 ? random.pick(candidates) : 'x'.repeat(minLength)
}
