import { runInNewContext } from 'node:vm'
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

/** Characters, and eight for each entry of a list. Quadratic work on it takes minutes to hours, linear work milliseconds. */
const size = 512 * 1024
/** Milliseconds, of which linear work takes a thousandth: what takes longer would never end. */
const limit = 60_000

/** Whether it ends. Unlike a test's own limit, this one interrupts a regular expression. */
function ends(run: () => unknown): boolean {
  try {
    runInNewContext('run()', { run }, { timeout: limit })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

// Input that may make a regular expression backtrack from each position: a repetition, then something that doesn't
// match.
const repeated = ['=', ' ', 'a', '.', 'a@', '-', 'a.', '0', '/', ':', '%', '\n', ',', '"', '<', '_-']

test('finds input schemas to check', () => {
  expect(inputs.length).toBeGreaterThan(40)
})

test.each(inputs)('%s takes no quadratic time for a large hostile body', (_name, schema) => {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const bodies: [string, unknown][] = [
    ...repeated.map((part): [string, unknown] => [
      part,
      fill(shape, `${part.repeat(size / part.length)}!`, 1),
    ]),
    ['a long list', fill(shape, 'x', size / 8)],
  ]
  for (const [what, body] of bodies)
    expect(
      ends(() => schema.safeParse(body)),
      what,
    ).toBe(true)
})
