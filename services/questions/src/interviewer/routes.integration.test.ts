import { randomUUID } from 'node:crypto'
import type { Question } from '@rehearse/contracts'
import { answers, type ModelHost, says, startModelHost } from '@rehearse/testing/test-model-host'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FilledService, startFilledService } from '../testing/filled-service.ts'
import { refused } from '../testing/questions-service.ts'

const key = 'sk-the-secret-key'
const solution = 'the-solution, explained'
let host: ModelHost
let service: FilledService
let question: Question
beforeAll(async () => {
  host = await startModelHost()
  service = await startFilledService('interview_routes', {
    env: {
      OPENAI_BASE_URL: `${host.url}/`,
      OPENAI_API_KEY: key,
      OPENAI_MODEL: 'tiny',
      OPENAI_CONCURRENCY: '2',
    },
  })
  question = await service.create({ title: 'Why is typeof null an object?', explanation: 'A tag of 0.' })
  const code = { html: '<p></p>', css: '', javascript: '' }
  await service.call('POST /api/challenges', {
    as: 'admin',
    body: {
      id: 'menu',
      title: 'A menu',
      description: 'Build it.',
      category: 'html',
      difficulty: 'easy',
      starterCode: code,
      testCases: [{ id: 'one', name: 'One', type: 'html', input: '1', expectedOutput: '1' }],
      solution: code,
      explanation: solution,
    },
  })
})
afterAll(async () => {
  await service?.close()
  await host?.close()
})
beforeEach(() => {
  host.requests.length = 0
})

const body = (changes: object = {}) => ({
  subject: { kind: 'question', id: question.id },
  level: 'mid',
  language: 'en',
  answer: 'Because of how values were tagged.',
  ...changes,
})
const ask = (changes: object = {}) =>
  service.call('POST /api/interviews/follow-ups', { as: 'learner', body: body(changes) })
const assess = (changes: object = {}) =>
  service.call('POST /api/interviews/assessments', { as: 'learner', body: body(changes) })
const rating = { marks: { correctness: 4, depth: 2, clarity: 3 }, remarks: 'Right; say what the tag was.' }
/** Learners were shown one host, so a redirect to another must get nothing. */
const elsewhere: ModelHost['answer'] = (reply, asked) =>
  asked.path === '/v1/chat/completions'
    ? answers(307, '', { location: '/another' })(reply, asked)
    : says(JSON.stringify(rating))(reply, asked)
/** The last message sent to the model. */
const lastPrompt = () => JSON.parse(host.requests[0]?.body.messages.at(-1)?.content ?? '{}')

describe('the interviewer', () => {
  test('shows learners its host and model, but not its key', async () => {
    const { body, text } = await service.call('GET /api/interviews/interviewer')
    expect(body).toEqual({
      success: true,
      interviewer: { host: new URL(host.url).host, model: 'tiny' },
      speech: null,
    })
    expect(text).not.toContain(key)
  })

  test('asks a follow-up that refers to the question and its reference answer', async () => {
    host.answer = says('{"followUp": "Which other tag bits were there?"}')
    const reply = await ask()
    expect(reply).toMatchObject({ status: 200, body: { followUp: 'Which other tag bits were there?' } })
    expect(host.requests).toHaveLength(1)
    const [{ path, headers, body } = { path: '', headers: {}, body: undefined }] = host.requests
    expect(path).toBe('/v1/chat/completions')
    expect(headers.authorization).toBe(`Bearer ${key}`)
    expect(Object.keys(body ?? {}).sort()).toEqual(['messages', 'model'])
    expect(lastPrompt()).toEqual({
      question: question.title,
      details: question.content,
      referenceAnswer: 'object\nA tag of 0.',
      candidateAnswer: 'Because of how values were tagged.',
    })
  })

  test('uses the language of the interface', async () => {
    host.answer = says('{"followUp": "لماذا؟"}')
    expect((await ask({ language: 'ar' })).body).toMatchObject({ followUp: 'لماذا؟' })
    expect(host.requests[0]?.body.messages[0]?.content).toContain('You speak Arabic')
  })

  test('assesses by the rubric, including the answer to the follow-up', async () => {
    host.answer = says(`Here you are:\n\`\`\`json\n${JSON.stringify(rating)}\n\`\`\``)
    const reply = await assess({ followUp: { question: 'Which bits?', answer: 'Three of them.' } })
    expect(reply).toMatchObject({ status: 200, body: { assessment: rating } })
    expect(lastPrompt()).toMatchObject({
      followUpQuestion: 'Which bits?',
      candidateFollowUpAnswer: 'Three of them.',
    })
  })

  test('isn’t sent a solution that the learner may not see', async () => {
    host.answer = says(JSON.stringify(rating))
    expect((await assess({ subject: { kind: 'task', id: 'menu' } })).status).toBe(200)
    expect(lastPrompt()).toMatchObject({ question: 'A menu', referenceAnswer: '' })
    expect(JSON.stringify(host.requests)).not.toContain(solution)
  })

  test('gets no requests about unknown questions, from visitors, or with oversized answers', async () => {
    const unknown = { subject: { kind: 'question', id: randomUUID() } }
    expect(await ask(unknown)).toMatchObject(refused(404, 'question_not_found'))
    const task = { subject: { kind: 'task', id: 'nothing' } }
    expect(await ask(task)).toMatchObject(refused(404, 'entry_not_found'))
    const visitor = await service.call('POST /api/interviews/follow-ups', { body: body() })
    expect(visitor.status).toBe(401)
    for (const answer of ['', '  ', 'a'.repeat(10_001)]) {
      expect(await ask({ answer })).toMatchObject(refused(400, 'invalid_request'))
    }
    expect(host.requests).toEqual([])
  })
})

describe('has its responses validated', () => {
  test.each([
    ['text instead of JSON', says('You did very well!')],
    ['other JSON', says('{"question": "Why?"}')],
    ['an invalid mark', says(JSON.stringify({ ...rating, marks: { correctness: 5 } }))],
    ['marks without remarks', says(JSON.stringify({ marks: rating.marks }))],
    ['oversized remarks', says(JSON.stringify({ ...rating, remarks: 'a'.repeat(2_001) }))],
    ['control characters', says(JSON.stringify({ ...rating, remarks: 'well\u0000done' }))],
    ['an empty text', says('')],
    ['null instead of text', says(null)],
    ['an HTML page', answers(200, '<html>Sign in to the Wi-Fi</html>')],
    ['an oversized response', answers(200, ' '.repeat(2_000_000))],
    ['a server error', answers(500, 'the model is not loaded')],
    ['a rejected key', answers(401, `no such key: ${key}`)],
    ['a rate limit', answers(429)],
    ['a redirect to another host', elsewhere],
  ])('rejects %s', async (_what, answer) => {
    host.answer = answer
    const reply = await assess()
    expect(reply).toMatchObject(refused(503, 'interviewer_unavailable'))
    expect(reply.headers.get('retry-after')).toBe('30')
    expect(reply.text).not.toContain(key)
  })

  test('has extra response fields dropped', async () => {
    host.answer = says(JSON.stringify({ ...rating, points: 100, html: '<b>' }))
    expect((await assess()).body).toEqual({ success: true, assessment: rating })
  })

  test('gets a limited number of concurrent requests', async () => {
    const waiting: (() => void)[] = []
    host.answer = (...of) => waiting.push(() => says(JSON.stringify(rating))(...of))
    const first = [assess(), assess()]
    await expect.poll(() => waiting.length).toBe(2)
    expect(await assess()).toMatchObject(refused(503, 'interviewer_busy'))
    for (const goOn of waiting) goOn()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
    host.answer = says(JSON.stringify(rating))
    expect((await assess()).status).toBe(200)
  })
})

test('is absent without a configured model', async () => {
  const bare = await startFilledService('interview_routes_bare')
  try {
    expect((await bare.call('GET /api/interviews/interviewer')).body).toEqual({
      success: true,
      interviewer: null,
      speech: null,
    })
    const reply = await bare.call('POST /api/interviews/follow-ups', { as: 'learner', body: body() })
    expect(reply).toMatchObject(refused(404, 'interviewer_not_configured'))
  } finally {
    await bare.close()
  }
})
