import { randomUUID } from 'node:crypto'
import type { Question, ReviewedQuestion } from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, type One, startFilledService, unified } from '../testing/filled-service.ts'
import { questionBody, secret, secretFeedback } from '../testing/question-body.ts'
import { type Caller, refused } from '../testing/questions-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('question_status')
})
afterAll(() => service.close())

const write = (as: Caller, changes: object = {}) =>
  service.call<One>(`POST ${unified}`, { as, body: questionBody(changes) })
const draftOf = async (as: Caller) => (await write(as)).body.data
const step = (as: Caller, { id }: { id: string }, body: object, headers = {}) =>
  service.call<One>(`POST ${unified}/${id}/status`, { as, body, headers })
const read = (as: Caller, { id }: { id: string }) => service.call<One>(`GET ${unified}/${id}`, { as })
const change = (as: Caller, { id }: { id: string }, body: object, headers = {}) =>
  service.call<One>(`PUT ${unified}/${id}`, { as, body, headers })
const tagOf = ({ version }: Question) => ({ 'if-match': `"v${version}"` })

/** A draft that its author has submitted. */
async function submitted(): Promise<Question> {
  const reply = await step('author', await draftOf('author'), { status: 'in-review' })
  return reply.body.data
}

describe('the status of a new question', () => {
  test('is approved for an admin, a draft for others', async () => {
    expect((await write('admin')).body.data).toMatchObject({ status: 'approved', approved: true })
    expect((await write('admin', { approved: false })).body.data).toMatchObject({
      status: 'draft',
      approved: false,
    })
    expect((await write('admin', { status: 'archived' })).body.data).toMatchObject({ approved: false })
    for (const as of ['author', 'reviewer'] as const) {
      expect((await write(as)).body.data).toMatchObject({ status: 'draft', approved: false })
    }
  })

  test.each([{ approved: true }, { status: 'approved' }, { status: 'archived' }])(
    'can’t be %j for an author',
    async (asked) => {
      expect(await write('author', asked)).toMatchObject(refused(403, 'status_forbidden'))
      expect(await write('reviewer', asked)).toMatchObject(refused(403, 'status_forbidden'))
    },
  )

  test('may have an expiry, which counts once it is published', async () => {
    const expiresAt = '2999-01-01T00:00:00.000Z'
    for (const as of ['admin', 'author'] as const) {
      const { status, body } = await write(as, { status: 'draft', expiresAt })
      expect([status, body.data.status, body.data.expiresAt]).toEqual([201, 'draft', expiresAt])
    }
    const past = { expiresAt: '2020-01-01T00:00:00Z' }
    expect(await write('admin', past)).toMatchObject(refused(400, 'invalid_status'))
    const draft = (await write('admin', { status: 'draft', ...past })).body.data
    expect(await step('admin', draft, { status: 'approved' })).toMatchObject(refused(400, 'invalid_status'))
    expect((await step('admin', draft, { status: 'approved', expiresAt: null })).status).toBe(200)
  })

  test('must agree with `approved`, and needs a time if scheduled', async () => {
    const contradiction = { status: 'draft', approved: true }
    expect(await write('admin', contradiction)).toMatchObject(refused(400, 'invalid_question'))
    expect(await write('admin', { status: 'scheduled' })).toMatchObject(refused(400, 'invalid_question'))
    const question = await service.create()
    expect(await change('admin', question, contradiction)).toMatchObject(refused(400, 'invalid_question'))
  })
})

describe('an author', () => {
  test('reads open questions and their own with the key, and nothing of others’', async () => {
    const [own, others, hidden, open] = [
      await draftOf('author'),
      await draftOf('other_author'),
      await service.create({ approved: false }),
      await service.create(),
    ]
    expect((await read('author', own)).body.data).toMatchObject({ id: own.id, correctAnswers: ['b'] })
    expect((await read('author', open)).body.data).toMatchObject({ id: open.id, correctAnswers: ['b'] })
    for (const secretOne of [others, hidden]) {
      expect(await read('author', secretOne)).toMatchObject(refused(404, 'question_not_found'))
      const requests = [
        `GET ${unified}?ids=${secretOne.id}`,
        `GET ${unified}?ids=${secretOne.id}&status=draft`,
        `GET ${unified}?ids=${secretOne.id}&include=answers&random=true`,
        `GET ${unified}?search=${encodeURIComponent(secretOne.title)}`,
        `GET ${unified}/search?search=${encodeURIComponent(secretOne.title)}`,
        `GET ${unified}/${secretOne.id}/history`,
        `GET /api/admin/reviews?queue=waiting`,
      ]
      for (const request of requests) {
        const { text } = await service.call(request, { as: 'author' })
        expect(text, request).not.toContain(secretOne.id)
      }
    }
    const search = `GET ${unified}?search=${encodeURIComponent(own.title)}`
    expect((await service.call(search, { as: 'author' })).body).toMatchObject({
      data: [{ id: own.id }],
      pagination: { totalCount: 1 },
    })
    expect((await service.call(search, { as: 'other_author' })).body).toMatchObject({
      data: [],
      pagination: { totalCount: 0 },
    })
    expect((await service.call(`GET ${unified}/${own.id}/history`, { as: 'author' })).status).toBe(200)
    // The history of a question of others includes the drafts before it was approved.
    expect(await service.call(`GET ${unified}/${open.id}/history`, { as: 'author' })).toMatchObject(
      refused(404, 'question_not_found'),
    )
  })

  test('lists their own drafts by status', async () => {
    const own = await draftOf('author')
    const list = async (as: Caller, query: string) =>
      (await service.call<{ data: Question[] }>(`GET ${unified}?pageSize=100&${query}`, { as })).body.data
    const ids = (await list('author', 'status=draft')).map(({ id }) => id)
    expect(ids).toContain(own.id)
    expect((await list('author', 'status=draft')).every(({ createdBy }) => createdBy === 'author_1')).toBe(
      true,
    )
    expect((await list('other_author', 'status=draft')).map(({ id }) => id)).not.toContain(own.id)
    expect((await list('reviewer', 'status=draft')).map(({ id }) => id)).toContain(own.id)
    expect((await list('admin', 'status=in-review')).map(({ id }) => id)).not.toContain(own.id)
    for (const as of ['visitor', 'learner'] as const) {
      for (const status of ['draft', 'in-review', 'scheduled', 'archived']) {
        expect(await list(as, `status=${status}`)).toEqual([])
      }
    }
    expect(await list('admin', 'status=draft&approved=true')).toEqual([])
    expect(await list('admin', 'status=approved&approved=false')).toEqual([])
  })

  test('changes their own drafts only', async () => {
    const own = await draftOf('author')
    expect((await change('author', own, { title: 'Mended' })).body.data).toMatchObject({
      title: 'Mended',
      version: 2,
    })
    expect(await change('other_author', own, { title: 'Stolen' })).toMatchObject(
      refused(404, 'question_not_found'),
    )
    expect(await change('reviewer', own, { title: 'Stolen' })).toMatchObject(refused(403, 'not_own_draft'))
    const open = await service.create()
    expect(await change('author', open, { title: 'Stolen' })).toMatchObject(refused(403, 'not_own_draft'))
    const inReview = await submitted()
    expect(await change('author', inReview, { title: 'Late' })).toMatchObject(refused(403, 'not_own_draft'))
    await step('author', inReview, { status: 'draft' })
    expect((await change('author', inReview, { title: 'In time' })).status).toBe(200)
  })

  test.each([
    { approved: true },
    { status: 'approved' },
    { status: 'scheduled', publishAt: '2999-01-01T00:00:00Z' },
  ])('can’t publish by changing it to %j', async (asked) => {
    const own = await draftOf('author')
    expect((await change('author', own, { title: 'Mine', ...asked })).status).toBeGreaterThanOrEqual(400)
    expect((await step('author', own, { status: 'approved', ...asked })).status).toBeGreaterThanOrEqual(400)
    expect((await read('admin', own)).body.data).toMatchObject({
      title: own.title,
      status: 'draft',
      version: 1,
    })
    expect((await read('learner', own)).status).toBe(404)
  })

  test('has no other way to publish, delete or import', async () => {
    const own = await draftOf('author')
    const rows = { isBulkImport: true, questions: [questionBody()] }
    const requests: [string, object?][] = [
      [`POST ${unified}`, rows],
      ['POST /api/questions/import', { content: JSON.stringify([questionBody()]), format: 'json' }],
      [`POST ${unified}/bulk`, { action: 'approve', ids: [own.id] }],
      [`POST ${unified}/bulk`, { action: 'status', value: 'approved', ids: [own.id] }],
      [`POST ${unified}/${own.id}/restore`],
      [`DELETE ${unified}/${own.id}`],
      ['POST /api/admin/backup', { ...own, section: 'General', approved: true }],
      ['POST /api/admin/backup/restore', { section: 'General' }],
    ]
    for (const as of ['author', 'reviewer'] as const) {
      for (const [request, body] of requests) {
        const reply = await service.call(request, { as, ...(body && { body }) })
        expect(reply, request).toMatchObject(refused(403, 'forbidden'))
      }
    }
  })
})

describe('a review', () => {
  test('goes from draft over in review and back to approved; only then learners see it', async () => {
    const question = await submitted()
    const search = `GET ${unified}?search=${encodeURIComponent(question.title)}`
    const isPublic = async () => {
      const replies = await Promise.all([
        read('visitor', question),
        read('learner', question),
        service.call(search, { as: 'learner' }),
        service.call(`GET ${unified}?random=true&count=100`),
        service.call(`POST ${unified}/${question.id}/check`, { body: { selectedOptionIds: ['a'] } }),
      ])
      const seen = replies.map(
        ({ text, status }) => status === 200 && (text.includes(question.id) || text.includes('isCorrect')),
      )
      return seen
    }
    expect(await isPublic()).not.toContain(true)
    const returned = await step('reviewer', question, { status: 'draft', comment: 'Which engine?' })
    expect(returned.body.data).toMatchObject({
      status: 'draft',
      statusComment: 'Which engine?',
      statusChangedBy: 'reviewer_1',
    })
    expect(await isPublic()).not.toContain(true)
    await change('author', question, { content: 'In V8: console.log(typeof null)' })
    await step('author', question, { status: 'in-review' })
    const approved = await step('reviewer', question, { status: 'approved' })
    expect(approved.body.data).toMatchObject({ status: 'approved', approved: true, version: 6 })
    expect((await isPublic()).slice(0, 3)).toEqual([true, true, true])
    const reply = await read('learner', question)
    for (const word of [secret, secretFeedback, 'statusChangedBy', 'reviewer', 'publishAt']) {
      expect(reply.text).not.toContain(word)
    }
  })

  test('of a question that was withdrawn, edited and submitted meanwhile is stale', async () => {
    const question = await submitted()
    await step('author', question, { status: 'draft' })
    await change('author', question, { title: 'Not what was read' })
    await step('author', question, { status: 'in-review' })
    const blind = await step('reviewer', question, { status: 'approved' }, tagOf(question))
    expect(blind).toMatchObject(refused(412, 'stale_version'))
    expect((await read('learner', question)).status).toBe(404)
  })

  test('by two at once has one result', async () => {
    const question = await submitted()
    const decisions = [
      { status: 'approved' },
      { status: 'draft', comment: 'No' },
      { status: 'approved' },
      { status: 'draft', comment: 'No' },
    ]
    const replies = await Promise.all(
      decisions.map((body) => step('reviewer', question, body, tagOf(question))),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
    const { version, status } = (await read('admin', question)).body.data
    expect(version).toBe(question.version + 1)
    expect(status).toBe(replies.find((reply) => reply.status === 200)?.body.data.status)
  })

  test('can’t be a reviewer’s own, and a return says why', async () => {
    const own = await draftOf('reviewer')
    await step('reviewer', own, { status: 'in-review' })
    expect(await step('reviewer', own, { status: 'approved' })).toMatchObject(
      refused(403, 'status_forbidden'),
    )
    expect((await step('admin', own, { status: 'approved' })).status).toBe(200)
    const question = await submitted()
    expect(await step('reviewer', question, { status: 'draft' })).toMatchObject(
      refused(400, 'invalid_status'),
    )
  })

  test('is in every version and in the history', async () => {
    const question = await submitted()
    await step('reviewer', question, { status: 'approved', comment: 'Nice' })
    const { body } = await service.call<{
      data: { changes: string[]; changedBy: string; question: object }[]
    }>(`GET ${unified}/${question.id}/history`, { as: 'author' })
    expect(body.data.map(({ changedBy }) => changedBy)).toEqual(['reviewer_1', 'author_1', 'author_1'])
    expect(body.data[0]).toMatchObject({
      changes: expect.arrayContaining(['approved', 'status', 'statusComment']),
      question: { status: 'approved', statusComment: 'Nice', approved: true },
    })
  })
})

describe('GET /api/admin/reviews', () => {
  const queue = async (as: Caller, name: string) => {
    const reply = await service.call<{ data: ReviewedQuestion[]; counts: Record<string, number> }>(
      `GET /api/admin/reviews?pageSize=100&queue=${name}`,
      { as },
    )
    expect(reply.status).toBe(200)
    return { ids: reply.body.data.map(({ id }) => id), ...reply.body }
  }

  test('lists what waits, what is assigned, what came back and what is on its way', async () => {
    const [plain, assigned, back] = [await submitted(), await draftOf('author'), await submitted()]
    await step('author', assigned, { status: 'in-review', reviewer: 'reviewer_1' })
    await step('reviewer', back, { status: 'draft', comment: 'Which engine?' })
    const waiting = await queue('reviewer', 'waiting')
    expect(waiting.ids).toEqual(expect.arrayContaining([plain.id, assigned.id]))
    expect(waiting.ids).not.toContain(back.id)
    expect(waiting.counts.waiting).toBe(waiting.ids.length)
    expect((await queue('reviewer', 'assigned')).ids).toEqual([assigned.id])
    const returned = await queue('author', 'returned')
    expect(returned.ids).toContain(back.id)
    expect((await queue('author', 'submitted')).ids).toEqual(expect.arrayContaining([plain.id, assigned.id]))
    expect(returned.counts).toMatchObject({ waiting: 0, assigned: 0 })
    expect((await queue('other_author', 'returned')).ids).toEqual([])
    // A deactivated reviewer doesn't hold it up.
    await step('admin', plain, { status: 'in-review', reviewer: 'someone-deactivated' })
    expect((await queue('reviewer', 'waiting')).ids).toContain(plain.id)
  })

  test('shows a reviewer what others wrote, with the last approved version', async () => {
    const own = await draftOf('reviewer')
    await step('reviewer', own, { status: 'in-review' })
    expect((await queue('reviewer', 'waiting')).ids).not.toContain(own.id)
    expect((await queue('admin', 'waiting')).ids).toContain(own.id)
    await step('admin', own, { status: 'approved' })
    await step('admin', own, { status: 'draft' })
    await change('reviewer', own, { title: 'Second edition' })
    await step('reviewer', own, { status: 'in-review' })
    const { data } = await queue('admin', 'waiting')
    expect(data.find(({ id }) => id === own.id)).toMatchObject({
      title: 'Second edition',
      approvedVersion: { title: own.title, status: 'approved' },
    })
    expect(data.filter(({ approvedVersion }) => approvedVersion === null).length).toBeGreaterThan(0)
  })
})

describe('bulk actions', () => {
  test('change the status, refuse where no step leads there, and can be undone', async () => {
    const [draft, archived] = [
      await service.create({ status: 'draft' }),
      await service.create({ status: 'archived' }),
    ]
    const bulk = (body: object) =>
      service.call<{ data: { batchId: string; results: object[] } }>(`POST ${unified}/bulk`, {
        as: 'admin',
        body,
      })
    const { body } = await bulk({ action: 'approve', ids: [draft.id, archived.id] })
    expect(body.data.results).toMatchObject([{ outcome: 'changed' }, { outcome: 'refused' }])
    expect((await read('admin', draft)).body.data).toMatchObject({
      status: 'approved',
      statusChangedBy: 'admin_1',
    })
    await service.call(`DELETE /api/questions/bulk/${body.data.batchId}`, { as: 'admin' })
    expect((await read('admin', draft)).body.data).toMatchObject({ status: 'draft', statusComment: null })
    await bulk({ action: 'status', value: 'archived', ids: [draft.id] })
    expect((await read('admin', draft)).body.data).toMatchObject({ status: 'archived', approved: false })
  })
})

describe('an update from an import', () => {
  test('publishes a draft only if it says so', async () => {
    const row = { ...questionBody(), title: `Same ${randomUUID()}` }
    const draft = (await write('admin', { ...row, status: 'draft' })).body.data
    const send = (changes: object) =>
      service.call('POST /api/questions/unified', {
        as: 'admin',
        body: { isBulkImport: true, onDuplicate: 'update', questions: [{ ...row, ...changes }] },
      })
    await send({ points: 7 })
    expect((await read('admin', draft)).body.data).toMatchObject({ points: 7, status: 'draft' })
    await send({ points: 8, approved: true })
    expect((await read('admin', draft)).body.data).toMatchObject({ points: 8, status: 'approved' })
  })
})
