import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { readBulkRows, readSource } from './read-rows.ts'
import { type ReadingLimits, ReadingThreads } from './reading-threads.ts'

const { log } = Fastify()
const opened: ReadingThreads[] = []
const open = (limits: Partial<ReadingLimits> = {}) => {
  const threads = new ReadingThreads({ cpuSeconds: 60, memoryMb: 256, ...limits }, log)
  opened.push(threads)
  return threads
}
afterAll(() => Promise.all(opened.map((threads) => threads.close())))

const row = (title: string, more: object = {}) => ({
  title,
  content: `What is ${title}?`,
  options: [{ text: 'this', isCorrect: true }, { text: 'that' }],
  ...more,
})
const many = Array.from({ length: 1_234 }, (_, at) => row(`Row ${at}`, at % 7 === 0 ? { options: [] } : {}))
const asJson = (questions: unknown) => ({
  source: JSON.stringify(questions),
  format: 'json' as const,
  defaults: {},
})
const essays = (html: string) => ({
  source: `<quiz>${`<question type="essay"><questiontext format="html"><text><![CDATA[${html}]]></text></questiontext></question>`.repeat(19_000)}</quiz>`,
  format: 'moodle-xml' as const,
  defaults: {},
})
/** A valid file that takes seconds to read. */
const large = essays('<p><b>a</b></p>')
/** A valid file that takes about a minute to read. */
const endless = essays('<p><b>a</b></p>'.repeat(40))

describe('reading a file in a thread', () => {
  test('gives the same result as on the main thread, plus the digest', async () => {
    const threads = open()
    const { digest, ...read } = await threads.readSource(asJson(many))
    expect(read).toEqual(await readSource(asJson(many).source, 'json', {}))
    const { digest: same, ...bulk } = await threads.readBulkRows(many)
    expect(bulk).toEqual(await readBulkRows(many))
    expect((await threads.readSource(asJson(many))).digest).toBe(digest)
    expect((await threads.readSource(asJson(many.slice(1)))).digest).not.toBe(same)
  })

  test('rejects the file with the same errors', async () => {
    const threads = open()
    await expect(threads.readSource(asJson('x'))).rejects.toMatchObject({ code: 'unreadable_source' })
    await expect(threads.readSource(asJson([]))).rejects.toMatchObject({ code: 'nothing_to_import' })
    await expect(threads.readBulkRows(Array(20_001).fill(1))).rejects.toMatchObject({
      kind: 'too-large',
      code: 'too_many_rows',
    })
    await expect(threads.readBackup('{}')).rejects.toMatchObject({ code: 'damaged_backup' })
  })
})

describe('a file beyond the limits', () => {
  test('of CPU time is rejected, and the next file is read', { timeout: 60_000 }, async () => {
    const threads = open({ cpuSeconds: 0.3 })
    const slow = [threads.readSource(endless), threads.readSource(endless), threads.readSource(endless)]
    for (const { status, reason } of (await Promise.allSettled(slow)) as PromiseRejectedResult[]) {
      expect([status, reason]).toMatchObject(['rejected', { kind: 'invalid', code: 'import_too_complex' }])
    }
    const patient = open()
    expect((await patient.readBulkRows([row('a')])).rows).toHaveLength(1)
  })

  test('of memory is rejected, and the next file is read', { timeout: 60_000 }, async () => {
    const threads = open({ memoryMb: 48 })
    const nested = { ...asJson([]), source: `[${'{"a":{"b":[{},{},{}]}},'.repeat(19_000).repeat(10)}1]` }
    await expect(threads.readSource(nested)).rejects.toMatchObject({ code: 'import_too_complex' })
    expect((await threads.readBulkRows([row('a')])).rows).toHaveLength(1)
  })

  test('of concurrent files gets an error that asks to retry later', { timeout: 60_000 }, async () => {
    const threads = open()
    const reads = Array.from({ length: 40 }, () => threads.readSource(asJson([row('a')])))
    const rejected = (await Promise.allSettled(reads)).filter(({ status }) => status === 'rejected')
    expect(rejected).toHaveLength(18)
    for (const { reason } of rejected as PromiseRejectedResult[]) expect(reason.code).toBe('overloaded')
  })
})

test("doesn't block other work while a file is read", { timeout: 60_000 }, async () => {
  const threads = open({ cpuSeconds: 1 })
  let turns = 0
  const ticks = setInterval(() => turns++, 10)
  await threads.readSource(large).catch(() => {})
  clearInterval(ticks)
  // On the main thread there would be about ten turns: one per step of the parser.
  expect(turns).toBeGreaterThan(20)
})
