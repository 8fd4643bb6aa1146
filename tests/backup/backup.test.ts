import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Question } from '@rehearse/contracts'
import type { Platform } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import { sound } from '@rehearse/testing/sound'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Manifest } from '../../deploy/backup/manifest.ts'
import { differences, findUnconsumedMessages } from '../support/log-and-streams.ts'
import {
  adminToken,
  answer,
  answerContinuously,
  answerTo,
  call,
  erase,
  type Learner,
  newQuestion,
  progressOf,
  signIn,
  signUp,
  uploadAudio,
} from './people.ts'
import { openPlace, type Place, run, settingsOf, soon } from './place.ts'

const open = new AsyncDisposableStack()
afterAll(() => open.disposeAsync(), 60_000)

const audio = sound()
let backups: string
let folder: string
let elsewhere: Place
let question: Question
let crowd: Learner[]
/** Deleted before the backup, and after it. */
let gone: Learner
let leaving: Learner
/** The crowd's answers that were acknowledged when the backup began. */
let kept: { answerId: string }[][]
/** Answers after the backup, which it doesn't contain. */
let lateAnswers: number

/** A platform that is backed up under load, used further, and lost. */
beforeAll(async () => {
  const { path } = open.use(await temporaryFolder())
  backups = join(path, 'backups')
  elsewhere = openPlace(join(path, 'elsewhere'))
  const dataDir = join(path, 'here')
  const here = await openPlace(dataDir).startPlatform()
  await using _ = { [Symbol.asyncDispose]: () => here.stop() }
  const settings = await settingsOf(dataDir, here)
  const { gatewayUrl: url } = here

  question = await newQuestion(url, await adminToken(url))
  question = await uploadAudio(url, question, audio)
  crowd = await Promise.all(Array.from({ length: 5 }, () => signUp(url)))
  ;[gone, leaving] = (await Promise.all([signUp(url), signUp(url)])) as [Learner, Learner]
  for (const learner of [...crowd, gone, leaving]) await answer(url, learner, answerTo(question))
  await erase(url, gone)

  const ends = crowd.map((learner) => answerContinuously(url, learner, question))
  await vi.waitUntil(() => crowd.every(({ answers }) => answers.length > 10), soon)
  // One service lags behind, so the backup must contain its unprocessed messages.
  process.kill(here.services.questions.pid ?? 0, 'SIGSTOP')
  const before = crowd.map(({ answers }) => answers.length)
  await vi.waitUntil(() => crowd.every(({ answers }, n) => answers.length > (before[n] ?? 0) + 10), soon)
  kept = crowd.map(({ answers }) => [...answers])
  const made = await run('backup', ['--to', backups], settings)
  process.kill(here.services.questions.pid ?? 0, 'SIGCONT')
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('1 media files') })
  folder = made.out.split('\n')[0] ?? ''
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  expect(manifest.streams.progress?.messages).toBeGreaterThan(10)

  await Promise.all(ends.map((end) => end()))
  lateAnswers = crowd.reduce((sum, { answers }, n) => sum + answers.length - (kept[n]?.length ?? 0), 0)
  await erase(url, leaving)
  const keys = await run('backup', ['--keys-only', '--keys', join(backups, 'keys')], settings)
  expect(keys).toMatchObject({ code: 0, out: expect.stringContaining('2 erasures') })
}, 600_000)

describe("a backup that can't be restored is rejected, and nothing changes", { timeout: 600_000 }, () => {
  test("damaged, incomplete, with another secret, without its keys, or into a place that isn't empty", async () => {
    const damaged = await damage(folder)
    const otherKeys = join(backups, 'none')
    await elsewhere.withServers(async (settings) => {
      const refusals: [string[], Record<string, string>, RegExp][] = [
        [[damaged], {}, /progress\/event\.copy\.zst is not what was written/],
        [['--check', damaged], {}, /media\/outbox\.copy\.zst is missing/],
        [[join(folder, 'streams')], {}, /is not a backup, or an unfinished one/],
        [[folder], { PERSONAL_DATA_SECRET: 'of another installation altogether' }, /does not open the keys/],
        [[folder, '--keys', otherKeys], {}, /There is no key store/],
        [
          [folder],
          { MEDIA_DATABASE_OWNER_URL: inDatabase(settings.POSTGRES_URL, 'identity') },
          /two of the services have the same database/,
        ],
      ]
      for (const [given, env, why] of refusals) {
        const said = await run('restore', given, { ...settings, ...env })
        expect([said.code, said.err]).toEqual([1, expect.stringMatching(why)])
      }
      expect((await run('restore', ['--check', folder], settings)).out).toContain('is complete')
    })
  })
})

describe('after a restore into an empty place', { timeout: 600_000 }, () => {
  let there: Platform
  beforeAll(async () => {
    await elsewhere.withServers(async (settings) => {
      const said = await run('restore', [folder], settings)
      expect(said.code, said.err).toBe(0)
      expect(said.out).toContain('Erasures reapplied: 1.')
      expect(said.out).toContain('The log compared with every read model: No difference.')
      const again = await run('restore', [folder], settings)
      expect(again).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
      expect(again.err).toContain('NATS is not empty')
      expect(again.err).toContain('the storage of audio is not empty')
    })
    there = open.adopt(await elsewhere.startPlatform(), (it) => it.stop())
    await vi.waitUntil(async () => (await findUnconsumedMessages(there.natsUrl)).length === 0, soon)
  }, 600_000)

  const query = async <Row extends pg.QueryResultRow>(
    database: string,
    sql: string,
    values: unknown[] = [],
  ) => {
    const client = new pg.Client({ connectionString: inDatabase(there.postgresUrl, database) })
    await client.connect()
    try {
      return (await client.query<Row>(sql, values)).rows
    } finally {
      await client.end()
    }
  }

  test('every acknowledged answer is there once, and all stats follow from the log', async () => {
    for (const [n, learner] of crowd.entries()) {
      const rows = await query<{ answer: string; count: number }>(
        'progress',
        `select data->>'answerId' as answer, count(*)::int as count from event
          where stream_id = $1 and type = 'AnswerSubmitted' group by 1`,
        [`learner-${learner.uid}`],
      )
      const found = new Map(rows.map(({ answer, count }) => [answer, count]))
      for (const { answerId } of kept[n] ?? []) expect(found.get(answerId)).toBe(1)
      const { body } = await signIn(there.gatewayUrl, learner)
      learner.token = body.token
      expect((await progressOf(there.gatewayUrl, learner)).totalQuestions).toBe(rows.length)
    }
    expect(lateAnswers).toBeGreaterThan(0)
  })

  test('every service processes the messages under way once', async () => {
    const [answered] = await query<{ count: number }>(
      'progress',
      "select count(*)::int as count from event where type = 'AnswerSubmitted' and data->>'questionId' = $1",
      [question.id],
    )
    const used = () =>
      query<{ count: number }>(
        'questions',
        'select usage_count::int as count from question_usage where question_id = $1',
        [question.id],
      )
    await expect.poll(used, soon).toEqual([answered])
  })

  test("audio plays, and admins' edits are there", async () => {
    const { body } = await call<{ data: Question }>(
      `${there.gatewayUrl}/api/questions/unified/${question.id}`,
      {
        token: await adminToken(there.gatewayUrl),
      },
    )
    expect(body.data.title).toBe(question.title)
    const heard = await fetch(there.gatewayUrl + body.data.audioQuestion)
    expect(Buffer.from(await heard.arrayBuffer()).equals(audio)).toBe(true)
  })

  test('learners deleted before or after the backup stay deleted', async () => {
    for (const learner of [gone, leaving]) {
      expect((await signIn(there.gatewayUrl, learner)).status).toBe(401)
      const stream = `learner-${learner.uid}`
      const [state] = await query(
        'progress',
        `select (select count(*)::int from stream_key where stream_id = $1) as keys,
          (select count(*)::int from learner_totals where learner_id = $2) as rows,
          (select count(*)::int from event where stream_id = $1 and type = 'AnswerSubmitted') as events,
          (select count(*)::int from erased_stream
            where stream_hash = sha256(convert_to($1, 'UTF8'))) as erased`,
        [stream, learner.uid],
      )
      expect(state).toEqual({ keys: 0, rows: 0, events: 1, erased: 1 })
    }
    // Every service got the deletion again and confirmed it.
    const open = () => query('identity', 'select from erasure where learner_id is not null')
    await expect.poll(async () => (await open()).length, soon).toBe(0)
  })

  test('the key store opens none of their data in any backup, and all data of the others', async () => {
    const [index] = (await readdir(join(backups, 'keys'))).filter((name) => name === 'key-store.json')
    const store = JSON.parse(await readFile(join(backups, 'keys', index ?? ''), 'utf8'))
    expect(store).toMatchObject({ keys: { count: crowd.length }, erased: { count: 2 } })
    expect(await readdir(join(backups, 'keys'))).toHaveLength(3)
  })

  test('a repeated answer counts once, and a new one counts', async () => {
    const [learner] = crowd as [Learner]
    const before = (await progressOf(there.gatewayUrl, learner)).totalQuestions
    const again = kept[0]?.at(-1) as { answerId: string }
    await answer(there.gatewayUrl, learner, again)
    expect((await progressOf(there.gatewayUrl, learner)).totalQuestions).toBe(before)
    await answer(there.gatewayUrl, learner, answerTo(question))
    expect((await progressOf(there.gatewayUrl, learner)).totalQuestions).toBe(before + 1)
    const next = await newQuestion(there.gatewayUrl, await adminToken(there.gatewayUrl))
    await answer(there.gatewayUrl, learner, answerTo(next))
    expect(await differences(there.postgresUrl)).toBe('No difference.\n')
  })

  test('nothing is deleted while services run', async () => {
    const said = await run('restore', [folder, '--replace'], await settingsOf(elsewhere.dataDir, there))
    expect(said).toMatchObject({ code: 1, err: expect.stringContaining('is in use') })
  })
})

/** A copy with one changed byte and one missing file. */
async function damage(whole: string): Promise<string> {
  const copy = `${whole}-damaged`
  await cp(whole, copy, { recursive: true })
  const log = join(copy, 'progress/event.copy.zst')
  const bytes = await readFile(log)
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  await writeFile(log, bytes)
  await rm(join(copy, 'media/outbox.copy.zst'))
  return copy
}

function inDatabase(url: string | undefined, database: string): string {
  const address = new URL(url ?? '')
  address.pathname = `/${database}`
  return address.href
}
