import { join } from 'node:path'
import type { Question } from '@rehearse/contracts'
import { startNats } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { differences, findUnconsumedMessages } from '../support/log-and-streams.ts'
import {
  type ArchivedPostgres,
  findInstalledPostgres,
  recover,
  startArchivedPostgres,
} from './installed-postgres.ts'
import {
  adminToken,
  answer,
  answerTo,
  erase,
  type Learner,
  newQuestion,
  progressOf,
  signIn,
  signUp,
} from './people.ts'
import { killOnOutput, openPlace, run, settingsOf, soon } from './place.ts'

const open = new AsyncDisposableStack()
afterAll(() => open.disposeAsync(), 60_000)

const bin = await findInstalledPostgres()
if (bin === null) {
  process.stdout.write(
    'Recovery to a point in time is not tested: no PostgreSQL with pg_basebackup is installed\n',
  )
}

test.skipIf(bin === null)(
  'a server that archives its log is restored to a moment, and the other services follow',
  {
    timeout: 600_000,
  },
  async () => {
    const { path } = open.use(await temporaryFolder())
    const [postgresDir, dataDir] = [join(path, 'postgres'), join(path, 'platform')]
    const place = openPlace(dataDir)
    const lost = open.use(await startArchivedPostgres(bin as string, postgresDir))

    let moment = ''
    let question: Question
    let learners: [Learner, Learner]
    let counts: number[]
    {
      const platform = await place.startPlatform({ postgresUrl: lost.url })
      await using _ = { [Symbol.asyncDispose]: () => platform.stop() }
      const { gatewayUrl: url } = platform
      question = await newQuestion(url, await adminToken(url))
      learners = [await signUp(url), await signUp(url)]
      for (const learner of learners) await answer(url, learner, answerTo(question))
      await answerMany(url, learners[0], question, 20)
      await lost.takeBaseBackup(join(postgresDir, 'base'))
      for (const learner of learners) await answerMany(url, learner, question, 20)
      counts = learners.map(({ answers }) => answers.length)
      moment =
        (await lost.query<{ at: string }>('postgres', 'select clock_timestamp()::text as at'))[0]?.at ?? ''

      // All answers, reports and requests from here on are to be undone, except for a request for deletion.
      await answerMany(url, learners[0], question, 20)
      await newQuestion(url, await adminToken(url))
      await vi.waitUntil(async () => (await findUnconsumedMessages(platform.natsUrl)).length === 0, soon)
      await erase(url, learners[1])
      expect(await keysOf(lost, learners[1])).toBe(0)
    }
    await lost.end()

    const archive = join(postgresDir, 'archive')
    const back = open.use(
      await recover(bin as string, { baseBackup: join(postgresDir, 'base'), archive, to: moment }),
    )
    expect(await keysOf(back, learners[1])).toBe(1)
    {
      const nats = await startNats({ dataDir: join(dataDir, 'nats') })
      await using _ = { [Symbol.asyncDispose]: () => nats.stop() }
      const settings = await settingsOf(dataDir, { postgresUrl: back.url, natsUrl: nats.url })
      for (const step of ['streams', 'erasures', 'replaying the log']) {
        const said = await killOnOutput(`] ${step}\n`, 'restore', ['--recovered-to', moment], settings)
        expect(said).toContain(`] ${step}\n`)
      }
      const said = await run('restore', ['--recovered-to', moment], settings)
      expect(said.code, said.err).toBe(0)
      expect(said.out).toMatch(/: [1-9]\d* messages are published again\./)
      // The previous attempt did that already.
      expect(said.out).toContain('Erasures reapplied: 0.')
      expect(said.out).toContain('No difference.')
    }
    const platform = open.adopt(await place.startPlatform({ postgresUrl: back.url }), (it) => it.stop())
    const { gatewayUrl: url } = platform
    await vi.waitUntil(async () => (await findUnconsumedMessages(platform.natsUrl)).length === 0, soon)
    const [staying, leaving] = learners
    const undone = staying.answers.at(-1) as { answerId: string }
    staying.token = (await signIn(url, staying)).body.token
    expect((await progressOf(url, staying)).totalQuestions).toBe(counts[0])
    expect((await signIn(url, leaving)).status).toBe(401)
    expect(await keysOf(back, leaving)).toBe(0)
    const usedIn = `select usage_count::int as count from question_usage where question_id = '${question.id}'`
    const used = () => back.query('questions', usedIn)
    await expect.poll(used, soon).toEqual([{ count: (counts[0] ?? 0) + (counts[1] ?? 0) }])

    await answer(url, staying, staying.answers[0] as { answerId: string })
    expect((await progressOf(url, staying)).totalQuestions).toBe(counts[0])
    // An answer that the device still has, though it was acknowledged before the server was lost.
    await answer(url, staying, undone)
    expect((await progressOf(url, staying)).totalQuestions).toBe((counts[0] ?? 0) + 1)
    expect(await differences(back.url)).toBe('No difference.\n')
  },
)

async function answerMany(url: string, learner: Learner, question: Question, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await answer(url, learner, answerTo(question))
}

async function keysOf(server: ArchivedPostgres, { uid }: Learner): Promise<number> {
  const sql = `select count(*)::int as count from stream_key where stream_id = 'learner-${uid}'`
  return (await server.query<{ count: number }>('progress', sql))[0]?.count ?? 0
}
