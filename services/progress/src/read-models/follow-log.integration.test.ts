import { randomUUID } from 'node:crypto'
import type { QuestionSnapshot } from '@rehearse/contracts'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerEventId } from '../learner-store/commit-learners.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'

const soon = { interval: 50 }
const learnerId = randomUUID()
let database: TestDatabase
let service: ProgressService
let question: QuestionSnapshot
let owner: pg.Client

beforeAll(async () => {
  const nats = await testNats()
  database = await progressDatabase('progress_follow')
  service = await startProgressService(database, nats.url)
  question = await service.publishQuestion()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await service.close()
})

async function answer(answerId: string): Promise<void> {
  const token = await service.identity.token('learner', { id: learnerId })
  const { questionId } = question
  const reply = await fetch(`${service.url}/api/progress/save`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ answerId, questionId, selectedOptionIds: ['a'], timeSpent: 3 }),
  })
  expect(reply.status).toBe(200)
}

/** Whether statistics include each of these answers. */
async function counted(...answerIds: string[]): Promise<boolean[]> {
  const ids = answerIds.map((id) => answerEventId(learnerId, id))
  const { rows } = await owner.query('select event_id from item_answer where event_id = any($1)', [ids])
  return ids.map((id) => rows.some((row) => row.event_id === id))
}

/** Makes statistics fail on one event, as a bug in a rule would. */
async function refuse(eventId: string): Promise<void> {
  await owner.query(`
    create function refuse_answer() returns trigger language plpgsql as
      $$ begin raise exception 'no rule for this one'; end $$;
    create trigger refuse_answer before insert on item_answer
      for each row when (new.event_id = '${eventId}') execute function refuse_answer()`)
}

test('dead-letters a failing event, continues with the others, and applies it on replay', async () => {
  const [before, bad, after] = [randomUUID(), randomUUID(), randomUUID()]
  await refuse(answerEventId(learnerId, bad))
  for (const answerId of [before, bad, after]) await answer(answerId)
  await expect.poll(() => counted(before, bad, after), soon).toEqual([true, false, true])
  const { rows } = await owner.query(
    'select consumer, subject, error, deliveries, payload from parked_message',
  )
  expect(rows).toEqual([
    {
      consumer: 'read model statistics',
      subject: 'AnswerSubmitted',
      error: 'error: no rule for this one',
      deliveries: 5,
      payload: JSON.stringify({ id: answerEventId(learnerId, bad) }),
    },
  ])
  const ready = (await service.app.inject('/readyz')).json()
  expect(ready).toMatchObject({
    ready: true,
    checks: { 'dead-letters': { detail: '1 dead-lettered: see npm run ops -- dead-letters' } },
  })
  expect((await service.app.inject('/metrics')).body).toMatch(
    /messages_delivered_total\{consumer="read model statistics",outcome="parked",service="progress"\} 1/,
  )
  await owner.query('drop trigger refuse_answer on item_answer')
  await owner.query('update parked_message set replay_at = now()')
  await expect.poll(() => counted(bad), soon).toEqual([true])
  expect((await owner.query('select from parked_message')).rowCount).toBe(0)
})

test('dead-letters a learner whose badge award fails, and awards the badge on replay', async () => {
  await answer(randomUUID())
  await owner.query(`
    create function refuse_badge() returns trigger language plpgsql as
      $$ begin raise exception 'not this one'; end $$;
    create trigger refuse_badge before insert on event
      for each row when (new.type = 'BadgeEarned') execute function refuse_badge()`)
  await service.publishBadge({ badgeId: 'late', rule: { measure: 'answers', atLeast: 1 } })
  const deadLetters = async () =>
    (await owner.query('select consumer, error, subject from parked_message')).rows
  await expect
    .poll(deadLetters, soon)
    .toEqual([{ consumer: 'badge backfill', error: 'error: not this one', subject: 'late' }])
  await expect
    .poll(
      async () => (await owner.query('select from badge_backfill where finished_at is null')).rowCount,
      soon,
    )
    .toBe(0)
  await owner.query('drop trigger refuse_badge on event')
  await owner.query('update parked_message set replay_at = now()')
  await expect
    .poll(async () => (await owner.query(`select from learner_badge where badge_id = 'late'`)).rowCount, soon)
    .toBe(1)
  await expect.poll(deadLetters, soon).toEqual([])
})
