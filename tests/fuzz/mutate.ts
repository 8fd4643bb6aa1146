import { hostileKeys, hostileValues, pollution } from './hostile-values.ts'
import { type Json, JsonObject } from './json.ts'
import type { RandomSource } from './random-source.ts'

/** The value with one hostile change. */
export function mutate(value: Json, random: RandomSource): Json {
  if (value instanceof JsonObject) return mutateObject(value, random)
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    const at = random.below(value.length)
    return (value as readonly Json[]).map((item, place) => (place === at ? mutate(item, random) : item))
  }
  return random.pick(hostileValues)
}

function mutateObject({ entries }: JsonObject, random: RandomSource): Json {
  const way = random.below(20)
  if (way === 0) return random.pick(hostileValues)
  if (way === 1) return new JsonObject([...entries, [random.pick(hostileKeys), random.pick(hostileValues)]])
  if (way === 2) return new JsonObject([...entries, ['__proto__', pollution], ['constructor', pollution]])
  if (entries.length === 0) return new JsonObject([['constructor', pollution]])
  const at = random.below(entries.length)
  const [key, value] = entries[at] ?? ['', null]
  if (way === 3) return new JsonObject(entries.toSpliced(at, 1))
  // A duplicate key: some parsers read the first, some the last.
  if (way === 4) return new JsonObject([...entries, [key, random.pick(hostileValues)]])
  if (way === 5) return new JsonObject(entries.with(at, [`${key}\u0000`, value]))
  return new JsonObject(entries.with(at, [key, mutate(value, random)]))
}

/** The text as invalid JSON, or invalid UTF-8. */
export function broken(text: string, random: RandomSource): Buffer {
  const bytes = Buffer.from(text)
  const at = random.below(bytes.length + 1)
  const insert = (...between: number[]) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from(between), bytes.subarray(at)])
  const ways: (() => Buffer)[] = [
    () => bytes.subarray(0, at),
    () => Buffer.alloc(0),
    () => insert(0xff, 0xfe),
    () => insert(0xc3, 0x28),
    () => insert(0xed, 0xa0, 0x80),
    () => insert(0xf4, 0x90, 0x80, 0x80),
    () => insert(0x00),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(`${text}${text}`),
    () => Buffer.from(`${text},`),
    () => Buffer.from(text.replaceAll('"', "'")),
    () => Buffer.from('NaN'),
    () => Buffer.from('['.repeat(100_000)),
  ]
  return random.pick(ways)()
}
