import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'
import { secret, secretFeedback } from '../testing/question-body.ts'
import type { Caller } from '../testing/questions-service.ts'
import { refused } from '../testing/questions-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('question_views')
})
afterAll(() => service.close())

describe('the answer key', () => {
  const views: [Caller, string, boolean][] = [
    ['visitor', '', false],
    ['learner', '', false],
    ['learner', '&include=answers', true],
    ['admin', '', true],
  ]
  test.each(views)('as %s with "%s": %s', async (as, include, seesKey) => {
    const { id } = await service.create({ learningPath: 'javascript-basics' })
    const replies = await Promise.all([
      service.call(`GET ${unified}?pageSize=100${include}`, { as }),
      service.call(`GET ${unified}?random=true&count=100${include}`, { as }),
      service.call(`GET ${unified}?search=typeof${include}`, { as }),
      service.call(`GET ${unified}/${id}?${include}`, { as }),
    ])
    for (const { status, text, headers } of replies) {
      expect(status).toBe(200)
      // Browsers must not store it for the next user of the device.
      if (seesKey) expect(headers.get('cache-control')).toBe('no-store')
      for (const word of [secret, secretFeedback, 'isCorrect', 'correctAnswers', 'explanation', 'feedback']) {
        expect(text.includes(word), word).toBe(seesKey)
      }
      expect(text.includes('usageCount')).toBe(as === 'admin')
      expect(text.includes('createdBy')).toBe(as === 'admin')
    }
  })

  test('is in no other public response', async () => {
    const calls = [
      '/api/questions/javascript-basics',
      '/api/questions/learning-paths',
      '/api/questions/stats',
      '/api/categories',
      '/api/topics',
      '/api/sections',
      '/api/learning-paths',
    ]
    for (const call of calls) {
      for (const as of ['visitor', 'learner', 'admin'] as const) {
        const { status, text } = await service.call(`GET ${call}`, { as })
        expect(status).toBe(200)
        expect(text).not.toMatch(
          new RegExp(`${secret}|${secretFeedback}|isCorrect|correctAnswers|explanation`),
        )
      }
    }
  })

  test('can’t be found by searching', async () => {
    const { body } = await service.call<{ data: unknown[] }>(`GET ${unified}?search=${secret}`, {
      as: 'admin',
    })
    expect(body.data).toEqual([])
  })

  test('is rejected for visitors who request it', async () => {
    expect(await service.call(`GET ${unified}?include=answers`)).toMatchObject(
      refused(401, 'authentication_required'),
    )
  })
})

describe('a question that isn’t open', () => {
  test.each([{ isActive: false }, { approved: false }])(
    'is hidden from everyone except admins when %j',
    async (changes) => {
      const { id, title } = await service.create(changes)
      const search = `GET ${unified}?search=${encodeURIComponent(title)}`
      for (const as of ['visitor', 'learner'] as const) {
        expect(await service.call(`GET ${unified}/${id}`, { as })).toMatchObject(
          refused(404, 'question_not_found'),
        )
        expect((await service.call(search, { as })).body).toMatchObject({ data: [] })
        const check = { as, body: { selectedOptionIds: ['a'] } }
        expect((await service.call(`POST ${unified}/${id}/check`, check)).status).toBe(404)
        const asked = Object.entries(changes)[0]?.join('=')
        expect((await service.call(`GET ${unified}?${asked}`, { as })).body).toMatchObject({ data: [] })
      }
      expect((await service.call(`GET ${unified}/${id}`, { as: 'admin' })).status).toBe(200)
      expect((await service.call(search, { as: 'admin' })).body).toMatchObject({ data: [{ id }] })
    },
  )
})

describe('ETag', () => {
  test('returns 304 to clients that have the response, and differs between views', async () => {
    const { id } = await service.create()
    const read = (as: Caller, tag = '') =>
      service.call(`GET ${unified}/${id}`, { as, headers: { 'if-none-match': tag } })
    const visitor = (await read('visitor')).headers.get('etag') ?? ''
    const admin = (await read('admin')).headers.get('etag') ?? ''
    expect(visitor).toMatch(/^"v1-/)
    expect(admin).not.toBe(visitor)
    expect(await read('visitor', `W/${visitor}`)).toMatchObject({ status: 304, text: '' })
    expect((await read('admin', visitor)).status).toBe(200)
    await service.call(`PUT ${unified}/${id}`, { as: 'admin', body: { title: 'New' } })
    expect((await read('visitor', visitor)).status).toBe(200)
  })

  test.each(['/api/categories', '/api/learning-paths', `${unified}?orderBy=title`])('%s', async (address) => {
    const first = await service.call(`GET ${address}`)
    const headers = { 'if-none-match': first.headers.get('etag') ?? 'none' }
    expect((await service.call(`GET ${address}`, { headers })).status).toBe(304)
  })
})
