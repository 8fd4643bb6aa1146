import { expect, test } from 'vitest'
import { z } from 'zod'
import { issueText } from './issue-text.ts'
import { questionInput } from './question-input.ts'

const issuesOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value)
  return error?.issues.map((issue) => issueText(issue))
}

test.each<[string, z.ZodType, unknown, string]>([
  ['nothing where a text belongs', z.string(), undefined, 'is required'],
  ['a number for a text', z.string(), 7, 'must be a text'],
  ['a text for a list', z.array(z.string()), 'a', 'must be a list'],
  ['null for an object', z.object({}), null, 'must be an object'],
  ['half a number', z.int(), 1.5, 'must be a whole number'],
  ['an empty text', z.string().min(1), '', 'must not be empty'],
  ['a short text', z.string().min(6), 'abc', 'must have at least 6 characters'],
  ['a long text', z.string().max(2), 'abc', 'must have at most 2 characters'],
  ['a long list', z.array(z.int()).max(1), [1, 2], 'must have at most 1 entries'],
  ['a small number', z.int().min(10), 9, 'must be at least 10'],
  ['a large number', z.int().max(100), 101, 'must be at most 100'],
  ['another value', z.enum(['asc', 'desc']), 'up', 'must be one of asc, desc'],
  ['one allowed value', z.literal('x'), 'y', 'must be x'],
  ['no UUID', z.uuid(), 'x', 'must be a UUID'],
  ['no email address', z.email(), 'x', 'must be an email address'],
  ['another pattern', z.string().regex(/^a$/), 'x', 'has the wrong form'],
  ['our own words', z.string().regex(/^a$/, 'must be an a'), 'x', 'must be an a'],
  ['neither of two', z.union([z.string(), z.int()]), null, 'has the wrong form'],
  [
    'an unknown kind',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    { kind: 'c' },
    'must be one of a, b',
  ],
])('%s', (_what, schema, value, text) => {
  expect(issuesOf(schema, value)).toEqual([text])
})

test("no message contains zod's own wording", () => {
  const wrong = { title: '', content: 1, type: 'x', options: 'a', tags: [''], points: 0, timeLimit: 301 }
  for (const text of issuesOf(questionInput, wrong) ?? [])
    expect(text).toMatch(/^(?:is|must|has) [a-z0-9, -]+$/)
})
