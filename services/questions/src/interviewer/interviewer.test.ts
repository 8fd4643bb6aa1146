import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { answers, type ModelHost, says, startModelHost } from '@rehearse/testing/test-model-host'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInterviewer } from './interviewer.ts'

let host: ModelHost
beforeAll(async () => {
  host = await startModelHost()
})
afterAll(() => host.close())

const subject = { title: 'Closures', content: '', modelAnswer: 'They share i.' }
const input = {
  subject: { kind: 'task', id: 'menu' },
  level: 'junior',
  language: 'en',
  answer: 'my-own-words',
} as const
const config = { OPENAI_TIMEOUT: 25, OPENAI_CONCURRENCY: 8, OPENAI_API_KEY: 'sk-key' }
const problemOf = (changes: object = {}): Promise<unknown> => {
  const given = { ...config, OPENAI_BASE_URL: host.url, OPENAI_MODEL: 'tiny', ...changes }
  const answer = createInterviewer(given)?.askFollowUp(subject, input)
  return Promise.resolve(answer).catch((error: unknown) => error)
}

test.each([
  ['text instead of JSON', says('You said: my-own-words {')],
  ['JSON with another schema', says('{"followUp": ["my-own-words"]}')],
  ['an error page', answers(400, 'sk-key is unknown; you said my-own-words')],
  ['a broken body', answers(200, 'my-own-words sk-key')],
])(
  'an error about %s contains neither the key nor any message, since it is logged',
  async (_what, answer) => {
    host.answer = answer
    const problem = await problemOf()
    expect(problem).toMatchObject({ code: 'interviewer_unavailable', cause: expect.any(Error) })
    expect(inspect(problem, { depth: null })).not.toMatch(/my-own-words|sk-key|They share/)
  },
)

test.each([
  ['never responds', () => undefined],
  ['never ends its response', (reply: ServerResponse) => reply.writeHead(200).write('{"choices": [')],
])('gives up on a host that %s', async (_what, answer) => {
  host.answer = answer
  expect(await problemOf({ OPENAI_TIMEOUT: 1 })).toMatchObject({ code: 'interviewer_unavailable' })
})

test('createInterviewer returns null without a URL and a model', () => {
  expect(createInterviewer(config)).toBeNull()
})
