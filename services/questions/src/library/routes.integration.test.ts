import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@rehearse/testing/temporary-folder'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, startFilledService } from '../testing/filled-service.ts'
import { bodyOf, named } from '../testing/library-bodies.ts'
import { questionBody } from '../testing/question-body.ts'
import { type Failure, refused } from '../testing/questions-service.ts'
import { isEditable } from './kind.ts'
import { servedKinds } from './kinds.ts'

let service: FilledService
beforeAll(async () => {
  await using folder = await temporaryFolder()
  const categories = [{ id: 'css', name: 'CSS', description: 'd', icon: 'palette', color: '#000000' }]
  await writeFile(join(folder.path, 'resource-categories.json'), JSON.stringify(categories))
  service = await startFilledService('library_routes', { contentDir: folder.path })
})
afterAll(() => service.close())

interface Reply {
  data: { id: string; order: number; createdAt: string; updatedAt: string; [field: string]: unknown }
  message: string
}
interface List {
  data: Reply['data'][]
  count: number
  [extra: string]: unknown
}

const send = (call: string, body?: unknown, headers = {}) =>
  service.call<Reply & Failure>(call, { as: 'admin', body, headers })
const make = async (address: string, body: object) => (await send(`POST ${address}`, body)).body.data
const list = async (address: string, as: 'visitor' | 'admin' = 'visitor') =>
  (await service.call<List>(`GET ${address}`, { as })).body

const editableKinds = servedKinds.flatMap(({ endpoints, noun, outsideLists }) =>
  isEditable(endpoints) ? [{ address: endpoints.list.path, noun, outsideLists }] : [],
)

describe.each(editableKinds)('$address', ({ address, noun, outsideLists }) => {
  test('lets an admin create, read, change and delete an entry', async () => {
    const body = bodyOf(address)
    const name = String(body.title ?? body.name)
    const created = await send(`POST ${address}`, body)
    expect(created).toMatchObject({
      status: 201,
      body: {
        message: `${noun} created successfully`,
        data: { ...body, id: name.toLowerCase().replace(' ', '-') },
      },
    })
    const { id } = created.body.data
    expect((await send(`GET ${address}/${id}`)).body.data).toEqual(created.body.data)

    const change = body.title === undefined ? { name: 'Changed' } : { title: 'Changed' }
    const changed = await send(`PUT ${address}/${id}`, { ...change, order: 42 })
    expect(changed).toMatchObject({ status: 200, body: { message: `${noun} updated successfully` } })
    const { updatedAt, revision } = changed.body.data
    expect(changed.body.data).toEqual({ ...created.body.data, ...change, order: 42, updatedAt, revision })
    const listed = Object.entries(changed.body.data).filter(([field]) => !outsideLists.includes(field))
    expect((await list(address, 'admin')).data).toContainEqual(Object.fromEntries(listed))

    expect(await send(`DELETE ${address}/${id}`)).toMatchObject({
      status: 200,
      body: { id, message: `${noun} deleted successfully` },
    })
    for (const call of [`GET ${address}/${id}`, `PUT ${address}/${id}`, `DELETE ${address}/${id}`]) {
      const gone = await send(call, call.startsWith('PUT') ? change : undefined)
      expect(gone).toMatchObject({ ...refused(404, 'entry_not_found') })
      expect(gone.body.error).toBe(`${noun} not found`)
    }
  })

  test('rejects a change or deletion based on a stale version', async () => {
    const { id, revision } = await make(address, bodyOf(address))
    const before = { 'if-match': `"v${revision}"` }
    const changed = await send(`PUT ${address}/${id}`, { order: 7 }, before)
    expect(changed).toMatchObject({ status: 200 })
    for (const call of [`PUT ${address}/${id}`, `DELETE ${address}/${id}`]) {
      expect(await send(call, { order: 8 }, before)).toMatchObject(refused(412, 'stale_version'))
    }
    expect((await send(`GET ${address}/${id}`)).body.data).toEqual(changed.body.data)
    const now = { 'if-match': `"v${changed.body.data.revision}"` }
    expect(await send(`DELETE ${address}/${id}`, undefined, now)).toMatchObject({ status: 200 })
  })

  test('restores a deleted entry at its position, under its id', async () => {
    const { id, createdAt, updatedAt, statusChangedAt, revision, ...whole } = await make(
      address,
      bodyOf(address),
    )
    await send(`DELETE ${address}/${id}`)
    const again = await send(`POST ${address}`, { id, ...whole })
    expect(again).toMatchObject({ status: 201, body: { data: { id, ...whole } } })
    expect(again.body.data.revision).toBeGreaterThan(Number(revision))
  })

  test('reorders the whole list', async () => {
    await make(address, bodyOf(address))
    await make(address, bodyOf(address))
    const turned = (await list(address, 'admin')).data.map(({ id }) => id).toReversed()
    expect(await send(`POST ${address}/order`, { ids: turned })).toMatchObject({ status: 200 })
    const now = (await list(address, 'admin')).data
    expect(now.map(({ id }) => id)).toEqual(turned)
    const once = turned.slice(1)
    for (const ids of [once, [...once, once[0]], [...turned, 'nothing-like-it']]) {
      expect(await send(`POST ${address}/order`, { ids })).toMatchObject(refused(409, 'list_changed'))
    }
    expect(
      await service.call(`POST ${address}/order`, { as: 'learner', body: { ids: turned } }),
    ).toMatchObject(refused(403, 'forbidden'))
    expect((await list(address, 'admin')).data).toEqual(now)
  })

  test('rejects writes from other roles', async () => {
    const { id } = await make(address, bodyOf(address))
    for (const call of [`POST ${address}`, `PUT ${address}/${id}`, `DELETE ${address}/${id}`]) {
      const body = bodyOf(address)
      expect(await service.call(call, { body })).toMatchObject(refused(401, 'authentication_required'))
      expect(await service.call(call, { body, as: 'learner' })).toMatchObject(refused(403, 'forbidden'))
    }
    expect(await service.call(`GET ${address}/${id}`)).toMatchObject({ status: 200 })
  })

  test('rejects an invalid entry, field by field', async () => {
    const { id } = await make(address, bodyOf(address))
    expect(await send(`POST ${address}`, {})).toMatchObject({ status: 400 })
    const field = address.endsWith('plans') ? { duration: 0 } : { title: '' }
    expect(await send(`PUT ${address}/${id}`, field)).toMatchObject({
      status: 400,
      body: { details: [{ path: Object.keys(field)[0] }] },
    })
    expect(await send(`POST ${address}`, { ...bodyOf(address), id: 'No Id' })).toMatchObject({ status: 400 })
    expect(await send(`POST ${address}`, { ...bodyOf(address), id })).toMatchObject(refused(409, 'id_taken'))
  })

  test('drops unknown fields', async () => {
    const entry = await make(address, { ...bodyOf(address), surprise: 1, createdAt: 'now' })
    expect(entry).not.toHaveProperty('surprise')
    expect((await send(`PUT ${address}/${entry.id}`, { surprise: 1 })).body.data).not.toHaveProperty(
      'surprise',
    )
  })

  test('gives entries with the same title different ids, and stores a repeated write once', async () => {
    const body = bodyOf(address)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await send(`POST ${address}`, body, headers)
    expect((await send(`POST ${address}`, body, headers)).body).toEqual(first.body)
    expect((await make(address, body)).id).toMatch(new RegExp(`^${first.body.data.id}-[0-9a-f]{8}$`))
  })

  test('sets an ETag on reads', async () => {
    await make(address, bodyOf(address))
    const { headers } = await service.call(`GET ${address}`)
    const known = { 'if-none-match': headers.get('etag') ?? '' }
    expect(await service.call(`GET ${address}`, { headers: known })).toMatchObject({ status: 304, text: '' })
    await make(address, bodyOf(address))
    expect(await service.call(`GET ${address}`, { headers: known })).toMatchObject({ status: 200 })
  })
})

describe('plans', () => {
  const address = '/api/guided-learning/plans'

  test('have the defaults of the specification', async () => {
    expect(await make(address, { name: named() })).toMatchObject({
      duration: 1,
      difficulty: 'Intermediate',
      totalQuestions: 100,
      dailyQuestions: 100,
      estimatedTime: '2-3 hours per day',
      isRecommended: false,
      isActive: true,
    })
  })

  test.each([
    [1, false],
    [3, true],
    [6, false],
    [7, true],
  ])('of %i days are recommended by default: %s', async (duration, isRecommended) => {
    const plan = await make(address, { name: named(), duration })
    expect(plan.isRecommended).toBe(isRecommended)
    const { body } = await send(`PUT ${address}/${plan.id}`, { isRecommended: !isRecommended })
    expect(body.data.isRecommended).toBe(!isRecommended)
  })

  test('are returned as plans and as data, without those that are switched off', async () => {
    const plan = await make(address, { name: named(), isActive: false })
    const { data, plans } = await list(address)
    expect(plans).toEqual(data)
    expect(data.map(({ id }) => id)).not.toContain(plan.id)
    expect(await service.call(`GET ${address}/${plan.id}`)).toMatchObject(refused(404, 'entry_not_found'))
    expect((await list(address, 'admin')).plans).toContainEqual(plan)
  })
})

describe('questions chosen by a plan', () => {
  const address = '/api/guided-learning/plans'
  const section = (id: string, questions: string[], category = 'JavaScript') => ({
    id,
    name: id,
    category,
    questions,
  })

  test('must exist, and be chosen only once', async () => {
    const [one, other] = [await service.create(), await service.create()]
    const gone = await service.create()
    await service.call(`DELETE /api/questions/unified/${gone.id}`, { as: 'admin' })
    const missing = randomUUID()
    const sections = [section('a', [one.id, missing]), section('b', [gone.id, other.id, one.id])]
    const refusal = await send(`POST ${address}`, { name: named(), sections })
    expect(refusal).toMatchObject(refused(400, 'invalid_entry'))
    expect(refusal.body.details).toEqual([
      { path: 'sections.0.questions.1', message: 'must be the id of a question' },
      { path: 'sections.1.questions.0', message: 'must be the id of a question' },
      { path: 'sections.1.questions.2', message: 'is chosen already' },
    ])
    const plan = await make(address, { name: named(), sections: [section('a', [one.id, other.id])] })
    expect(await send(`PUT ${address}/${plan.id}`, { sections })).toMatchObject(refused(400, 'invalid_entry'))
    expect(await send(`PUT ${address}/${plan.id}`, { name: named() })).toMatchObject({ status: 200 })
  })

  test('are checked before anything is stored', async () => {
    const [one, idle] = [await service.create(), await service.create({ isActive: false })]
    const missing = randomUUID()
    const sections = [
      section('a', [one.id, idle.id], one.category),
      section('b', [missing, one.id], 'Nothing like it'),
    ]
    const { status, body } = await service.call<{ data: unknown }>(`POST ${address}/check`, {
      as: 'admin',
      body: { sections },
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      {
        available: expect.any(Number),
        questions: [
          { id: one.id, title: one.title, state: 'open', repeated: false },
          { id: idle.id, title: idle.title, state: 'inactive', repeated: false },
        ],
      },
      {
        available: null,
        questions: [
          { id: missing, title: null, state: 'missing', repeated: false },
          { id: one.id, title: one.title, state: 'open', repeated: true },
        ],
      },
    ])
    expect(await service.call(`POST ${address}/check`, { as: 'learner', body: { sections } })).toMatchObject(
      refused(403, 'forbidden'),
    )
  })
})

describe('challenges', () => {
  test.each(['visitor', 'learner'] as const)('don’t show their solution to: %s', async (as) => {
    const { id } = await make('/api/challenges', bodyOf('/api/challenges'))
    for (const address of ['/api/challenges', `/api/challenges/${id}`, '/api/challenges?searchTerm=secret']) {
      const { status, text } = await service.call(`GET ${address}`, { as })
      expect(status).toBe(200)
      expect(text).not.toMatch(/the-secret|solution|explanation/)
    }
    const admin = await send(`GET /api/challenges/${id}`)
    expect(admin.body.data).toMatchObject({ explanation: 'the-secret-explanation' })
  })
})

describe('resources', () => {
  test('are filtered by category, type, difficulty and search term', async () => {
    const tag = randomUUID()
    const resource = { ...bodyOf('/api/resources'), tags: [tag.toUpperCase()], difficulty: 'advanced' }
    const { id } = await make('/api/resources', resource)
    const found = async (query: string) => (await list(`/api/resources?searchTerm=${tag}&${query}`)).count
    expect(await found('category=css&type=article&difficulty=advanced')).toBe(1)
    for (const query of ['category=html', 'type=video', 'difficulty=beginner'])
      expect(await found(query)).toBe(0)
    expect((await list(`/api/resources?searchTerm=${tag}`)).data).toMatchObject([{ id }])
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'example.org'])('never link to %s', async (url) => {
    const reply = await send('POST /api/resources', { ...bodyOf('/api/resources'), url })
    expect(reply).toMatchObject({ status: 400, body: { details: [{ path: 'url' }] } })
  })

  test('must be in an existing category', async () => {
    const stray = { ...bodyOf('/api/resources'), category: 'nowhere' }
    const { id } = await make('/api/resources', bodyOf('/api/resources'))
    for (const reply of [
      await send('POST /api/resources', stray),
      await send(`PUT /api/resources/${id}`, stray),
    ]) {
      expect(reply).toMatchObject(refused(400, 'invalid_entry'))
      expect(reply.body.details).toMatchObject([{ path: 'category' }])
    }
    const { categories } = await list('/api/resources?searchTerm=nothing-like-this')
    expect(categories).toMatchObject([{ id: 'css', name: 'CSS', count: expect.any(Number) }])
  })

  test('don’t include the listing of issues', async () => {
    const issues = { ...bodyOf('/api/resources'), id: 'issues' }
    expect(await send('POST /api/resources', issues)).toMatchObject(refused(409, 'id_taken'))
  })
})

describe('the question bank', () => {
  test('lists companies and tags, and makes up no completion rate', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    const item = { ...bodyOf('/api/question-bank'), companies: [one], tags: [other] }
    const { id, completionRate } = await make('/api/question-bank', item)
    await make('/api/question-bank', item)
    expect(completionRate).toBeNull()
    const { companies, tags, data } = await list(`/api/question-bank?company=${one}&tag=${other}`)
    expect((companies as string[]).filter((company) => company === one)).toEqual([one])
    expect(tags).toContain(other)
    expect(data.map((entry) => entry.id)).toContain(id)
    expect(data).toHaveLength(2)
  })
})

describe('jobs', () => {
  test('are shown until their last day', async () => {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const open = await make('/api/jobs', { ...bodyOf('/api/jobs'), closesOn: day(0) })
    const reopened = await make('/api/jobs', { ...bodyOf('/api/jobs'), closesOn: day(-2), level: 'mid' })
    const cleared = await send(`PUT /api/jobs/${reopened.id}`, { closesOn: null })
    expect(cleared.body.data).not.toHaveProperty('closesOn')
    expect(cleared.body.data.level).toBe('mid')
    expect(await send(`PUT /api/jobs/${reopened.id}`, { company: null })).toMatchObject({ status: 400 })
    const closed = await make('/api/jobs', { ...bodyOf('/api/jobs'), closesOn: day(-2) })
    const ids = (await list('/api/jobs')).data.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([open.id, reopened.id]))
    expect(ids).not.toContain(closed.id)
    expect((await list('/api/jobs', 'admin')).data).toContainEqual(closed)
  })
})

describe('badges and features', () => {
  test.each(['/api/badges', '/api/features'])("%s can't be edited", async (address) => {
    expect(await send(`POST ${address}`, {})).toMatchObject({ status: 404 })
  })

  test('shows the list of features to admins only', async () => {
    expect(await service.call('GET /api/features')).toMatchObject(refused(401, 'authentication_required'))
    expect(await service.call('GET /api/features', { as: 'learner' })).toMatchObject(
      refused(403, 'forbidden'),
    )
    expect((await list('/api/features', 'admin')).summary).toEqual({
      total: 0,
      completed: 0,
      inProgress: 0,
      pending: 0,
      website: 0,
      admin: 0,
      completionRate: 0,
    })
    expect(await list('/api/features/planned')).toMatchObject({ data: [], count: 0 })
  })
})

describe('a question list', () => {
  const lists = '/api/question-lists'
  const draft = async (as: 'author' | 'other_author') => {
    const { body } = await service.call<{ data: { id: string } }>('POST /api/questions/unified', {
      as,
      body: questionBody({ title: named(), status: 'draft' }),
    })
    return body.data.id
  }

  test('of an author has no draft of another, and no question that may not exist', async () => {
    const [own, foreign, open] = [
      await draft('author'),
      await draft('other_author'),
      (await service.create({})).id,
    ]
    const create = (as: 'author' | 'reviewer', questions: string[]) =>
      service.call<{ data: { id: string }; code?: string; details?: { path: string; message: string }[] }>(
        `POST ${lists}`,
        { as, body: { title: named(), description: 'd', questions } },
      )
    const made = await create('author', [open, own])
    expect(made.status).toBe(201)
    const refused = await create('author', [open, foreign])
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_entry'])
    // The same for both, so that the response doesn't reveal which one exists.
    const unknown = await create('author', [open, randomUUID()])
    expect(unknown.body.details).toEqual(refused.body.details)
    const path = `PUT ${lists}/${made.body.data.id}`
    expect((await service.call(path, { as: 'author', body: { questions: [own, foreign] } })).status).toBe(400)
    expect((await service.call(path, { as: 'author', body: { title: named() } })).status).toBe(200)
    expect((await create('reviewer', [foreign])).status).toBe(201)
  })

  test('shows visitors and learners only public questions, also in what was stored earlier', async () => {
    const [foreign, open] = [await draft('other_author'), (await service.create({})).id]
    const { id } = await make(lists, { title: named(), description: 'd', questions: [foreign, open] })
    for (const as of ['visitor', 'learner'] as const) {
      for (const path of [lists, `${lists}/${id}`, `${lists}/${id}/questions`]) {
        const { status, text } = await service.call(`GET ${path}`, { as })
        expect(status).toBe(200)
        expect(text).toContain(open)
        expect(text).not.toContain(foreign)
      }
    }
    expect((await service.call(`GET ${lists}/${id}`, { as: 'admin' })).text).toContain(foreign)
  })
})

test('lists questions by id or by permanent id, and shows learners only those they may see', async () => {
  const [first, second, hidden] = [
    await service.create({ title: 'First' }),
    await service.create({ title: 'Second' }),
    await service.create({ title: 'Hidden', isActive: false }),
  ].map((question) => question.id)
  const questions = [second, 'no-such-question', hidden, first]
  const { id } = await make('/api/question-lists', { title: named(), description: 'd', questions })
  const { data } = (await service.call<List>(`GET /api/question-lists/${id}/questions`, { as: 'visitor' }))
    .body
  expect(data.map(({ title }) => title)).toEqual(['Second', 'First'])
  expect(JSON.stringify(data)).not.toContain('isCorrect')
})

test('indexes every entry with its line and its words, and the companies of the question bank', async () => {
  const bodyWith = (address: string, changes: object) => ({ ...bodyOf(address), ...changes })
  const sheet = {
    title: 'Flexbox in brief',
    description: 'One axis.\nMore.',
    category: 'CSS',
    language: 'css',
    tags: ['layout'],
    groups: [{ title: 'Container', entries: [{ code: 'justify-content: center', description: 'd' }] }],
  }
  const { id } = await make('/api/cheatsheets', sheet)
  const closed = await make('/api/jobs', bodyWith('/api/jobs', { closesOn: '2020-01-01' }))
  const open = await make('/api/jobs', bodyWith('/api/jobs', {}))
  await make('/api/question-bank', bodyWith('/api/question-bank', { companies: ['Acme Search'] }))
  const { data } = (await service.call<List>('GET /api/search-index', { as: 'visitor' })).body
  const byId = (kind: string, id: string) => data.find((entry) => entry.kind === kind && entry.id === id)
  expect(byId('cheatsheet', id)).toEqual({
    kind: 'cheatsheet',
    id,
    title: sheet.title,
    text: 'One axis.',
    words: ['CSS', 'layout', 'Container', 'justify-content: center'],
  })
  expect(byId('job', open.id)).toBeDefined()
  expect(byId('job', closed.id)).toBeUndefined()
  expect(byId('company', 'Acme Search')).toMatchObject({ title: 'Acme Search' })
  expect(JSON.stringify(data)).not.toContain('the-secret')
})

test('the search index names steps with the headings and emphasized words of their lessons', async () => {
  const lesson = [
    'A **closure** keeps *variables*, not `values`; 2 * 3 * 4 is no emphasis.',
    '## Stale closures',
    '```js',
    '## Not a heading',
    '```',
    '## In the interview',
    '## Read more',
  ].join('\n')
  const title = named()
  const { id } = await make('/api/learning-paths', {
    title,
    steps: [{ id: 'closures', title: 'Functions', summary: 'What they keep.', lesson }],
  })
  const { data } = (await service.call<List>('GET /api/search-index', { as: 'visitor' })).body
  expect(data.find((entry) => entry.id === `${id}/closures`)).toEqual({
    kind: 'step',
    id: `${id}/closures`,
    title: 'Functions',
    text: 'What they keep.',
    words: [title, 'closure', 'variables', 'Stale closures'],
  })
})
