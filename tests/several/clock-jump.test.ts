import { setTimeout as pause } from 'node:timers/promises'
import { waitUntilReady } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakedClock, fakedClock, whyNoFakedClock } from '../support/faked-clock.ts'
import { type LearnerGroup, patience, startLearnerGroup } from './learner-group.ts'
import { type NatsCluster, startNatsCluster } from './nats-cluster.ts'
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts'
import { backends, type SeveralOfEverything, startSeveral } from './several-of-everything.ts'

const open = new AsyncDisposableStack()
const { path: dataDir } = open.use(await temporaryFolder())
const reason = await whyNoFakedClock(dataDir)
if (reason) process.stdout.write(`a clock that jumps is not tested: ${reason}\n`)

/** Milliseconds that each wrong hour lasts. */
const wrongFor = 20_000

/** An hour ahead it is already tomorrow in the first zone; an hour back it is still yesterday in the second. */
const zones = [23, 0].map(zoneInWhichItIs)

let nats: NatsCluster
let postgres: PostgresPair
let clock: FakedClock
let several: SeveralOfEverything
let crowd: LearnerGroup
let began: Date

/** The second replica of each service is on its own machine, whose clock jumps. */
describe.skipIf(reason)('when the clock of one machine jumps', () => {
  beforeAll(async () => {
    nats = open.adopt(await startNatsCluster(dataDir), (it) => it.stop())
    postgres = open.adopt(await startPostgresPair(dataDir), (it) => it.stop())
    clock = await fakedClock(dataDir)
    several = open.adopt(
      await startSeveral({
        dataDir,
        nats,
        postgresUrl: postgres.url,
        second: Object.fromEntries(backends.map((name) => [name, { env: clock.env }])),
      }),
      (it) => it.stop(),
    )
    began = new Date()
    crowd = open.adopt(await startLearnerGroup(several.door, 20, zones), (it) => it.stop())
  }, 300_000)
  afterAll(() => open.disposeAsync(), 120_000)

  test.each([
    ['an hour ahead', 1],
    ['an hour back', -1],
  ])(
    '%s, it serves nothing until it is right again, and learners get on with the others',
    {
      timeout: 300_000,
    },
    async (what, hours) => {
      await crowd.disturbed(`the clock of one machine ${what}`, async () => {
        await clock.setAhead(hours)
        for (const name of backends)
          await expectClock(name, { state: 'down', detail: /^the clock is 3(600|599) s/ })
        await crowd.getsOn('the jump')
      })
      await pause(wrongFor)
      await crowd.disturbed(`the clock of one machine right again`, async () => {
        await clock.setAhead(0)
        for (const { innerUrl } of Object.values(several.replicas).flat()) {
          await waitUntilReady(innerUrl, { deadlineMs: patience })
        }
      })
    },
  )

  test('every answer counts once, on the day it was given', {
    timeout: 300_000,
  }, async () => {
    await crowd.expectCountedOnce(nats.opsUrl, postgres.url)
    const ended = new Date()
    for (const learner of crowd.learners) {
      const { currentStreak, lastActivity } = await learner.progress()
      expect(currentStreak).toBeLessThanOrEqual(learner.days.size)
      expect(currentStreak).toBeGreaterThanOrEqual(1)
      expect(Date.parse(lastActivity ?? '')).toBeGreaterThanOrEqual(began.getTime())
      expect(Date.parse(lastActivity ?? '')).toBeLessThanOrEqual(ended.getTime())
    }
    expect(await answersOutside(began, ended)).toBe(0)
  })
})

async function expectClock(name: (typeof backends)[number], expected: { state: string; detail: RegExp }) {
  const read = async () => {
    const reply = await fetch(`${several.replicas[name][1]?.innerUrl}/readyz`)
    return ((await reply.json()) as { checks: { clock: unknown } }).checks.clock
  }
  await expect
    .poll(read, { timeout: patience, interval: 100 })
    .toEqual({ state: expected.state, detail: expect.stringMatching(expected.detail) })
}

/** Answers with a time at which they can't have been given. */
async function answersOutside(from: Date, to: Date): Promise<number> {
  const address = Object.assign(new URL(postgres.url), { pathname: '/progress' })
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  try {
    const { rows } = await client.query(
      'select count(*)::int as count from learner_answer where answered_at not between $1 and $2',
      [from, to],
    )
    return rows[0].count
  } finally {
    await client.end()
  }
}

/** A time zone in which it is this hour now. */
function zoneInWhichItIs(hour: number): string {
  const ahead = (hour - new Date().getUTCHours() + 24) % 24
  // IANA inverts the sign of these zones.
  return ahead <= 14 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`
}
