import { randomUUID } from 'node:crypto'
import { type LearningPathDetails, type PathStep, placeMessage, type Question } from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, type One, startFilledService, unified } from '../testing/filled-service.ts'
import { bodyOf } from '../testing/library-bodies.ts'
import { type Failure, refused } from '../testing/questions-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('place_write_routes')
})
afterAll(() => service.close())

interface Reply {
  data: { id: string; name: string; questionCount: number; [field: string]: unknown }
  message: string
  moved: number
}

const send = (call: string, body?: unknown, headers = {}) =>
  service.call<Reply & Failure>(call, { as: 'admin', body, headers })
const make = async (address: string, body: object) => (await send(`POST ${address}`, body)).body.data
const read = async (question: Question) =>
  (await service.call<One>(`GET ${unified}/${question.id}`, { as: 'admin' })).body.data
const list = async (address: string) =>
  (await service.call<{ data: Reply['data'][] }>(`GET ${address}`)).body.data
/** Lists omit a path's steps, and its time is derived from its questions. */
const asListed = ({ steps: _, challenges: __, estimatedTime: ___, ...node }: Reply['data'], changes = {}) =>
  expect.objectContaining({ ...node, ...changes })
const named = () => `Named ${randomUUID()}`

/** Each kind of node, how a question refers to it, and how the question shows it. */
const catalogs = [
  { address: '/api/categories', noun: 'Category', field: 'category', shows: 'name' },
  { address: '/api/topics', noun: 'Topic', field: 'topic', shows: 'name' },
  { address: '/api/sections', noun: 'Section', field: 'sectionId', shows: 'id' },
  { address: '/api/learning-paths', noun: 'Learning path', field: 'learningPath', shows: 'id' },
] as const

describe.each(catalogs)('$address', ({ address, noun, field, shows }) => {
  test('creates a node with an id derived from its name', async () => {
    const name = named()
    const { status, body } = await send(`POST ${address}`, { name })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      data: { id: name.toLowerCase().replaceAll(' ', '-'), name, questionCount: 0 },
      message: `${noun} created successfully`,
    })
    expect(await list(address)).toContainEqual(asListed(body.data))
  })

  test('keeps the id when the name changes, and shows the new name in questions immediately', async () => {
    const node = await make(address, { name: named() })
    const question = await service.create({ [field]: node.id })
    const name = named()
    const { status, body } = await send(`PUT ${address}/${node.id}`, { name })
    expect({ status, id: body.data.id, name: body.data.name }).toEqual({ status: 200, id: node.id, name })
    const shown = await read(question)
    expect(shown[field]).toBe(shows === 'name' ? name : node.id)
    expect(shown.version).toBe(1)
    expect(await list(address)).toContainEqual(asListed(body.data, { questionCount: 1 }))
  })

  test('never gives two nodes the same name or id', async () => {
    const node = await make(address, { name: named() })
    const other = await make(address, { name: named() })
    const again = { name: `  ${node.name.toUpperCase()}` }
    expect(await send(`POST ${address}`, again)).toMatchObject(refused(409, 'name_taken'))
    expect(await send(`PUT ${address}/${other.id}`, again)).toMatchObject(refused(409, 'name_taken'))
    expect(await send(`PUT ${address}/${node.id}`, again)).toMatchObject({ status: 200 })
    expect(await send(`POST ${address}`, { name: named(), id: node.id })).toMatchObject(
      refused(409, 'id_taken'),
    )
    const racing = named()
    const replies = await Promise.all([1, 2, 3, 4].map(() => send(`POST ${address}`, { name: racing })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('deletes a node without questions', async () => {
    const node = await make(address, { name: named() })
    expect(await send(`DELETE ${address}/${node.id}`)).toMatchObject({
      status: 200,
      body: { id: node.id, moved: 0, message: `${noun} deleted successfully` },
    })
    expect(await send(`DELETE ${address}/${node.id}`)).toMatchObject({ status: 404 })
    expect(await send(`PUT ${address}/${node.id}`, { name: 'x' })).toMatchObject({ status: 404 })
  })

  test('rejects the deletion of a node in use, with the number of its questions', async () => {
    const node = await make(address, { name: named() })
    await service.create({ [field]: node.id })
    await service.create({ [field]: node.id, isActive: false })
    const deleted = await service.create({ [field]: node.id })
    await service.call(`DELETE ${unified}/${deleted.id}`, { as: 'admin' })
    const reply = await send(`DELETE ${address}/${node.id}`)
    expect(reply).toMatchObject(refused(409, 'in_use'))
    expect(reply.body.error).toContain('3 questions are filed under this')
    expect(reply.body.details).toEqual([
      { path: 'questionCount', message: '3' },
      { path: 'inactiveCount', message: '1' },
      { path: 'deletedCount', message: '1' },
    ])
    expect(await list(address)).toContainEqual(asListed(node, { questionCount: 1 }))
  })

  test('rejects a change or deletion based on a stale version', async () => {
    const node = await make(address, { name: named() })
    const before = { 'if-match': `"v${node.revision}"` }
    const changed = await send(`PUT ${address}/${node.id}`, { name: named() }, before)
    expect(changed).toMatchObject({ status: 200 })
    for (const call of [`PUT ${address}/${node.id}`, `DELETE ${address}/${node.id}`]) {
      expect(await send(call, { name: named() }, before)).toMatchObject(refused(412, 'stale_version'))
    }
    expect(await list(address)).toContainEqual(asListed(changed.body.data))
    const now = { 'if-match': `"v${changed.body.data.revision}"` }
    expect(await send(`DELETE ${address}/${node.id}`, undefined, now)).toMatchObject({ status: 200 })
  })

  test('moves the questions of a deleted node, each as a new version with its event', async () => {
    const [from, to] = [await make(address, { name: named() }), await make(address, { name: named() })]
    const questions = [await service.create({ [field]: from.id }), await service.create({ [field]: from.id })]
    const deleted = await service.create({ [field]: from.id })
    await service.call(`DELETE ${unified}/${deleted.id}`, { as: 'admin' })
    const { status, body } = await send(`DELETE ${address}/${from.id}?reassignTo=${to.id}`)
    expect({ status, moved: body.moved }).toEqual({ status: 200, moved: 2 })

    const shown = shows === 'name' ? to.name : to.id
    for (const question of questions) {
      expect(await read(question)).toMatchObject({ version: 2, [field]: shown, title: question.title })
      const history = await service.call<{ data: { version: number; changedBy: string }[] }>(
        `GET ${unified}/${question.id}/history`,
        { as: 'admin' },
      )
      expect(history.body.data[0]).toMatchObject({ version: 2, changedBy: 'admin_1', action: 'updated' })
    }
    expect(await list(address)).toContainEqual(asListed(to, { questionCount: 2 }))
    // The deleted question is restored to the node that the others were moved to.
    const restored = await service.call<One>(`POST ${unified}/${deleted.id}/restore`, { as: 'admin' })
    expect(restored.body.data).toMatchObject({ version: 3, [field]: shown })
  })

  test('accepts the target in the body as well', async () => {
    const [from, to] = [await make(address, { name: named() }), await make(address, { name: named() })]
    await service.create({ [field]: from.id })
    const { status, body } = await send(`DELETE ${address}/${from.id}`, { reassignTo: to.id })
    expect({ status, moved: body.moved }).toEqual({ status: 200, moved: 1 })
  })

  test.each(['nowhere-at-all', 'itself'])('doesn’t move questions to: %s', async (where) => {
    const node = await make(address, { name: named() })
    const question = await service.create({ [field]: node.id })
    const target = where === 'itself' ? node.id : where
    const reply = await send(`DELETE ${address}/${node.id}?reassignTo=${target}`)
    expect(reply).toMatchObject(refused(400, 'invalid_reassignment'))
    expect((await read(question)).version).toBe(1)
  })

  test('rejects writes from roles other than admin', async () => {
    const node = await make(address, { name: named() })
    for (const call of [`POST ${address}`, `PUT ${address}/${node.id}`, `DELETE ${address}/${node.id}`]) {
      const body = { name: named() }
      expect(await service.call(call, { body })).toMatchObject(refused(401, 'authentication_required'))
      expect(await service.call(call, { body, as: 'learner' })).toMatchObject(refused(403, 'forbidden'))
    }
    expect(await list(address)).toContainEqual(asListed(node))
  })

  test('performs a write once when it is repeated with one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { name: named() }
    const first = await send(`POST ${address}`, body, headers)
    const second = await send(`POST ${address}`, body, headers)
    expect(second).toMatchObject({ status: 201, body: first.body })
  })

  test('rejects invalid names', async () => {
    for (const body of [{}, { name: '' }, { name: 'x'.repeat(301) }, { name: 'a\u0000b' }, []]) {
      expect(await send(`POST ${address}`, body)).toMatchObject({ status: 400 })
    }
  })
})

test('a question that was moved meanwhile is left unchanged', async () => {
  const from = await make('/api/topics', { name: named() })
  const to = await make('/api/topics', { name: named() })
  const questions = await Promise.all([1, 2, 3, 4, 5, 6].map(() => service.create({ topic: from.id })))
  const replies = await Promise.all([
    send(`DELETE /api/topics/${from.id}?reassignTo=${to.id}`),
    ...questions.map(({ id }) =>
      service.call<One>(`PUT ${unified}/${id}`, { as: 'admin', body: { topic: null } }),
    ),
  ])
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  for (const question of questions) expect((await read(question)).topic).toBeNull()
})

describe('sections and learning paths', () => {
  test('a section has an icon and an order', async () => {
    const section = await make('/api/sections', { name: named(), icon: 'testing', order: 7 })
    expect(section).toMatchObject({ icon: 'testing', order: 7, description: '' })
    const { body } = await send(`PUT /api/sections/${section.id}`, { order: 3 })
    expect(body.data).toEqual({ ...section, order: 3, revision: body.data.revision })
    const bad = await send(`PUT /api/sections/${section.id}`, { icon: 'skull' })
    expect(bad).toMatchObject({ status: 400, body: { details: [{ path: 'icon' }] } })
  })

  test("a path keeps the fields that a change doesn't contain", async () => {
    const path = await make('/api/learning-paths', {
      title: named(),
      difficulty: 'hard',
      targetSkills: ['Patience'],
    })
    expect(path).toMatchObject({ difficulty: 'advanced', estimatedTime: 0, targetSkills: ['Patience'] })
    const { body } = await send(`PUT /api/learning-paths/${path.id}`, { description: 'Long' })
    expect(body.data).toEqual({ ...path, description: 'Long', revision: body.data.revision })
  })

  describe('the steps of a path', () => {
    const read = async (id: string, as: 'visitor' | 'learner' | 'admin' = 'visitor') =>
      (await service.call<{ data: LearningPathDetails }>(`GET /api/learning-paths/${id}`, { as })).body.data
    const invalid = (path: string) => ({ status: 400, body: { details: [{ path }] } })
    const step = (id: string, questionIds: string[] = [], more: Partial<PathStep> = {}) => ({
      ...{ id, title: `About ${id}`, summary: '', lesson: '', questionIds },
      ...more,
    })

    test('are edited with the path, and read with it', async () => {
      const [one, two] = [(await service.create()).id, (await service.create()).id]
      const path = await make('/api/learning-paths', { title: named() })
      expect(path).toMatchObject({ steps: [], stepCount: 0, questionCount: 0 })
      const lesson = `# Scope\n\n${'word '.repeat(398)}`
      const steps = [step('scope', [one], { lesson, summary: 'What can see what.' }), step('closures', [two])]
      const { body } = await send(`PUT /api/learning-paths/${path.id}`, { steps })
      expect(body.data).toMatchObject({ steps, stepCount: 2, questionCount: 2, estimatedTime: 5 / 60 })
      expect(await read(path.id)).toEqual(body.data)
      const turned = await send(`PUT /api/learning-paths/${path.id}`, { steps: steps.toReversed() })
      expect(turned.body.data).toMatchObject({ steps: steps.toReversed() })
      // Two admins edit concurrently: the second one gets an error.
      const stale = { 'if-match': `"v${body.data.revision}"` }
      expect(await send(`PUT /api/learning-paths/${path.id}`, { steps }, stale)).toMatchObject({
        status: 412,
      })
      expect(await service.call('GET /api/learning-paths/no-such-path')).toMatchObject(
        refused(404, 'learning_path_not_found'),
      )
    })

    test('come with the diagrams that their lessons show', async () => {
      const lesson = '![One.](diagrams/one.svg) ![None.](diagrams/none.svg)'
      const { id } = await make('/api/learning-paths', {
        title: named(),
        steps: [step('scope', [], { lesson })],
      })
      expect((await read(id)).diagrams).toEqual({})
    })

    test('name challenges, whose titles come with the path once they are approved', async () => {
      const challenge = await make('/api/challenges', bodyOf('/api/challenges'))
      const steps = [step('scope', [], { challengeIds: [challenge.id] })]
      const { id } = await make('/api/learning-paths', { title: named(), steps })
      const { title, difficulty } = challenge
      expect(await read(id)).toMatchObject({ steps, challenges: [{ id: challenge.id, title, difficulty }] })
      const put = (challengeIds: string[]) =>
        send(`PUT /api/learning-paths/${id}`, { steps: [step('scope', [], { challengeIds })] })
      expect(await put(['no-such-challenge'])).toMatchObject(invalid('steps.0.challengeIds.0'))
      expect(await put([challenge.id, challenge.id])).toMatchObject(invalid('steps.0.challengeIds.1'))
      // A deleted challenge leaves a step that still loads, without a link to it.
      await send(`DELETE /api/challenges/${challenge.id}`)
      expect(await read(id)).toMatchObject({ steps, challenges: [] })
    })

    test('show learners only their open questions', async () => {
      const [open, hidden] = [(await service.create()).id, (await service.create({ isActive: false })).id]
      const steps = [step('scope', [open, hidden])]
      const { id } = await make('/api/learning-paths', { title: named(), steps })
      expect((await read(id, 'learner')).steps[0]?.questionIds).toEqual([open])
      expect((await read(id, 'admin')).steps[0]?.questionIds).toEqual([open, hidden])
      expect((await read(id)).questionCount).toBe(1)
    })

    test('have unique ids, at most ten steps, and each question once', async () => {
      const question = (await service.create()).id
      const { id } = await make('/api/learning-paths', { title: named() })
      const put = (steps: unknown[]) => send(`PUT /api/learning-paths/${id}`, { steps })
      expect(await put([step('one'), step('one')])).toMatchObject(invalid('steps.1.id'))
      expect(await put([step('one', [question]), step('two', [question])])).toMatchObject(
        invalid('steps.1.questionIds.0'),
      )
      expect(await put([step('one', [randomUUID()])])).toMatchObject(invalid('steps.0.questionIds.0'))
      expect(await put(Array.from({ length: 11 }, (_, n) => step(`step-${n}`)))).toMatchObject(
        invalid('steps'),
      )
      expect((await read(id)).steps).toEqual([])
    })

    test('describe each diagram in words', async () => {
      const { id } = await make('/api/learning-paths', { title: named() })
      const put = (lesson: string) =>
        send(`PUT /api/learning-paths/${id}`, { steps: [step('one', [], { lesson })] })
      expect(await put('Text\n\n![ ](diagrams/one.svg)')).toMatchObject(invalid('steps.0.lesson'))
      expect((await put('Text\n\n![One box.](diagrams/one.svg)')).status).toBe(200)
    })

    test('are published without their lessons', async () => {
      const questionId = (await service.create()).id
      const steps = [step('scope', [questionId], { lesson: 'Long' })]
      const { id } = await make('/api/learning-paths', { title: named(), steps })
      const js = await service.nats.jetstream()
      const consumer = await js.consumers.get('QUESTIONS', { filter_subjects: 'questions.place.>' })
      for await (const message of await consumer.consume()) {
        const { data } = placeMessage.parse(message.json())
        if (data.id !== id) continue
        expect(message.json()).toMatchObject({
          data: { steps: [{ id: 'scope', title: 'About scope', questionIds: [questionId] }] },
        })
        expect(message.string()).not.toContain('Long')
        break
      }
    })
  })

  test('a removed path is no longer a prerequisite', async () => {
    const first = await make('/api/learning-paths', { name: named() })
    const second = await make('/api/learning-paths', { name: named(), prerequisites: [first.id] })
    await send(`DELETE /api/learning-paths/${first.id}`)
    expect(await list('/api/learning-paths')).toContainEqual(asListed(second, { prerequisites: [] }))
  })

  test.each(['Stats', 'Reports'])('rejects the path id of %s, which another endpoint uses', async (name) => {
    const id = name.toLowerCase()
    const taken = await send('POST /api/learning-paths', { name: named(), id })
    expect(taken).toMatchObject(refused(409, 'id_taken'))
    expect((await make('/api/learning-paths', { name })).id).toMatch(`${id}-`)
  })

  test.each(['/api/sections', '/api/learning-paths'])('reorders all of %s at once', async (address) => {
    const made = [await make(address, { name: named() }), await make(address, { name: named() })]
    const ids = (await list(address)).map(({ id }) => id)
    const turned = ids.toReversed()
    expect(await send(`POST ${address}/order`, { ids: turned })).toMatchObject({ status: 200 })
    const now = await list(address)
    expect(now.map(({ id }) => id)).toEqual(turned)
    expect(now.map(({ order }) => order)).toEqual(turned.map((_, position) => position + 1))

    // Requesting the current order changes nothing.
    await send(`POST ${address}/order`, { ids: turned })
    expect(await list(address)).toEqual(now)

    const without = turned.filter((id) => id !== made[0]?.id)
    for (const other of [without, [...turned, 'nothing-like-it'], [...without, without[0]], []]) {
      expect(await send(`POST ${address}/order`, { ids: other })).toMatchObject(refused(409, 'list_changed'))
    }
    expect(await service.call(`POST ${address}/order`, { as: 'learner', body: { ids } })).toMatchObject(
      refused(403, 'forbidden'),
    )
    expect(await list(address)).toEqual(now)
  })

  test.each(['/api/categories', '/api/topics'])(
    'sorts %s by name and rejects another order',
    async (address) => {
      expect(await send(`POST ${address}/order`, { ids: [] })).toMatchObject({ status: 404 })
    },
  )
})
