import { randomUUID } from 'node:crypto'
import { type Preferences, preferencesInput, progressSubjects } from '@rehearse/contracts'
import { openNats } from '@rehearse/service-kit'
import { type TestMailServer, testMailServer } from '@rehearse/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changePreferences } from '../learners/profile.ts'
import { registerLearner, type TestLearner } from '../testing/client.ts'
import { mailSettings, mailTo, waitUntil } from '../testing/mailed.ts'
import { identityEnvironment, type RunningIdentity, startIdentity } from '../testing/start-identity.ts'
import { remindLearners } from './reminders.ts'
import { recordPractice } from './repository.ts'

let server: TestMailServer
let identity: RunningIdentity
beforeAll(async () => {
  server = await testMailServer()
  identity = await startIdentity({ ...(await identityEnvironment()), ...mailSettings(server) })
})
afterAll(async () => {
  await identity?.close()
  await server?.goAway()
})
// Learners left behind would be reminded together with the next test's learners.
afterEach(() => identity.database.db.deleteFrom('learner').execute())

type Wish = { [Key in keyof Preferences]?: Partial<Preferences[Key]> }

const prefer = (uid: string, wish: Wish) =>
  identity.database.db
    .transaction()
    .execute((trx) => changePreferences(trx, uid, () => preferencesInput.parse(wish)))

/** A learner with a verified email and these preferences. */
async function learnerWho(wish: Wish): Promise<TestLearner> {
  const learner = await registerLearner(identity.app)
  await prefer(learner.uid, { notifications: { learningReminders: false } })
  await identity.database.db.updateTable('learner').set({ is_email_verified: true }).execute()
  // The service itself runs by the real clock, so mark these days as done.
  await identity.database.pool.query(
    `insert into reminder (learner_id, day) select $1, current_date + days from generate_series(-2, 2) as days
     on conflict do nothing`,
    [learner.uid],
  )
  await prefer(learner.uid, wish)
  return learner
}

const reminded = async ({ uid }: TestLearner, ...instants: string[]): Promise<boolean[]> => {
  const { db } = identity.database
  const notified: string[] = []
  const answers: boolean[] = []
  for (const instant of instants) {
    const before = notified.length
    await remindLearners(
      { db, notify: async (learnerId) => void notified.push(learnerId) },
      new Date(instant),
    )
    answers.push(notified.slice(before).includes(uid))
  }
  return answers
}
const practice = ({ uid }: TestLearner, at: string) =>
  identity.database.db.transaction().execute((trx) => recordPractice(trx, [{ learnerId: uid, at }]))

const berlin = { timezone: 'Europe/Berlin', studyHours: { start: '18:00', end: '20:00' } }

describe('a reminder', () => {
  test('is sent within the study hours, by the learner’s clock, once a day', async () => {
    const learner = await learnerWho(berlin)
    expect(
      await reminded(
        learner,
        '2026-07-01T15:59:00Z',
        '2026-07-01T16:00:00Z',
        '2026-07-01T17:00:00Z',
        '2026-07-01T18:00:00Z',
        '2026-07-02T16:30:00Z',
      ),
    ).toEqual([false, true, false, false, true])
  })

  test('follows daylight saving time', async () => {
    const learner = await learnerWho(berlin)
    expect(
      await reminded(learner, '2026-03-28T16:30:00Z', '2026-03-28T17:00:00Z', '2026-03-29T16:00:00Z'),
    ).toEqual([false, true, true])
    const night = await learnerWho({ ...berlin, studyHours: { start: '02:00', end: '03:00' } })
    // The repeated hour belongs to a single day.
    expect(await reminded(night, '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z')).toEqual([true, false])
  })

  test('for study hours past midnight counts for the day on which they began', async () => {
    const learner = await learnerWho({ timezone: 'UTC', studyHours: { start: '22:00', end: '02:00' } })
    expect(
      await reminded(
        learner,
        '2026-07-01T12:00:00Z',
        '2026-07-01T22:00:00Z',
        '2026-07-02T01:00:00Z',
        '2026-07-02T23:00:00Z',
      ),
    ).toEqual([false, true, false, true])
  })

  test('is not sent to learners who have practiced on their local day', async () => {
    const learner = await learnerWho(berlin)
    // Half past midnight in Berlin.
    await practice(learner, '2026-06-30T22:30:00Z')
    expect(await reminded(learner, '2026-07-01T16:00:00Z')).toEqual([false])
    expect(await reminded(learner, '2026-07-02T16:00:00Z')).toEqual([true])
    await practice(learner, '2026-07-03T21:59:00Z')
    await practice(learner, '2026-07-01T08:00:00Z')
    expect(await reminded(learner, '2026-07-03T16:00:00Z')).toEqual([false])
  })

  test('is not sent after practice in the first minutes of a day that begins at a quarter of an hour', async () => {
    const nepal = await learnerWho({
      timezone: 'Asia/Kathmandu',
      studyHours: { start: '18:00', end: '20:00' },
    })
    await practice(nepal, '2026-07-01T18:14:00Z')
    await practice(nepal, '2026-07-01T18:16:00Z')
    expect(await reminded(nepal, '2026-07-02T12:30:00Z')).toEqual([false])
    expect(await reminded(nepal, '2026-07-03T12:30:00Z')).toEqual([true])
  })

  test.each<[string, Wish]>([
    ['wants no reminders', { notifications: { learningReminders: false } }],
    ['wants no mail and has no device', { notifications: { email: false } }],
  ])('is not sent to a learner who %s', async (_who, wish) => {
    const learner = await learnerWho({ ...berlin, ...wish })
    expect(await reminded(learner, '2026-07-01T16:00:00Z')).toEqual([false])
  })

  test('is not sent to an unverified email', async () => {
    const learner = await learnerWho(berlin)
    await identity.database.db.updateTable('learner').set({ is_email_verified: false }).execute()
    expect(await reminded(learner, '2026-07-01T16:00:00Z')).toEqual([false])
  })

  test('is sent by default to learners without preferences', async () => {
    const learner = await learnerWho(berlin)
    await identity.database.db.deleteFrom('learner_preferences').execute()
    expect(await reminded(learner, '2026-07-01T08:59:00Z', '2026-07-01T09:00:00Z')).toEqual([false, true])
  })

  test('is sent once, however many replicas check at the same moment', async () => {
    const learners = [await learnerWho(berlin), await learnerWho(berlin)]
    const { db } = identity.database
    const notified: string[] = []
    const notify = async (uid: string) => void notified.push(uid)
    const now = new Date('2026-07-01T16:00:00Z')
    await Promise.all(Array.from({ length: 6 }, () => remindLearners({ db, notify }, now)))
    expect(notified.sort()).toEqual(learners.map(({ uid }) => uid).sort())
  })

  test('is mailed in the learner’s language, with a way to unsubscribe without signing in', async () => {
    const learner = await learnerWho({ ...berlin, language: 'ar' as never })
    await reminded(learner, '2026-07-01T16:00:00Z')
    const { email } = await mailTo(server, learner.email, 'بضعة أسئلة لهذا اليوم')
    expect(email.html).toContain('<html lang="ar" dir="rtl">')
    const header = (name: string) => email.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const oneClick = /^<https:\/\/rehearse\.example(\/api\/unsubscribe\/[\w-]{43})>$/.exec(
      header('list-unsubscribe') ?? '',
    )?.[1]
    const page = await identity.app.inject(oneClick ?? '')
    expect(page.statusCode).toBe(303)
    expect(page.headers.location).toMatch(/^\/unsubscribe#token=[\w-]{43}$/)
    expect(email.text).toContain(`https://rehearse.example${page.headers.location}`)

    // Opening the link changes nothing; a mailbox provider's POST does.
    const notifications = async () => {
      const reply = await identity.app.inject({
        url: '/api/users/me/preferences',
        headers: { authorization: `Bearer ${learner.token}` },
      })
      return reply.json().preferences.notifications
    }
    expect((await notifications()).learningReminders).toBe(true)
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const reply = await identity.app.inject({
        method: 'POST',
        url: oneClick ?? '',
        headers: { 'content-type': type },
        payload: 'List-Unsubscribe=One-Click',
      })
      expect(reply.json()).toMatchObject({ success: true, subscription: 'reminders' })
    }
    expect(await notifications()).toEqual({
      email: true,
      push: true,
      learningReminders: false,
      achievementAlerts: true,
    })
  })
})

test('rejects an invalid unsubscribe link', async () => {
  const reply = await identity.app.inject({ method: 'POST', url: '/api/unsubscribe/made-up' })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'link_expired'])
})

describe('progress events', () => {
  const publish = async (subject: string, type: string, data: object, occurredAt = new Date()) => {
    const nats = openNats({
      url: identity.env.NATS_URL ?? '',
      name: 'test',
      replicas: 1,
      log: identity.app.log,
      owns: 'progress',
    })
    nats.start()
    try {
      const js = await nats.jetstream()
      const envelope = {
        id: randomUUID(),
        type,
        version: 1,
        occurredAt,
        correlationId: null,
        causationId: null,
        data,
      }
      await js.publish(subject, JSON.stringify(envelope))
    } finally {
      await nats.close()
    }
  }

  test('record only the time of practice', async () => {
    const learner = await learnerWho({ notifications: { learningReminders: false } })
    const answer = (occurredAt: string, learnerId = learner.uid) =>
      publish(
        progressSubjects.answerSubmitted,
        'AnswerSubmitted',
        { learnerId, isCorrect: true },
        new Date(occurredAt),
      )
    await answer('2026-07-01T16:00:00Z')
    await answer('2026-07-01T15:00:00Z')
    await answer('2026-07-02T15:00:00Z', 'nobody')
    await waitUntil(async () => {
      const rows = await identity.database.db.selectFrom('practice').selectAll().execute()
      return rows.length === 1 && rows[0]?.last_practised_at.toISOString() === '2026-07-01T16:00:00.000Z'
    })
    const { rows } = await identity.database.pool.query('select * from parked_message')
    expect(rows).toEqual([])
  })

  test('announces badges once, unless they are old or unwanted', async () => {
    const learner = await learnerWho({ notifications: { learningReminders: false } })
    const mute = await learnerWho({ notifications: { learningReminders: false, achievementAlerts: false } })
    const earn = ({ uid }: TestLearner, title: string, earnedAt = new Date()) =>
      publish(progressSubjects.badgeEarned, 'BadgeEarned', {
        learnerId: uid,
        badgeId: title,
        title,
        rarity: 'common',
        earnedAt,
      })
    await earn(mute, 'Quiet')
    await earn(learner, 'Long ago', new Date('2026-01-01T00:00:00Z'))
    await earn(learner, 'First steps')
    const { email } = await mailTo(server, learner.email, 'You earned a badge: First steps')
    expect(email.headers.map(({ key }) => key)).toContain('list-unsubscribe')
    expect(email.text).toContain('Unsubscribe from badge emails')
    const subjects = [learner, mute].flatMap((who) =>
      server.mailTo(who.email).map((mail) => mail.email.subject),
    )
    expect(subjects.filter((subject) => subject?.includes('badge'))).toHaveLength(1)
  })
})
