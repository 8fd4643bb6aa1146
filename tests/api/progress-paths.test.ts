import { randomUUID } from 'node:crypto'
import type {
  Certificate,
  PathProgress,
  PathState,
  Progress,
  PublicCertificate,
  Question,
} from '@rehearse/contracts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Call, newLearner, superAdmin, visitor } from '../support/client.ts'
import { answerTo, newQuestion } from '../support/questions.ts'

/** A path of ten steps with one question each. */
const pathId = `path-${randomUUID()}`
const sections = Array.from({ length: 10 }, (_, n) => `step-${n}`)
const questions = new Map<string, Question>()
interface Completed {
  path: PathProgress
  certificate: Certificate | null
}

let call: Call
beforeAll(async () => {
  const asAdmin = await superAdmin()
  for (const id of sections) questions.set(id, await newQuestion())
  const steps = sections.map((id) => ({ id, title: id, questionIds: [questions.get(id)?.id] }))
  await asAdmin('/api/learning-paths', { body: { id: pathId, title: 'A path of ten steps', steps } })
  const somebody = (await newLearner()).call
  // Once requests are rejected only for missing answers, the path and the section are known everywhere.
  await vi.waitFor(async () =>
    expect(await complete(sections[9] as string, somebody)).toMatchObject({
      body: { code: 'section_not_earned' },
    }),
  )
})
beforeEach(async () => {
  call = (await newLearner()).call
})

const complete = (section: string, as = call) =>
  as<Completed>(`/api/progress/paths/${pathId}/sections/${section}/complete`, { method: 'POST' })
/** Answers the section's question correctly, which completes the section. */
const earn = (section: string) =>
  call('/api/progress/save', {
    body: { ...answerTo(questions.get(section) as Question), learningPath: pathId },
  })
const completeAll = async () => {
  for (const section of sections) expect((await earn(section)).status).toBe(200)
  return (await complete(sections[9] as string)).body
}

describe('a learning path', () => {
  const [first, second] = sections as [string, string]

  test('grows by ten percent with each section, each counted once', async () => {
    await earn(first)
    const one = await complete(first)
    expect(one.body).toMatchObject({
      path: {
        pathId,
        pathName: 'A path of ten steps',
        progress: 10,
        completedSections: [first],
        completedAt: null,
      },
      certificate: null,
    })
    expect((await complete(first)).body.path.progress).toBe(10)
    await earn(second)
    const two = await complete(second)
    expect(two.body.path).toMatchObject({
      progress: 20,
      completedSections: [first, second],
      currentSection: second,
    })
    const { body } = await call<{ progress: Progress }>('/api/progress/get')
    expect(body.progress.learningPaths).toEqual([two.body.path])
  })

  test('accepts neither an unknown section nor one without its answers', async () => {
    for (let n = 1; n <= 10; n += 1) {
      expect(await complete(`invented-${n}`)).toMatchObject({
        status: 404,
        body: { code: 'section_not_found' },
      })
    }
    expect(await complete(first)).toMatchObject({ status: 409, body: { code: 'section_not_earned' } })
    expect((await call<{ progress: Progress }>('/api/progress/get')).body.progress.learningPaths).toEqual([])
    expect((await call('/api/progress/certificates')).body).toMatchObject({ certificates: [] })
  })

  test('starts at 0 with an answer', async () => {
    const question = questions.get(first) as Question
    await call('/api/progress/save', {
      body: { ...answerTo(question, { right: false }), learningPath: pathId },
    })
    const { body } = await call<{ progress: Progress }>('/api/progress/get')
    expect(body.progress.learningPaths).toEqual([
      expect.objectContaining({
        pathId,
        progress: 0,
        questionsAnswered: 1,
        timeSpent: 7,
        completedSections: [],
      }),
    ])
  })

  test('completes a section once, even if asked twenty times at once', async () => {
    await earn(first)
    const replies = await Promise.all(Array.from({ length: 20 }, () => complete(first)))
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    await earn(second)
    expect((await complete(second)).body.path.progress).toBe(20)
  })

  test('shows each step with the state of its questions, and completes it at 80 % of the latest answers', async () => {
    const asAdmin = await superAdmin()
    const id = `path-${randomUUID()}`
    const own = await Promise.all(Array.from({ length: 5 }, () => newQuestion()))
    const steps = [{ id: 'five', title: 'Five questions', questionIds: own.map((question) => question.id) }]
    await asAdmin('/api/learning-paths', { body: { id, title: `A path of one step ${id}`, steps } })
    const state = async () => (await call<PathState>(`/api/progress/paths/${id}`)).body
    await vi.waitFor(async () =>
      expect(await state()).toMatchObject({ steps: [{ questions: own.map(() => ({})) }] }),
    )
    expect(await state()).toMatchObject({
      path: null,
      steps: [{ title: 'Five questions', isCompleted: false }],
    })
    const answer = (n: number, right: boolean) =>
      call('/api/progress/save', { body: { ...answerTo(own[n] as Question, { right }), learningPath: id } })
    for (const [n, right] of [true, false, true, true, false].entries()) await answer(n, right)
    expect(await state()).toMatchObject({
      path: {
        progress: 0,
        questionCount: 5,
        questionsAnswered: 5,
        correctAnswers: 3,
        currentSection: 'five',
      },
      steps: [
        {
          isEarned: false,
          questions: [{ state: 'correct' }, { state: 'missed' }, {}, {}, { state: 'missed' }],
        },
      ],
    })
    await answer(1, true)
    expect(await state()).toMatchObject({
      path: { progress: 10, completedSections: ['five'], questionsAnswered: 5, correctAnswers: 4 },
      steps: [{ isCompleted: true, isEarned: true }],
    })
    const { learningPaths } = (await call<{ progress: Progress }>('/api/progress/get')).body.progress
    expect(learningPaths).toContainEqual((await state()).path)
    // Neither a later mistake nor an edit revokes it.
    await answer(0, false)
    await asAdmin(`/api/learning-paths/${id}`, { method: 'PUT', body: { steps: [] } })
    await vi.waitFor(async () => expect((await state()).steps).toEqual([]))
    expect((await state()).path).toMatchObject({ progress: 10, completedSections: ['five'] })
  })

  test('completes a step that an edit made complete, when asked', async () => {
    const asAdmin = await superAdmin()
    const id = `path-${randomUUID()}`
    const [first, second] = [await newQuestion(), await newQuestion()]
    const step = (...of: Question[]) => [
      { id: 'one', title: 'One', questionIds: of.map((question) => question.id) },
    ]
    await asAdmin('/api/learning-paths', { body: { id, title: `Edited ${id}`, steps: step(first, second) } })
    await vi.waitFor(async () =>
      expect((await call<PathState>(`/api/progress/paths/${id}`)).body.steps?.[0]?.questions).toHaveLength(2),
    )
    await call('/api/progress/save', { body: answerTo(first) })
    const complete = () =>
      call<Completed>(`/api/progress/paths/${id}/sections/one/complete`, { method: 'POST' })
    expect(await complete()).toMatchObject({ status: 409, body: { code: 'section_not_earned' } })
    await asAdmin(`/api/learning-paths/${id}`, { method: 'PUT', body: { steps: step(first) } })
    await vi.waitFor(async () =>
      expect(await complete()).toMatchObject({ status: 200, body: { path: { progress: 10 } } }),
    )
  })

  test('that is unknown is a 404', async () => {
    const reply = await call('/api/progress/paths/no-path/sections/one/complete', { method: 'POST' })
    expect(reply).toMatchObject({ status: 404, body: { code: 'learning_path_not_found' } })
  })
})

describe('a certificate', () => {
  test('is issued with the tenth section, once, and verified by anyone who knows its code', async () => {
    const { path, certificate } = await completeAll()
    expect(path).toMatchObject({ progress: 100, completedAt: expect.any(String) })
    expect(certificate).toMatchObject({ pathId, pathName: 'A path of ten steps', name: null })
    expect((await complete(sections[0] as string)).body).toMatchObject({
      path: { progress: 100 },
      certificate,
    })
    const own = await call<{ certificates: Certificate[] }>('/api/progress/certificates')
    expect(own.body.certificates).toEqual([certificate])

    const read = () => visitor<{ certificate: PublicCertificate }>(`/api/certificates/${certificate?.code}`)
    // Ten answers a moment ago, whatever times the learner claims.
    const evidence = { answers: 10, days: expect.any(Number), medianSeconds: expect.any(Number) }
    expect(await read()).toMatchObject({ status: 200, body: { certificate: { ...certificate, evidence } } })
    expect((await read()).body.certificate.evidence?.days).toBeLessThanOrEqual(2)
    // Later answers don't count.
    await earn(sections[0] as string)
    expect((await read()).body.certificate.evidence?.answers).toBe(10)
  })

  test('stays valid after incorrect answers and a reset, and completing the path again issues no second one', async () => {
    const { certificate } = await completeAll()
    for (const question of questions.values()) {
      await call('/api/progress/save', {
        body: { ...answerTo(question, { right: false }), learningPath: pathId },
      })
    }
    expect((await call('/api/progress/reset', { body: { scope: 'path', id: pathId } })).status).toBe(200)
    const own = async () =>
      (await call<{ certificates: Certificate[] }>('/api/progress/certificates')).body.certificates
    expect(await own()).toEqual([certificate])
    const seen = await visitor<{ certificate: Certificate }>(`/api/certificates/${certificate?.code}`)
    expect(seen).toMatchObject({ status: 200, body: { certificate } })
    expect((await completeAll()).certificate).toEqual(certificate)
    expect(await own()).toEqual([certificate])
  })

  test('shows the name that the learner chose, and only the learner can change it', async () => {
    const { certificate } = await completeAll()
    const path = `/api/progress/certificates/${certificate?.code}`
    const stranger = (await newLearner()).call
    expect((await stranger(path, { method: 'PUT', body: { name: 'Mallory' } })).status).toBe(404)
    await call(path, { method: 'PUT', body: { name: 'Ada L.' } })
    const seen = () => visitor<{ certificate: Certificate }>(`/api/certificates/${certificate?.code}`)
    expect((await seen()).body.certificate.name).toBe('Ada L.')
    await call(path, { method: 'PUT', body: { name: null } })
    expect((await seen()).body.certificate.name).toBeNull()
    expect((await call(path, { method: 'PUT', body: { name: '' } })).status).toBe(400)
  })

  test("can't be verified after its learner was deleted", async () => {
    const learner = await newLearner()
    call = learner.call
    const { certificate } = await completeAll()
    const { status } = await call('/api/users/me', { method: 'DELETE', body: { password: learner.password } })
    expect(status).toBeLessThan(300)
    await vi.waitFor(
      async () => expect((await visitor(`/api/certificates/${certificate?.code}`)).status).toBe(404),
      { interval: 250 },
    )
  })

  test('with an unknown code is a 404', async () => {
    for (const code of ['0'.repeat(26), randomUUID()]) {
      expect((await visitor(`/api/certificates/${code}`)).body).toMatchObject({
        code: 'certificate_not_found',
      })
    }
  })
})
