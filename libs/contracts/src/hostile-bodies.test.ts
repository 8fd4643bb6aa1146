import { expect, test } from 'vitest'
import { z } from 'zod'
import * as contracts from './index.ts'

/** Every schema of input from clients. */
const inputs = Object.entries<unknown>(contracts).filter(
  (entry): entry is [string, z.ZodType] =>
    entry[1] instanceof z.ZodType &&
    /(Input|Patch|Query|Removal|Deletion|Report|Row|newOrder|document|customPlan|^new[A-Z]\w*)$/.test(
      entry[0],
    ),
)

interface Schema {
  type?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

/** A body of the schema's shape that has `text` for each text, and `length` entries in each outermost list. */
function fill(schema: Schema, text: string, length: number): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (choice) return fill(choice, text, length)
  if (schema.type === 'array') return Array(length).fill(fill(schema.items ?? {}, 'x', 1))
  if (schema.type !== 'object') return schema.type === 'number' || schema.type === 'integer' ? 1 : text
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, part]) => [name, fill(part, text, length)]),
  )
}

/** The least processor time of a few runs in milliseconds, which other programs on a busy machine don't add to. */
function fastest(run: () => void, runs: number): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

const small = 8 * 1024
/** An eightfold body may take eight times as long; quadratic work takes 64 times as long. */
const growth = 8
const tolerated = 32

// Input that may make a regular expression backtrack from each position: a repetition, then something that doesn't
// match.
const repeated = ['=', ' ', 'a', '.', 'a@', '-', 'a.', '0', '/', ':', '%', '\n', ',', '"', '<', '_-']

test('finds input schemas to check', () => {
  expect(inputs.length).toBeGreaterThan(40)
})

test.each(inputs)('%s validates in time that grows no faster than the body', (_name, schema) => {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const compare = (bodyOf: (size: number) => unknown): number => {
    const [less, more] = [bodyOf(small), bodyOf(small * growth)]
    const run = (body: unknown, runs: number) => fastest(() => void schema.safeParse(body), runs)
    run(less, 2)
    // Quadratic work on 64 KB takes seconds. Shorter runs are too short to compare, and harmless.
    if (run(more, 2) < 50) return 1
    const ratio = () => run(more, 3) / Math.max(run(less, 10), 0.02)
    // Quadratic work is slow every time; a busy machine isn't.
    let least = ratio()
    for (let again = 0; least > tolerated && again < 10; again += 1) least = Math.min(least, ratio())
    return least
  }
  const ofTexts = repeated.map((part) => [
    part,
    compare((size) => fill(shape, `${part.repeat(size / part.length)}!`, 1)),
  ])
  const ofLists = [['a long list', compare((size) => fill(shape, 'x', size / 8))]]
  const slow = [...ofTexts, ...ofLists].filter(([, ratio]) => Number(ratio) > tolerated)
  expect(slow).toEqual([])
})
