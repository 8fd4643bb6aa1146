import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Question } from '@rehearse/contracts'
import { temporaryFolder } from '@rehearse/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { differences, findUnconsumedMessages } from '../support/log-and-streams.ts'
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
  uploadAudio,
} from './people.ts'
import { killOnOutput, openPlace, type Place, run, settingsOf, soon } from './place.ts'

const open = new AsyncDisposableStack()
afterAll(() => open.disposeAsync(), 60_000)

let place: Place
let folder: string
let question: Question
let staying: Learner
/** Deleted after the backup, which only the data about to be discarded records. */
let leaving: Learner
let newcomer: Learner

/** A platform that is backed up, and then changes in ways that a restore must undo. */
beforeAll(async () => {
  const { path } = open.use(await temporaryFolder())
  place = openPlace(join(path, 'platform'))
  const platform = await place.startPlatform()
  await using _ = { [Symbol.asyncDispose]: () => platform.stop() }
  const { gatewayUrl: url } = platform
  question = await uploadAudio(url, await newQuestion(url, await adminToken(url)))
  ;[staying, leaving] = [await signUp(url), await signUp(url)]
  for (const learner of [staying, leaving]) await answer(url, learner, answerTo(question))
  const settings = await settingsOf(place.dataDir, platform)
  const made = await run('backup', ['--to', join(path, 'backups')], settings)
  expect(made.code, made.err).toBe(0)
  folder = made.out.split('\n')[0] ?? ''

  newcomer = await signUp(url)
  for (const learner of [staying, newcomer]) await answer(url, learner, answerTo(question))
  await uploadAudio(url, await newQuestion(url, await adminToken(url)))
  await erase(url, leaving)
}, 600_000)

describe('existing data is discarded, and a restore that was killed starts over', {
  timeout: 600_000,
}, () => {
  test('killed at every step, then repeated', async () => {
    await place.withServers(async (settings) => {
      const refused = await run('restore', [folder], settings)
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
      for (const [n, step] of steps.entries()) {
        // Once a restore has begun, the data is its own: it doesn't need permission to discard it again.
        const said = await killOnOutput(
          `] ${step}\n`,
          'restore',
          n === 0 ? [folder, '--replace'] : [folder],
          settings,
        )
        expect(said).toContain(`] ${step}\n`)
      }
      const backup = await run('backup', ['--to', join(folder, '../of-half')], settings)
      expect(backup).toMatchObject({ code: 1, err: expect.stringContaining('no complete state to back up') })
      await mkdir(join(settings.MEDIA_DIR ?? '', '.restore-by-an-attempt-that-was-killed'))
      const said = await run('restore', [folder], settings)
      expect(said.code, said.err).toBe(0)
      expect(said.out).toContain('Erasures reapplied: 1.')
      expect(said.out).toContain('No difference.')
      expect((await readdir(settings.MEDIA_DIR ?? '')).filter((name) => name.startsWith('.restore'))).toEqual(
        [],
      )
    })
  })

  test('everything is restored, except for learners deleted since', async () => {
    const platform = open.adopt(await place.startPlatform(), (it) => it.stop())
    const { gatewayUrl: url } = platform
    await vi.waitUntil(async () => (await findUnconsumedMessages(platform.natsUrl)).length === 0, soon)
    expect((await signIn(url, newcomer)).status).toBe(401)
    expect((await signIn(url, leaving)).status).toBe(401)
    staying.token = (await signIn(url, staying)).body.token
    expect((await progressOf(url, staying)).totalQuestions).toBe(1)
    const heard = await fetch(url + question.audioQuestion)
    expect(heard.status).toBe(200)
    await answer(url, staying, answerTo(question))
    expect((await progressOf(url, staying)).totalQuestions).toBe(2)
    expect(await differences(platform.postgresUrl)).toBe('No difference.\n')
  })
})

/** The lines that a restore prints before its steps. */
const steps = [
  'database identity',
  'database questions',
  'database progress',
  'database media',
  'keys',
  'media files',
  'messages in flight',
  'newer migrations',
  'erasures',
  'replaying the log',
]
