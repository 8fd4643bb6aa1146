import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  badgeMessage,
  challengeMessage,
  libraryRevised,
  type PlaceMessage,
  placeMessage,
  planMessage,
  questionMessage,
  questionReplayPage,
  questionReplaySubject,
  streams,
} from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type FilledService, startFilledService } from '../testing/filled-service.ts'
import { bodyOf } from '../testing/library-bodies.ts'

let service: FilledService
let contentDir: string
const as = 'admin' as const
const badge = {
  id: 'css-50',
  name: 'CSS Hand',
  description: 'Answer 50 questions on CSS correctly.',
  icon: 'palette',
  rarity: 'rare',
  rule: { measure: 'correctAnswers', atLeast: 50, category: 'CSS' },
}

beforeAll(async () => {
  contentDir = await mkdtemp(join(tmpdir(), 'content-'))
  await writeFile(join(contentDir, 'badges.json'), JSON.stringify([badge]))
  service = await startFilledService('tell_definitions', { contentDir })
})
afterAll(async () => {
  await service.close()
  await rm(contentDir, { recursive: true })
})

/** The first messages about one test's entries, in stream order. */
async function published<Message extends z.ZodType>(
  subject: string,
  schema: Message,
  count: number,
  concerns: (message: z.infer<Message>) => boolean = () => true,
): Promise<z.infer<Message>[]> {
  const js = await service.nats.jetstream()
  const consumer = await js.consumers.get(streams.questions.name, { filter_subjects: subject })
  const found: z.infer<Message>[] = []
  for await (const message of await consumer.consume()) {
    const parsed = schema.parse(message.json())
    if (concerns(parsed)) found.push(parsed)
    if (found.length === count) break
  }
  return found
}

const newsOfPlace = (id: string, count: number): Promise<PlaceMessage[]> =>
  published('questions.place.>', placeMessage, count, (message) => message.data.id === id)

describe('a taxonomy node', () => {
  test('is published when it is created, renamed, changed and removed, each with a higher revision', async () => {
    await service.call('POST /api/sections', { as, body: { id: 'loops', name: 'Loops' } })
    await service.call('PUT /api/sections/loops', { as, body: { name: 'Loops and lists' } })
    await service.call('PUT /api/sections/loops', { as, body: { order: 7 } })
    await service.call('POST /api/sections', { as, body: { id: 'lists', name: 'Lists' } })
    const { id } = await service.create({ sectionId: 'loops' })
    await service.call('DELETE /api/sections/loops?reassignTo=lists', { as })

    const news = await newsOfPlace('loops', 4)
    expect(news.map(({ type, data: { revision: _, ...data } }) => ({ type, data }))).toEqual([
      { type: 'PlaceDefined', data: { kind: 'section', id: 'loops', name: 'Loops' } },
      {
        type: 'PlaceRenamed',
        data: { kind: 'section', id: 'loops', name: 'Loops and lists', previousName: 'Loops' },
      },
      { type: 'PlaceDefined', data: { kind: 'section', id: 'loops', name: 'Loops and lists' } },
      {
        type: 'PlaceRemoved',
        data: {
          kind: 'section',
          id: 'loops',
          name: 'Loops and lists',
          reassignedTo: { id: 'lists', name: 'Lists' },
        },
      },
    ])
    const [first = 0, second = 0, third = 0, last = 0] = news.map(({ data }) => data.revision)
    expect([second > first, third > second, last === third]).toEqual([true, true, true])
    const revisions = await published(
      'questions.question.>',
      questionMessage,
      2,
      ({ data }) => data.questionId === id,
    )
    expect(revisions.map(({ data }) => 'sectionId' in data && data.sectionId)).toEqual(['loops', 'lists'])
  })

  test('is published by an import that creates it, with its id in each question', async () => {
    const { id } = await service.create({ category: 'General' })
    const [question] = await published(
      'questions.question.>',
      questionMessage,
      1,
      ({ data }) => data.questionId === id,
    )
    expect(question?.data).toMatchObject({ category: 'General', categoryId: 'general' })
    expect(await newsOfPlace('javascript-basics', 1)).toMatchObject([
      { type: 'PlaceDefined', data: { kind: 'learning-path', name: 'JavaScript basics' } },
    ])
  })
})

describe('the library', () => {
  test('publishes badges with their rules, as content loads them', async () => {
    expect(await published('questions.badge.>', badgeMessage, 1)).toMatchObject([
      { type: 'BadgeDefined', data: { badgeId: 'css-50', rule: badge.rule, points: 25 } },
    ])
  })

  test('publishes challenges without their solutions, and plans with their sections', async () => {
    const code = { html: '<p>the-solution</p>', css: '', javascript: '' }
    const test = { id: 'one', name: 'One', type: 'html', input: '1', expectedOutput: '1' }
    const challenge = {
      id: 'menu',
      title: 'A menu',
      description: 'Build it.',
      category: 'html',
      difficulty: 'easy',
      starterCode: code,
      testCases: [test, { ...test, id: 'two' }],
      solution: code,
      explanation: 'the-solution',
    }
    await service.call('POST /api/challenges', { as, body: challenge })
    await service.call('PUT /api/challenges/menu', { as, body: { title: 'Menu' } })
    await service.call('DELETE /api/challenges/menu', { as })
    const challenges = await published('questions.challenge.>', challengeMessage, 3)
    expect(challenges).toMatchObject([
      { type: 'ChallengeDefined', data: { challengeId: 'menu', title: 'A menu', maxScore: 2 } },
      { type: 'ChallengeDefined', data: { title: 'Menu', testIds: ['one', 'two'] } },
      { type: 'ChallengeRemoved', data: { challengeId: 'menu', revision: challenges[1]?.data.revision } },
    ])
    expect(JSON.stringify(challenges)).not.toContain('the-solution')

    const { id } = await service.create()
    const sections = [{ id: 'start', name: 'Start', category: 'General', questions: [id] }]
    await service.call('POST /api/guided-learning/plans', {
      as,
      body: { name: 'Two', duration: 2, sections },
    })
    expect(await published('questions.plan.>', planMessage, 1)).toMatchObject([
      { data: { planId: 'two', duration: 2, dailyQuestions: 50, sections: [{ questions: [id] }] } },
    ])
  })
})

test('challenges and plans that aren’t approved are removed for other services, and not replayed', async () => {
  const status = (kind: string, id: string, to: string) =>
    service.call(`POST /api/admin/content/${kind}/${id}/status`, { as, body: { status: to } })
  for (const { address, kind, subject, schema, name } of [
    {
      address: '/api/challenges',
      kind: 'challenges',
      subject: 'questions.challenge.>',
      schema: challengeMessage,
      name: 'Challenge',
    },
    {
      address: '/api/guided-learning/plans',
      kind: 'plans',
      subject: 'questions.plan.>',
      schema: planMessage,
      name: 'Plan',
    },
  ]) {
    const body = { ...bodyOf(address), id: 'staged', status: 'draft' }
    expect((await service.call(`POST ${address}`, { as, body })).status).toBe(201)
    expect((await replayed()).map(({ data }) => JSON.stringify(data)).join()).not.toContain('"staged"')
    await status(kind, 'staged', 'approved')
    await status(kind, 'staged', 'archived')
    const news = await published(subject, schema, 3, ({ data }) => Object.values(data).includes('staged'))
    expect(news.map(({ type }) => type)).toEqual([`${name}Removed`, `${name}Defined`, `${name}Removed`])
    const [, defined, removed] = news.map(({ data }) => data.revision)
    expect(removed).toBeGreaterThan(defined ?? Number.POSITIVE_INFINITY)
  }
})

async function replayed() {
  const connection = await service.nats.connection
  const reply = await connection.request(questionReplaySubject, JSON.stringify({ after: null, limit: 500 }), {
    timeout: 60_000,
  })
  return questionReplayPage.parse(reply.json()).messages
}

test('publishes which of its other entries were created, changed and removed', async () => {
  const article = { title: 'Closures', summary: 's', body: 'b', category: 'CSS', readingTime: 3 }
  expect((await service.call('POST /api/articles', { as, body: article })).text).toContain('"id":"closures"')
  await service.call('PUT /api/articles/closures', { as, body: { title: 'On closures' } })
  await service.call('DELETE /api/articles/closures', { as })
  const news = await published(
    'questions.library.>',
    libraryRevised,
    3,
    ({ data }) => data.kind === 'articles',
  )
  expect(news.map(({ data }) => data)).toEqual(Array(3).fill({ kind: 'articles', entryIds: ['closures'] }))
})

test('a replay starts with the current state of every entry', async () => {
  await service.call('POST /api/topics', { as, body: { id: 'closures', name: 'Closures' } })
  await service.call('PUT /api/topics/closures', { as, body: { name: 'Closures and scope' } })
  const connection = await service.nats.connection
  const reply = await connection.request(questionReplaySubject, JSON.stringify({ after: null }), {
    timeout: 60_000,
  })
  const { messages } = questionReplayPage.parse(reply.json())
  expect(messages).toContainEqual(
    expect.objectContaining({
      type: 'PlaceDefined',
      data: expect.objectContaining({ kind: 'topic', id: 'closures', name: 'Closures and scope' }),
    }),
  )
  expect(messages).toContainEqual(
    expect.objectContaining({ type: 'BadgeDefined', data: expect.objectContaining({ badgeId: 'css-50' }) }),
  )
  const firstQuestion = messages.findIndex(({ type }) => type.startsWith('Question'))
  expect(messages.slice(firstQuestion).every(({ type }) => type.startsWith('Question'))).toBe(true)
})
