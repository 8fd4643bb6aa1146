import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentStatus, ReviewedEntry, SearchEntry } from '@rehearse/contracts'
import { temporaryFolder } from '@rehearse/testing/temporary-folder'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, startFilledService } from '../testing/filled-service.ts'
import { bodyOf } from '../testing/library-bodies.ts'
import { type Caller, refused } from '../testing/questions-service.ts'
import { isEditable } from './kind.ts'
import { servedKinds } from './kinds.ts'

let service: FilledService
beforeAll(async () => {
  await using folder = await temporaryFolder()
  const categories = [{ id: 'css', name: 'CSS', description: 'd', icon: 'palette', color: '#000000' }]
  await writeFile(join(folder.path, 'resource-categories.json'), JSON.stringify(categories))
  service = await startFilledService('entry_status', { contentDir: folder.path })
})
afterAll(() => service.close())

interface Entry {
  id: string
  revision: number
  status?: ContentStatus
  [field: string]: unknown
}
interface List {
  data: Entry[]
  count: number
  [extra: string]: unknown
}

const write = (as: Caller, address: string, changes: object = {}) =>
  service.call<{ data: Entry }>(`POST ${address}`, { as, body: { ...bodyOf(address), ...changes } })
const entryOf = async (as: Caller, address: string, changes: object = {}) => {
  const reply = await write(as, address, changes)
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.data
}
const step = (as: Caller, kind: string, { id }: Entry, body: object, headers = {}) =>
  service.call<{ data: Entry }>(`POST /api/admin/content/${kind}/${id}/status`, { as, body, headers })
const read = (as: Caller, address: string, { id }: Entry) =>
  service.call<{ data: Entry }>(`GET ${address}/${id}`, { as })
const edit = (as: Caller, address: string, { id }: Entry, body: object) =>
  service.call<{ data: Entry }>(`PUT ${address}/${id}`, { as, body })
const list = async (as: Caller, address: string) => (await service.call<List>(`GET ${address}`, { as })).body
const idsIn = async (as: Caller, address: string) => (await list(as, address)).data.map(({ id }) => id)

const kinds = servedKinds.flatMap(({ endpoints, name }) =>
  isEditable(endpoints) ? [{ address: endpoints.list.path, kind: name }] : [],
)
const guides = '/api/guides'
const guide = () => entryOf('author', guides)

describe.each(kinds)('$kind', ({ address, kind }) => {
  test('are approved when an admin creates them, and public only while approved', async () => {
    const entry = await entryOf('admin', address)
    expect(entry).toMatchObject({ status: 'approved', createdBy: 'admin_1' })
    for (const status of ['draft', 'in-review', 'approved', 'archived'] as const) {
      expect((await step('admin', kind, entry, { status })).body.data).toMatchObject({ status })
      const isPublic = status === 'approved'
      for (const as of ['visitor', 'learner'] as const) {
        expect((await read(as, address, entry)).status).toBe(isPublic ? 200 : 404)
        const shown = await list(as, address)
        expect(shown.data.map(({ id }) => id).includes(entry.id)).toBe(isPublic)
        expect(shown.count).toBe(shown.data.length)
        expect(JSON.stringify(shown).includes(entry.id)).toBe(isPublic)
      }
      expect(await idsIn('admin', address)).toContain(entry.id)
      expect(await idsIn('reviewer', address)).toContain(entry.id)
      expect((await idsIn('author', address)).includes(entry.id)).toBe(isPublic)
    }
  })

  test('hide the editorial process from learners and visitors', async () => {
    const entry = await entryOf('admin', address)
    await step('admin', kind, entry, { status: 'approved', comment: 'the-secret-comment' })
    for (const as of ['visitor', 'learner'] as const) {
      const { body, text } = await read(as, address, entry)
      expect(Object.keys(body.data)).not.toContain('createdBy')
      expect(Object.keys(body.data)).not.toContain('statusChangedBy')
      expect(text).not.toContain('the-secret-comment')
    }
  })
})

test('the search index and the questions of a list leave out what isn’t approved', async () => {
  const [article, questions] = [
    await entryOf('admin', '/api/articles'),
    await entryOf('admin', '/api/question-lists'),
  ]
  const indexed = async () => {
    const { body } = await service.call<{ data: SearchEntry[] }>('GET /api/search-index')
    return body.data.map(({ id }) => id).filter((id) => [article.id, questions.id].includes(id)).length
  }
  const listed = async () => (await service.call(`GET /api/question-lists/${questions.id}/questions`)).status
  expect([await indexed(), await listed()]).toEqual([2, 200])
  await step('admin', 'articles', article, { status: 'archived' })
  await step('admin', 'question-lists', questions, { status: 'draft' })
  expect([await indexed(), await listed()]).toEqual([0, 404])
})

describe('an author', () => {
  test('creates drafts, edits and submits them, and reads nothing unpublished of others', async () => {
    const [own, others] = [await guide(), await entryOf('other_author', guides)]
    expect(own).toMatchObject({ status: 'draft', createdBy: 'author_1' })
    expect(await write('author', guides, { status: 'approved' })).toMatchObject(
      refused(403, 'status_forbidden'),
    )
    expect((await edit('author', guides, own, { title: 'Second' })).body.data).toMatchObject({
      title: 'Second',
      status: 'draft',
    })
    expect(await read('author', guides, others)).toMatchObject(refused(404, 'entry_not_found'))
    expect(await edit('author', guides, others, { title: 'x' })).toMatchObject(
      refused(404, 'entry_not_found'),
    )
    expect(await step('author', 'guides', others, { status: 'in-review' })).toMatchObject(
      refused(404, 'entry_not_found'),
    )
    expect(await edit('author', guides, own, { title: 'x', status: 'approved' })).toMatchObject(
      refused(403, 'status_forbidden'),
    )
    expect((await edit('author', guides, own, { status: 'in-review' })).body.data.status).toBe('in-review')
    expect(await edit('author', guides, own, { title: 'x' })).toMatchObject(refused(403, 'not_own_draft'))
    expect((await step('author', 'guides', own, { status: 'draft' })).body.data.status).toBe('draft')
  })

  test('can’t change what is approved, nor delete or reorder anything', async () => {
    const [own, approved] = [await guide(), await entryOf('admin', guides)]
    await step('admin', 'guides', own, { status: 'approved' })
    for (const entry of [own, approved]) {
      expect(await edit('author', guides, entry, { title: 'x' })).toMatchObject(refused(403, 'not_own_draft'))
      expect(await step('author', 'guides', entry, { status: 'draft' })).toMatchObject(
        refused(403, 'status_forbidden'),
      )
      expect((await service.call(`DELETE ${guides}/${entry.id}`, { as: 'author' })).status).toBe(403)
    }
    const order = await service.call(`POST ${guides}/order`, { as: 'author', body: { ids: [] } })
    expect(order.status).toBe(403)
    expect((await write('author', '/api/guided-learning/plans')).status).toBe(403)
  })

  test('reads the solution of their own challenge', async () => {
    const own = await entryOf('author', '/api/challenges')
    expect((await read('author', '/api/challenges', own)).text).toContain('the-secret-solution')
  })
})

test('a stale change of status is refused; the same one twice happens once', async () => {
  const own = await guide()
  const on = { 'if-match': `"v${own.revision}"` }
  const first = await step('author', 'guides', own, { status: 'in-review' }, on)
  expect(first.status).toBe(200)
  expect(await step('author', 'guides', own, { status: 'draft' }, on)).toMatchObject(
    refused(412, 'stale_version'),
  )
  const again = await step('author', 'guides', own, { status: 'in-review' })
  expect(again.body.data.revision).toBe(first.body.data.revision)
  expect(await step('admin', 'guides', await guide(), { status: 'scheduled' })).toMatchObject(
    refused(400, 'invalid_status'),
  )
})

describe('the review queue', () => {
  const queue = async (as: Caller, name: string) =>
    (
      await service.call<{ data: ReviewedEntry[]; counts: Record<string, number> }>(
        `GET /api/admin/reviews?pageSize=100&queue=${name}`,
        { as },
      )
    ).body

  test('lists entries beside questions, with the last approved version', async () => {
    const question = await service.create({ status: 'draft' })
    await service.call(`POST /api/questions/unified/${question.id}/status`, {
      as: 'admin',
      body: { status: 'in-review' },
    })
    const [fresh, known] = [await guide(), await guide()]
    await step('admin', 'guides', known, { status: 'approved' })
    await step('admin', 'guides', known, { status: 'draft' })
    await edit('author', guides, known, { title: 'Second edition' })
    for (const entry of [fresh, known]) await step('author', 'guides', entry, { status: 'in-review' })
    const { data, counts } = await queue('reviewer', 'waiting')
    expect(counts.waiting).toBe(data.length)
    const ids = data.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((one, two) => order(one) - order(two)))
    expect(data.find(({ id }) => id === question.id)).toMatchObject({ kind: 'questions' })
    expect(data.find(({ id }) => id === fresh.id)).toMatchObject({ kind: 'guides', approvedFields: null })
    expect(data.find(({ id }) => id === known.id)).toMatchObject({
      kind: 'guides',
      title: 'Second edition',
      fields: { title: 'Second edition' },
      approvedFields: { title: known.title },
    })
    function order(id: string) {
      return [question.id, fresh.id, known.id].indexOf(id)
    }
  })

  test('brings a returned entry back to its author', async () => {
    const own = await guide()
    await step('author', 'guides', own, { status: 'in-review', reviewer: 'reviewer_1' })
    expect((await queue('reviewer', 'assigned')).data.map(({ id }) => id)).toContain(own.id)
    expect(await step('reviewer', 'guides', own, { status: 'draft' })).toMatchObject(
      refused(400, 'invalid_status'),
    )
    await step('reviewer', 'guides', own, { status: 'draft', comment: 'Which engine?' })
    expect((await queue('author', 'returned')).data).toContainEqual(
      expect.objectContaining({ id: own.id, statusComment: 'Which engine?' }),
    )
    expect((await queue('other_author', 'returned')).data).toEqual([])
  })
})

test('the history has the status of each version; a restored deletion keeps its status and author', async () => {
  const own = await guide()
  await step('author', 'guides', own, { status: 'in-review' })
  const { body } = await service.call<{ data: { status: string; changedBy: string }[] }>(
    `GET /api/admin/versions/guides/${own.id}`,
    { as: 'admin' },
  )
  expect(body.data.map(({ status, changedBy }) => `${status} by ${changedBy}`)).toEqual([
    'in-review by author_1',
    'draft by author_1',
  ])
  const removed = await service.call<{ trashId: string }>(`DELETE ${guides}/${own.id}`, { as: 'admin' })
  await service.call(`POST /api/admin/trash/${removed.body.trashId}/restore`, { as: 'admin', body: {} })
  expect((await read('admin', guides, own)).body.data).toMatchObject({
    status: 'in-review',
    createdBy: 'author_1',
    statusChangedBy: 'author_1',
  })
  expect((await read('visitor', guides, own)).status).toBe(404)
})
