import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Platform, repositoryRoot, startPlatform } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import { unlimited } from '@rehearse/testing/unlimited'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openVersion } from '../backup/older-version.ts'
import { openPlace, type Place, run, settingsOf, soon } from '../backup/place.ts'
import { filledVersion } from '../support/clean-clone.ts'
import { differences, findUnconsumedMessages } from '../support/log-and-streams.ts'
import { asking } from './api.ts'
import {
  allowedAfterRestore,
  allowedDifferences,
  describeDifferences,
  differencesBetween,
  unexpected,
} from './differences.ts'
import { type Filled, fillPlatform } from './fill-platform.ts'
import { type Person, pushSettings, refresh, signIn, untilTodayLasts } from './people.ts'
import {
  type Reading,
  readingsOf,
  readPlatform,
  type Snapshot,
  successful,
  type Tokens,
  tokensOf,
} from './read-platform.ts'

const open = new AsyncDisposableStack()
afterAll(() => open.disposeAsync(), 120_000)

/** The older version's own content, in both: what is compared is data, not what ships with a version. */
let contentDir: string
let older: Place
let backup: string
let filled: Filled
let readings: Reading[]
let before: Snapshot

type Start = typeof startPlatform
/** Starts a version with that content and without rate limits. */
const starting =
  (start: Start): Start =>
  (options) =>
    start({
      ...options,
      readyWithinMs: 600_000,
      env: {
        identity: { ...options.env?.identity, ...unlimited, ...pushSettings },
        gateway: { ...unlimited, RATE_LIMIT_EXPORT: '0' },
        questions: { CONTENT_DIR: contentDir },
      },
    })

/** The older version, filled, read, backed up and stopped. */
beforeAll(async () => {
  await untilTodayLasts()
  const { path } = open.use(await temporaryFolder())
  const version = open.use(await openVersion(filledVersion))
  contentDir = join(version.folder, 'services/questions/content')
  older = openPlace(join(path, 'older'))
  const start = starting((await version.localPlatform()).startPlatform)
  const platform = await older.startPlatform({ start })
  await using _ = { [Symbol.asyncDispose]: () => platform.stop() }
  const { gatewayUrl: url } = platform
  filled = await fillPlatform(url)
  await untilQuiet(platform)
  const possible = await readingsOf(url, filled)
  before = await readPlatform(url, possible, tokensOf(filled))
  readings = successful(possible, before)
  report()
  const made = await run(
    'backup',
    ['--to', join(path, 'backups')],
    await settingsOf(older.dataDir, platform),
    version.folder,
  )
  expect(made.code, made.err).toBe(0)
  backup = made.out.split('\n')[0] ?? ''
}, 1_800_000)

/** What the comparison covers, as a line of the run's output. */
function report(): void {
  const { admins, learners, content, learning } = filled
  const endpoints = new Set(readings.map(({ endpoint }) => endpoint)).size
  process.stdout.write(
    `Filled ${filledVersion}: ${learners.length} learners with ${learning.answers} answers, ${admins.length + 1} admins, \
${content.questions.length} questions of all kinds. Comparing ${readings.length} readings of ${endpoints} endpoints.\n`,
  )
}

/** The read models that docs/operations.md says to rebuild once, for changes since the older version. */
const rebuiltAfterUpgrade = ['difficulty', 'activity']

async function rebuild({ postgresUrl }: Platform, name: string): Promise<void> {
  const address = new URL(postgresUrl)
  address.pathname = '/progress'
  const command = join(repositoryRoot, 'services/progress/src/ops/run.ts')
  const env = { PATH: process.env.PATH, DATABASE_OWNER_URL: address.href }
  await promisify(execFile)(process.execPath, [command, 'rebuild', name], { env })
}

/** Until every message has arrived. */
const untilQuiet = ({ natsUrl }: Platform) =>
  vi.waitUntil(async () => (await findUnconsumedMessages(natsUrl)).length === 0, soon)

const continues = async () => tokensOf(filled)

/** After a restore no old token is accepted: learners' sessions renew, admins sign in again. */
async function renews(url: string): Promise<Tokens> {
  const readers = [filled.boss, filled.admins[0] as Person, ...filled.learners].filter(
    ({ canSignIn }) => canSignIn,
  )
  const renewed = readers.map(async (person) => {
    const { status, token } = await (person.kind === 'learner' ? refresh(url, person) : signIn(url, person))
    expect([person.email, status]).toEqual([person.email, 200])
    return [person.email, token ?? ''] as const
  })
  return new Map(await Promise.all(renewed))
}

/** Where this version starts, and how sessions of before go on there. */
const places = {
  'the same data folder': { prepare: async () => older, tokens: continues, allowed: [] },
  'the restored backup': { prepare: restore, tokens: renews, allowed: allowedAfterRestore },
}

async function restore(): Promise<Place> {
  const place = openPlace(join(older.dataDir, '../restored'))
  await place.withServers(async (settings) => {
    const said = await run('restore', [backup], settings)
    expect(said.code, said.err).toBe(0)
    expect(said.out).toContain('No difference.')
  })
  return place
}

describe.each(Object.entries(places))(
  'this version on %s',
  { timeout: 600_000 },
  (_, { prepare, tokens, allowed }) => {
    let platform: Platform
    let url: string
    beforeAll(async () => {
      platform = await (await prepare()).startPlatform({ start: starting(startPlatform) })
      url = platform.gatewayUrl
      await untilQuiet(platform)
    }, 600_000)
    afterAll(() => platform?.stop(), 120_000)

    test('every figure, file and export is as before, read with sessions of before', async () => {
      const after = await readPlatform(url, readings, await tokens(url))
      const found = unexpected(differencesBetween(before, after), [...allowedDifferences, ...allowed])
      expect(describeDifferences(found)).toBe('')
    })

    test('the log gives the same read models, once those of changed rules are rebuilt', async () => {
      for (const name of rebuiltAfterUpgrade) await rebuild(platform, name)
      expect(await differences(platform.postgresUrl)).toBe('No difference.\n')
    })

    test('sessions continue, and everyone signs in with their password', async () => {
      for (const person of [filled.boss, ...filled.admins, ...filled.learners]) {
        if (person.kind === 'learner' && tokens === continues) {
          const { status } = await refresh(url, person)
          expect([person.email, 'refresh', status === 200]).toEqual([
            person.email,
            'refresh',
            person.canSignIn,
          ])
        }
        const { status } = await signIn(url, person)
        expect([person.email, status === 200]).toEqual([person.email, person.canSignIn])
        const refused = await signIn(url, person, { password: `${person.password}?` })
        expect([person.email, refused.status]).toEqual([person.email, 401])
      }
    })

    test('an answer that is sent again counts once, and a new one counts', async () => {
      for (const learner of filled.learners.filter(({ canSignIn }) => canSignIn).slice(0, 12)) {
        const { token } = await signIn(url, learner)
        const ask = asking(url, token)
        const total = async () =>
          (await ask<{ progress: { totalQuestions: number } }>('/api/progress/get')).progress.totalQuestions
        const recorded = await total()
        const answers = filled.learning.repeatable.filter((one) => one.learner === learner.email)
        for (const { answer } of answers) await ask('/api/progress/save', { body: answer })
        expect(await total()).toBe(recorded)
        const { answeredAt: _, ...again } = answers[0]?.answer ?? {}
        await ask('/api/progress/save', { body: { ...again, answerId: crypto.randomUUID() } })
        expect(await total()).toBe(recorded + 1)
      }
    })
  },
)
