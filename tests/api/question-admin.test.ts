import { randomUUID } from 'node:crypto'
import type { BulkOutcome, Question, RestoreResult } from '@rehearse/contracts'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Call,
  type CallOptions,
  type Learner,
  newLearner,
  superAdmin,
  visitor,
} from '../support/client.ts'
import { newQuestion } from '../support/questions.ts'

const unified = '/api/questions/unified'
const backup = '/api/admin/backup'
const reports = '/api/admin/reports/questions'

let asAdmin: Call
let learner: Learner
beforeAll(async () => {
  ;[asAdmin, learner] = await Promise.all([superAdmin(), newLearner()])
})

const nobody = randomUUID()
const adminCalls: [path: string, options: CallOptions][] = [
  [`${unified}/bulk`, { body: { action: 'approve', ids: [nobody] } }],
  [`/api/questions/bulk/${nobody}`, { method: 'DELETE' }],
  [`${unified}/${nobody}/restore`, { method: 'POST' }],
  [`${unified}/${nobody}/history`, {}],
  [reports, {}],
  [`${reports}/${nobody}`, { method: 'PATCH', body: { state: 'resolved' } }],
  [backup, { body: { id: 'x', title: 'y', section: 'z' } }],
  [`${backup}?action=stats`, {}],
  [backup, { method: 'DELETE', body: { section: 'z' } }],
  [`${backup}/sections`, { body: {} }],
  [`${backup}/restore`, { body: { section: 'z' } }],
  [`${backup}/download?section=z`, {}],
]

describe('admin endpoints', () => {
  test.each(adminCalls)('%s %j: closed to visitors and learners', async (path, options) => {
    expect(await visitor(path, options)).toMatchObject({
      status: 401,
      body: { success: false, error: 'Authentication required' },
    })
    expect(await learner.call(path, options)).toMatchObject({ status: 403, body: { success: false } })
  })

  test('learners can report questions', async () => {
    const question = await newQuestion()
    const path = `${unified}/${question.id}/reports`
    const body = { reason: 'typo', text: 'teh' }
    expect((await visitor(path, { body })).status).toBe(401)
    expect((await asAdmin(path, { body })).status).toBe(403)
    expect((await learner.call(path, { body: { reason: 'typo' } })).status).toBe(400)
    expect((await learner.call(`${unified}/${nobody}/reports`, { body })).body.error).toBe(
      'Question not found',
    )
  })
})

test('an admin changes many questions at once and undoes it', async () => {
  const questions = await Promise.all([newQuestion(), newQuestion()])
  const ids = [...questions.map(({ id }) => id), nobody]
  const { status, body } = await asAdmin<{ data: { batchId: string; results: BulkOutcome[] } }>(
    `${unified}/bulk`,
    { body: { action: 'deactivate', ids } },
  )
  expect(status).toBe(200)
  expect(body.data.results.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'not-found'])
  expect((await visitor(`${unified}/${ids[0]}`)).status).toBe(404)
  const path = `/api/questions/bulk/${body.data.batchId}`
  const undone = await asAdmin(path, { method: 'DELETE' })
  expect(undone).toMatchObject({ status: 200, body: { data: { reverted: 2, kept: [] } } })
  expect((await visitor(`${unified}/${ids[0]}`)).status).toBe(200)

  const history = await asAdmin<{ data: { version: number; action: string; changes: string[] }[] }>(
    `${unified}/${ids[0]}/history`,
  )
  expect(history.body.data.map(({ version, action, changes }) => [version, action, changes])).toEqual([
    [3, 'updated', ['isActive']],
    [2, 'updated', ['isActive']],
    [1, 'created', []],
  ])
  expect((await asAdmin(`${unified}/bulk`, { body: { action: 'explode', ids } })).status).toBe(400)
  const unknown = await asAdmin(`/api/questions/bulk/${nobody}`, { method: 'DELETE' })
  expect(unknown).toMatchObject({ status: 404, body: { error: 'Batch not found' } })
})

describe('backups', () => {
  test('respond with the texts of the specification', async () => {
    const section = `Shelf ${randomUUID()}`
    const body = { id: 'q1', title: 'One', section }
    const written = await asAdmin(backup, { body })
    expect(written).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) } })
    expect(written.body.backupPath).toBe(`${section.toLowerCase().replace(' ', '-')}-questions.json`)
    const errors = await Promise.all([
      asAdmin(backup, { body: { title: 'One' } }),
      asAdmin(`${backup}?action=burn`),
      asAdmin(`${backup}?action=section`),
      asAdmin(backup, { method: 'DELETE', body: {} }),
    ])
    expect(errors.map((reply) => [reply.status, reply.body.error])).toEqual([
      [400, 'Missing required fields: id, title, section'],
      [400, 'Invalid action parameter'],
      [400, 'Section parameter required'],
      [400, 'Section parameter required'],
    ])
    const query = `section=${encodeURIComponent(section)}`
    expect(await asAdmin(`${backup}?action=section&${query}`)).toMatchObject({
      body: { data: [{ id: 'q1', title: 'One' }] },
    })
    expect((await asAdmin(`${backup}?action=files`)).status).toBe(200)
    expect((await asAdmin(backup, { method: 'DELETE', body: { section } })).status).toBe(200)
    expect((await asAdmin(`${backup}/download?${query}`)).status).toBe(404)
  })

  test('preview a restore, then restore; a damaged backup restores nothing', async () => {
    const section = `Section ${randomUUID()}`
    const made = await asAdmin<{ data: { id: string } }>('/api/sections', { body: { name: section } })
    const question = await newQuestion({ sectionId: made.body.data.id })
    expect((await asAdmin(`${backup}/sections`, { body: { section } })).status).toBe(200)
    await asAdmin(`${unified}/${question.id}`, { method: 'PUT', body: { title: 'Spoilt' } })
    const file = await asAdmin<object>(`${backup}/download?section=${encodeURIComponent(section)}`)
    expect(file.headers.get('content-disposition')).toContain('-questions.json')
    const damaged = JSON.stringify(file.body).replace('object', 'string')
    const refused = await asAdmin(`${backup}/restore`, { body: { content: damaged, dryRun: false } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'damaged_backup' } })
    const title = async () => (await asAdmin<{ data: Question }>(`${unified}/${question.id}`)).body.data.title
    const shown = await asAdmin<{ data: RestoreResult }>(`${backup}/restore`, { body: { section } })
    expect(shown.body.data).toMatchObject({ dryRun: true, updated: 1 })
    expect(await title()).toBe('Spoilt')
    await asAdmin(`${backup}/restore`, { body: { section, dryRun: false } })
    expect(await title()).toBe(question.title)
  })
})
