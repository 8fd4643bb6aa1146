import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'
import { questionBody } from '../testing/question-body.ts'
import { type Failure, refused } from '../testing/questions-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('refusals')
})
afterAll(() => service.close())

describe('permissions', () => {
  const id = randomUUID()
  const adminCalls: [string, unknown][] = [
    [`POST ${unified}`, questionBody()],
    [`POST ${unified}`, { isBulkImport: true, questions: [] }],
    ['POST /api/questions/import', { content: '[]' }],
    [`PUT ${unified}/${id}`, { title: 'x' }],
    [`DELETE ${unified}/${id}`, undefined],
    [`POST ${unified}/${id}/restore`, undefined],
    [`GET ${unified}/${id}/history`, undefined],
  ]
  test.each(adminCalls)('requires an admin for %s', async (call, body) => {
    expect(await service.call(call, { body })).toMatchObject(refused(401, 'authentication_required'))
    expect(await service.call(call, { as: 'learner', body })).toMatchObject(refused(403, 'forbidden'))
    const forged = `Bearer ${await service.identity.forgedToken('admin')}`
    expect(await service.call(call, { body, headers: { authorization: forged } })).toMatchObject(
      refused(401, 'invalid_token'),
    )
  })

  test('accepts a super admin as an admin', async () => {
    const { status } = await service.call(`POST ${unified}`, { as: 'super_admin', body: questionBody() })
    expect(status).toBe(201)
  })
})

describe('invalid input', () => {
  const id = randomUUID()
  const calls: [call: string, body: unknown, status: number][] = [
    [`GET ${unified}?page=-1`, undefined, 400],
    [`GET ${unified}?page=1e9`, undefined, 400],
    [`GET ${unified}?page=1000000000`, undefined, 400],
    [`GET ${unified}?pageSize=101`, undefined, 400],
    [`GET ${unified}?orderBy=password`, undefined, 400],
    [`GET ${unified}?random=maybe`, undefined, 400],
    [`GET ${unified}?search=%00`, undefined, 400],
    [`GET ${unified}?search=%F0%9F%92`, undefined, 200],
    [`GET ${unified}?search='%22:*%26%7C!()%5C`, undefined, 200],
    [`GET ${unified}?search===%3D`, undefined, 200],
    [`GET ${unified}?tags=,,`, undefined, 200],
    [`GET ${unified}?page=1000000&pageSize=100`, undefined, 200],
    [`GET ${unified}?page=1000000&pageSize=100&includePagination=false`, undefined, 200],
    [`GET ${unified}?unknown=1`, undefined, 200],
    [`GET ${unified}/not-a-uuid`, undefined, 404],
    [`GET ${unified}/${id}`, undefined, 404],
    [`PUT ${unified}/not-a-uuid`, { title: 'x' }, 404],
    [`PUT ${unified}/${id}`, '{"title":', 400],
    [`PUT ${unified}/${id}`, [], 400],
    [`PUT ${unified}/${id}`, 'null', 400],
    [`PUT ${unified}/${id}`, { title: 7 }, 400],
    [`POST ${unified}`, 'nonsense', 400],
    [`POST ${unified}`, undefined, 400],
    [`POST ${unified}`, 'null', 400],
    [`POST ${unified}`, questionBody({ title: { $gt: '' } }), 400],
    [`POST ${unified}`, questionBody({ title: 'null\u0000byte' }), 400],
    [`POST ${unified}`, questionBody({ content: 'half \ud800 a pair' }), 400],
    [`POST ${unified}`, questionBody({ content: 'x'.repeat(2_000_000) }), 400],
    [`POST ${unified}`, questionBody({ isBulkImport: 'yes' }), 400],
    [`POST ${unified}/${id}/check`, { selectedOptionIds: 'a' }, 400],
    ['POST /api/questions/import', { content: 7 }, 400],
    ['GET /api/questions/no-such-path', undefined, 404],
    ['GET /api/questions/%00', undefined, 400],
    ['GET /api/nothing', undefined, 404],
  ]
  test.each(calls)('%s', async (call, body, status) => {
    const reply = await service.call<Failure>(call, { as: 'admin', body })
    expect(reply.status).toBe(status)
    expect(reply.body.success).toBe(status === 200)
    if (status !== 200) {
      expect(
        Object.keys(reply.body).every((key) => /^(success|error|code|details|requestId)$/.test(key)),
      ).toBe(true)
      expect(reply.text).not.toMatch(/node_modules|at .*\.ts/)
    }
  })

  test('a body of the wrong content type', async () => {
    const headers = { 'content-type': 'text/plain' }
    const reply = await service.call(`POST ${unified}`, { as: 'admin', body: 'x', headers })
    expect(reply).toMatchObject(refused(415, 'unsupported_media_type'))
  })
})
