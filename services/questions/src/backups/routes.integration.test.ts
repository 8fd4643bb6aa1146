import { randomUUID } from 'node:crypto'
import type { BackedUpQuestion, BackupListing, RestorePoint, RestoreResult } from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, type One, startFilledService, unified } from '../testing/filled-service.ts'
import { refused } from '../testing/questions-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('backup_routes', { env: { BACKUP_RESTORE_POINTS: '3' } })
})
afterAll(() => service.close())

const address = '/api/admin/backup'
const as = 'admin' as const
const post = (body: object) => service.call(`POST ${address}`, { as, body })
const remove = (section: string) => service.call(`DELETE ${address}`, { as, body: { section } })
const entries = async (section: string) =>
  (
    await service.call<{ data: BackedUpQuestion[] }>(
      `GET ${address}?action=section&section=${encodeURIComponent(section)}`,
      {
        as,
      },
    )
  ).body.data
const backUp = (section?: string) =>
  service.call<{ data: BackupListing[] }>(`POST ${address}/sections`, { as, body: { section } })
const download = async (section: string) =>
  (await service.call(`GET ${address}/download?section=${encodeURIComponent(section)}`, { as })).text
const restore = (body: object) =>
  service.call<{ data: RestoreResult }>(`POST ${address}/restore`, { as, body })
const read = async (id: string) => (await service.call<One>(`GET ${unified}/${id}`, { as })).body.data

const points = async (section: string) =>
  (
    await service.call<{ data: RestorePoint[] }>(
      `GET ${address}?action=points&section=${encodeURIComponent(section)}`,
      { as },
    )
  ).body.data

/** Creates a new section. */
async function newSection(): Promise<{ id: string; name: string }> {
  const name = `Section ${randomUUID()}`
  const { body } = await service.call<{ data: { id: string } }>('POST /api/sections', { as, body: { name } })
  return { id: body.data.id, name }
}

describe('/api/admin/backup', () => {
  test("stores a question in its section's file, each id once", async () => {
    const section = `Shelf ${randomUUID()}`
    const reply = await post({ id: 'q1', title: 'One', section })
    expect(reply.body).toMatchObject({ success: true, message: expect.any(String) })
    expect(reply.body.backupPath).toMatch(/^shelf-[0-9a-f-]+-questions\.json$/)
    await post({ id: 'q2', title: 'Two', section })
    await post({ id: 'q1', title: 'One, again', section })
    expect((await entries(section)).map(({ id, title }) => [id, title])).toEqual([
      ['q1', 'One, again'],
      ['q2', 'Two'],
    ])
    const files = await service.call<{ data: BackupListing[] }>(`GET ${address}?action=files`, { as })
    expect(files.body.data).toContainEqual(
      expect.objectContaining({ name: reply.body.backupPath, section, questionCount: 2 }),
    )
    const stats = await service.call(`GET ${address}?action=stats`, { as })
    expect(stats.body).toMatchObject({
      data: { sections: expect.arrayContaining([{ section, questionCount: 2 }]) },
    })

    expect((await service.call(`DELETE ${address}`, { as, body: { section } })).status).toBe(200)
    expect(await entries(section)).toEqual([])
    expect(await service.call(`DELETE ${address}`, { as, body: { section } })).toMatchObject(
      refused(404, 'backup_not_found'),
    )
  })

  test('accepts a question in the form that admins write', async () => {
    const section = `Form ${randomUUID()}`
    const options = [{ text: 'yes', isCorrect: true }, { text: 'no' }]
    const reply = await post({ id: 'q1', title: 'One', section, type: 'single', difficulty: 'easy', options })
    expect(reply.status).toBe(200)
    expect(await entries(section)).toMatchObject([
      {
        type: 'multiple-choice',
        difficulty: 'beginner',
        options: [
          { id: 'a', text: 'yes', isCorrect: true },
          { id: 'b', text: 'no', isCorrect: false },
        ],
      },
    ])
  })

  test('stores all questions of concurrent requests', async () => {
    const section = `Crowd ${randomUUID()}`
    await Promise.all(Array.from({ length: 12 }, (_, n) => post({ id: `q${n}`, title: 'T', section })))
    expect(await entries(section)).toHaveLength(12)
  })

  test.each([
    [() => post({ id: 'x', title: 'y' }), 'Missing required fields: id, title, section'],
    [() => post({ id: 'x', title: 'y', section: ' ' }), 'Missing required fields: id, title, section'],
    [() => service.call(`GET ${address}`, { as }), 'Invalid action parameter'],
    [() => service.call(`GET ${address}?action=burn`, { as }), 'Invalid action parameter'],
    [() => service.call(`GET ${address}?action=section`, { as }), 'Section parameter required'],
    [() => service.call(`DELETE ${address}`, { as, body: {} }), 'Section parameter required'],
    [() => service.call(`GET ${address}/download`, { as }), 'Section parameter required'],
    [() => restore({}), 'Section parameter required'],
  ])('rejects with the specification’s message: %#', async (call, error) => {
    expect(await call()).toMatchObject({ status: 400, body: { success: false, error } })
  })
})

describe('sections whose names are reduced to the same file name', () => {
  const groups = [
    ['HTML/CSS', 'HTML & CSS', 'HTML CSS 2'],
    ['Node.js', 'Node JS', 'node-js'],
    ['الوحدة 7', 'القسم 7', '7'],
    ['C++ basics', 'C plus plus basics'],
    ['Résumé', 'Resume'],
  ]

  test.each(groups)('keep a file each when questions are backed up singly: %s', async (...names) => {
    const paths: unknown[] = []
    for (const section of names) {
      const { body } = await post({ id: 'q1', title: `Of ${section}`, section })
      paths.push(body.backupPath)
    }
    expect(new Set(paths).size).toBe(names.length)
    for (const section of names) {
      expect(await entries(section)).toMatchObject([{ id: 'q1', title: `Of ${section}`, section }])
      expect(JSON.parse(await download(section))).toMatchObject({ section })
    }
    const [first = '', ...others] = names
    expect((await remove(first)).status).toBe(200)
    expect(await entries(first)).toEqual([])
    for (const section of others) expect(await entries(section)).toHaveLength(1)
    expect((await post({ id: 'q2', title: 'Again', section: first })).body.backupPath).toBe(paths[0])
    for (const section of others) expect(await entries(section)).toMatchObject([{ title: `Of ${section}` }])
    for (const section of names) await remove(section)
  })

  test('keep a file each when the bank is backed up, with their own questions and restore points', async () => {
    const names = ['Web/API', 'Web API', 'Web & API']
    const sections: { id: string; name: string; question: { id: string } }[] = []
    for (const name of names) {
      const made = await service.call<{ data: { id: string } }>('POST /api/sections', { as, body: { name } })
      const { id } = made.body.data
      sections.push({ id, name, question: await service.create({ sectionId: id, title: `Of ${name}` }) })
    }
    const files = new Set<string>()
    for (const { name } of sections) {
      const { body } = await backUp(name)
      expect(body.data).toMatchObject([{ section: name, questionCount: 1 }])
      files.add(body.data[0]?.name ?? '')
    }
    expect(files.size).toBe(names.length)
    for (const { id, name, question } of sections) {
      expect(await entries(name)).toMatchObject([{ id: question.id }])
      expect(await entries(id)).toMatchObject([{ id: question.id }])
      expect(await points(name)).toHaveLength(1)
    }
    await service.call(`PUT ${unified}/${sections[1]?.question.id}`, { as, body: { title: 'Changed' } })
    await backUp()
    expect((await points('Web/API')).length).toBe(1)
    expect((await points('Web API')).length).toBe(2)
    await remove('Web/API')
    expect(await points('Web API')).toHaveLength(2)
    expect(await entries('Web & API')).toHaveLength(1)
  })

  test('of which an earlier version kept one file stays readable under the name it was written for', async () => {
    await post({ id: 'q1', title: 'Old', section: 'Old/School' })
    expect(await entries('Old & School')).toEqual([])
    expect((await post({ id: 'q2', title: 'New', section: 'Old & School' })).body.backupPath).toBe(
      'old-school-2-questions.json',
    )
    expect(await entries('Old/School')).toMatchObject([{ id: 'q1' }])
    expect((await restore({ section: 'Old/School' })).body.data.section).toBe('Old/School')
    expect(JSON.parse(await download('old/school'))).toMatchObject({ section: 'Old/School' })
  })
})

describe('restoring a backup', () => {
  test('previews first, then restores, then finds nothing left to do', async () => {
    const { id: sectionId, name } = await newSection()
    const [kept, edited, deleted] = await Promise.all([1, 2, 3].map(() => service.create({ sectionId })))
    if (!kept || !edited || !deleted) throw new Error('not created')
    const { body } = await backUp(name)
    expect(body.data).toMatchObject([{ section: name, questionCount: 3 }])
    await service.call(`PUT ${unified}/${edited.id}`, { as, body: { title: 'Edited', points: 9 } })
    await service.call(`DELETE ${unified}/${deleted.id}`, { as })

    const shown = await restore({ section: name })
    expect(shown.body.data).toMatchObject({
      dryRun: true,
      created: 0,
      updated: 1,
      undeleted: 1,
      unchanged: 1,
      failed: 0,
      changes: expect.arrayContaining([
        { id: edited.id, title: edited.title, action: 'updated', fields: ['title', 'points'] },
        { id: deleted.id, title: deleted.title, action: 'undeleted', fields: [] },
      ]),
    })
    expect((await read(edited.id)).title).toBe('Edited')

    const done = await restore({ section: name, dryRun: false })
    expect(done.body.data).toEqual({ ...shown.body.data, dryRun: false })
    for (const question of [kept, edited, deleted]) {
      const now = await read(question.id)
      expect(now).toEqual({ ...question, version: now.version, updatedAt: now.updatedAt })
    }
    expect((await restore({ section: name, dryRun: false })).body.data).toMatchObject({ unchanged: 3 })
  })

  test('restores a downloaded file into another bank', async () => {
    const section = `Elsewhere ${randomUUID()}`
    const question = {
      content: 'Which?',
      options: [
        { id: 'a', text: 'this', isCorrect: true },
        { id: 'b', text: 'that', isCorrect: false },
      ],
    }
    await post({ id: 'from-elsewhere', title: 'Foreign', section, ...question })
    await post({ id: 'unfinished', title: 'No options', section })
    const content = await download(section)
    await service.call(`DELETE ${address}`, { as, body: { section } })
    const { body } = await restore({ content, dryRun: false })
    expect(body.data).toMatchObject({ created: 1, failed: 1 })
    const made = body.data.changes.find(({ action }) => action === 'created')
    expect(await read(made?.id ?? '')).toMatchObject({ title: 'Foreign', version: 1 })
    expect((await restore({ content, dryRun: false })).body.data).toMatchObject({ unchanged: 1, failed: 1 })
  })

  test.each([
    ['nested too deeply', '['.repeat(1_000_000), 'too_deep'],
    ['with too many values', `[${'[],'.repeat(2_000_001)}0]`, 'too_many_values'],
  ])('doesn’t parse a file %s', async (_, content, code) => {
    expect(await restore({ content, dryRun: true })).toMatchObject(refused(400, code))
  })

  test.each([
    ['cut off', (text: string) => text.slice(0, -20), 'it is no JSON'],
    [
      'another correct answer',
      (text: string) => text.replace('true', 'false'),
      'its checksum does not match',
    ],
    ['not a backup', () => '{"questions":[]}', 'it is no backup file'],
  ])('a damaged file (%s) changes nothing, and the error gives the reason', async (_, damage, why) => {
    const { id: sectionId, name } = await newSection()
    const question = await service.create({ sectionId })
    await backUp(name)
    await service.call(`PUT ${unified}/${question.id}`, { as, body: { title: 'Since edited' } })
    const reply = await restore({ content: damage(await download(name)), dryRun: false })
    expect(reply).toMatchObject(refused(400, 'damaged_backup'))
    expect(reply.text).toContain(why)
    expect(await read(question.id)).toMatchObject({ title: 'Since edited', version: 2 })
  })

  test('a concurrent deletion or backup of the same section sees a complete file or none', async () => {
    const { id: sectionId, name } = await newSection()
    await service.create({ sectionId })
    await backUp(name)
    const replies = await Promise.all([
      restore({ section: name, dryRun: false }),
      service.call(`DELETE ${address}`, { as, body: { section: name } }),
      backUp(name),
      restore({ section: name, dryRun: false }),
    ])
    for (const { status } of replies) expect([200, 404]).toContain(status)
  })

  test('backs up everything, and rejects an unknown section', async () => {
    const { body } = await backUp()
    expect(body.data.map(({ section }) => section)).toContain('General')
    expect(await backUp('Nowhere')).toMatchObject(refused(404, 'section_not_found'))
  })
})

describe('restore points', () => {
  test('keep the backups before, up to the limit, and restore the chosen one after a dry run', async () => {
    const { id: sectionId, name } = await newSection()
    const question = await service.create({ sectionId, title: 'Title 1' })
    for (const n of [1, 2, 3, 4]) {
      await service.call(`PUT ${unified}/${question.id}`, { as, body: { title: `Title ${n}` } })
      await backUp(name)
    }
    const listed = await points(name)
    expect(listed).toMatchObject(Array.from({ length: 3 }, () => ({ section: name, questionCount: 1 })))
    const times = listed.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
    expect(await entries(name)).toMatchObject([{ title: 'Title 4' }])

    const point = listed.at(-1)?.id
    const shown = await restore({ section: name, point })
    expect(shown.body.data).toMatchObject({ dryRun: true, updated: 1, changes: [{ fields: ['title'] }] })
    expect((await read(question.id)).title).toBe('Title 4')
    await restore({ section: name, point, dryRun: false })
    expect((await read(question.id)).title).toBe('Title 2')
    await restore({ section: name, dryRun: false })
    expect((await read(question.id)).title).toBe('Title 4')
  })

  test('are not used up by backups of the same versions', async () => {
    const { id: sectionId, name } = await newSection()
    await service.create({ sectionId })
    for (const _ of [1, 2, 3]) await backUp(name)
    expect(await points(name)).toHaveLength(1)
  })

  test('keep a backup of the whole section when single questions are added to it', async () => {
    const { id: sectionId, name } = await newSection()
    const question = await service.create({ sectionId })
    await backUp(name)
    for (const id of ['q1', 'q2', 'q3', 'q4']) await post({ id, title: id, section: name })
    const listed = await points(name)
    expect(listed.map(({ questionCount }) => questionCount)).toEqual([5, 1])
    expect((await restore({ section: name, point: listed[1]?.id })).body.data).toMatchObject({ unchanged: 1 })
    expect((await read(question.id)).version).toBe(1)
  })

  test('belong to their section, and are deleted with it', async () => {
    const { id: sectionId, name } = await newSection()
    await service.create({ sectionId })
    await backUp(name)
    await post({ id: 'q1', title: 'One', section: name })
    const [newest, earlier] = await points(name)
    expect(await restore({ section: 'General', point: earlier?.id })).toMatchObject(
      refused(404, 'restore_point_not_found'),
    )
    await service.call(`DELETE ${address}`, { as, body: { section: name } })
    expect(await points(name)).toEqual([])
    for (const point of [newest?.id, earlier?.id]) {
      expect(await restore({ section: name, point })).toMatchObject(refused(404, 'restore_point_not_found'))
    }
    expect(await service.call(`GET ${address}?action=points`, { as })).toMatchObject({ status: 400 })
  })
})
