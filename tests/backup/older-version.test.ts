import { join } from 'node:path'
import type { Question } from '@rehearse/contracts'
import { temporaryFolder } from '@rehearse/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { baseline } from '../support/clean-clone.ts'
import { differences, findUnconsumedMessages } from '../support/log-and-streams.ts'
import { openVersion } from './older-version.ts'
import {
  adminToken,
  answer,
  answerTo,
  type Learner,
  newQuestion,
  progressOf,
  signIn,
  signUp,
} from './people.ts'
import { openPlace, run, settingsOf, soon } from './place.ts'

const open = new AsyncDisposableStack()
afterAll(() => open.disposeAsync(), 60_000)

test('a backup of an older version is restored and upgraded', { timeout: 600_000 }, async () => {
  const { path } = open.use(await temporaryFolder())
  const older = open.use(await openVersion(baseline))
  const there = openPlace(join(path, 'older'))
  const { startPlatform } = await older.localPlatform()
  let question: Question
  let learners: Learner[]
  let folder: string
  {
    const platform = await there.startPlatform({ start: startPlatform })
    await using _ = { [Symbol.asyncDispose]: () => platform.stop() }
    const { gatewayUrl: url } = platform
    question = await newQuestion(url, await adminToken(url))
    learners = await Promise.all(Array.from({ length: 4 }, () => signUp(url)))
    for (const [n, learner] of learners.entries()) {
      await vi.waitFor(() => answer(url, learner, answerTo(question)), soon)
      await answer(url, learner, answerTo(question, n % 2 === 0))
    }
    const settings = await settingsOf(there.dataDir, platform)
    const made = await run('backup', ['--to', join(path, 'backups')], settings, older.folder)
    expect(made.code, made.err).toBe(0)
    folder = made.out.split('\n')[0] ?? ''
  }

  const here = openPlace(join(path, 'present'))
  await here.withServers(async (settings) => {
    const said = await run('restore', [folder], settings)
    expect(said.code, said.err).toBe(0)
    expect(said.out).toContain('No difference.')
  })
  const platform = open.adopt(await here.startPlatform(), (it) => it.stop())
  const { gatewayUrl: url } = platform
  await vi.waitUntil(async () => (await findUnconsumedMessages(platform.natsUrl)).length === 0, soon)
  for (const learner of learners) {
    learner.token = (await signIn(url, learner)).body.token
    await answer(url, learner, learner.answers[0] as { answerId: string })
    await answer(url, learner, answerTo(question))
    expect((await progressOf(url, learner)).totalQuestions).toBe(3)
  }
  expect(await differences(platform.postgresUrl)).toBe('No difference.\n')
})
