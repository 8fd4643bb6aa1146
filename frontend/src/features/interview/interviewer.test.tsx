import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleQuestion } from '../../testing/samples.ts'
import { MockInterview } from './mock-interview.tsx'

const question = sampleQuestion()
const task = { id: 'todo', title: 'Todo list', description: '', category: 'javascript', difficulty: 'medium' }
const choice = /Let tiny ask follow-up questions/
const builtIn = 'Why does it work that way? Go one level deeper.'
const assessment = {
  marks: { correctness: 4, depth: 2, clarity: 3 },
  remarks: 'Say <b>why</b> it is <img src=x onerror=alert(1)> shared.',
}

const open = (more: Parameters<typeof fakeNetwork>[0] = {}) => {
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/questions/unified': () => ({ success: true, data: [question] }),
    'GET /api/challenges': () => ({ success: true, data: [task] }),
    'GET /api/interviews/interviewer': () => ({
      success: true,
      interviewer: { host: 'models.example', model: 'tiny' },
    }),
    'POST /api/interviews/follow-ups': () => ({ success: true, followUp: 'What does let change?' }),
    'POST /api/interviews/assessments': () => ({ success: true, assessment }),
    ...more,
  })
  return { calls, ...renderAt('/ai-mock-interview', <MockInterview />) }
}
const sent = (calls: readonly Call[]) =>
  calls.filter(({ path }) => path.startsWith('/api/interviews/f') || path.endsWith('assessments'))

async function begin(user: ReturnType<typeof open>['user'], withModel: boolean): Promise<void> {
  const box = await screen.findByRole('checkbox', { name: choice })
  if (withModel) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Start interview' }))
  await screen.findByRole('heading', { level: 1, name: question.title })
}

beforeEach(() => localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner)))

describe('an interviewing language model', () => {
  test('takes part if chosen, after showing what is sent where, and only when its button is pressed', async () => {
    const { calls, user } = open()
    const box = await screen.findByRole('checkbox', { name: choice })
    expect(screen.getByText(/^What you write stays on this device\./)).toBeDefined()
    await user.click(box)
    expect(
      screen.getByText(/this server sends the question and your answer to models\.example/),
    ).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Start interview' }))
    const ask = await screen.findByRole('button', { name: 'Ask a follow-up question' })
    await user.click(ask)
    expect(sent(calls)).toEqual([])

    await user.type(screen.getByLabelText('Your answer'), 'They share i.')
    await user.click(ask)
    await user.type(await screen.findByLabelText(/What does let change\?/), 'A new one each time.')
    await user.click(screen.getByRole('button', { name: 'Rate my answer' }))
    const rating = within(await screen.findByRole('region', { name: 'Rated by tiny' }))
    expect(await rating.findByText('Correctness: Very good')).toBeDefined()
    const about = { subject: { kind: 'question', id: question.id }, level: 'mid', language: 'en' }
    expect(sent(calls).map(({ body }) => body)).toEqual([
      { ...about, answer: 'They share i.' },
      {
        ...about,
        answer: 'They share i.',
        followUp: { question: 'What does let change?', answer: 'A new one each time.' },
      },
    ])
  })

  test('is displayed as plain text, and its ratings are in the report next to the learner’s', async () => {
    const { user, container } = open()
    await begin(user, true)
    await user.type(screen.getByLabelText('Your answer'), 'Mine.')
    await user.click(screen.getByRole('button', { name: 'Rate my answer' }))
    expect(await screen.findByText(assessment.remarks)).toBeDefined()
    expect(container.querySelector('img, b')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'End interview' }))
    expect(await screen.findByText(assessment.remarks)).toBeDefined()
    expect(screen.getByText('Model’s rating')).toBeDefined()
    expect(screen.getByText('67%')).toBeDefined()
    expect(screen.getByText('0 of 2 parts rated')).toBeDefined()
  })

  test.each([
    ['is unavailable', () => errorResponse(503, 'The interviewer gave no usable answer')],
    ['is rate limited', () => errorResponse(429, 'Too many requests, please try again later')],
    ['cannot be reached', () => Promise.reject(new TypeError('network'))],
  ])('that %s is reported, and the interview continues without it', async (_state, answer) => {
    const { user } = open({
      'POST /api/interviews/follow-ups': answer,
      'POST /api/interviews/assessments': answer,
    })
    await begin(user, true)
    await user.type(screen.getByLabelText('Your answer'), 'Mine.')
    await user.click(screen.getByRole('button', { name: 'Ask a follow-up question' }))
    expect(await screen.findByText('models.example returned no usable response')).toBeDefined()
    await user.type(screen.getByLabelText(builtIn), 'Deeper.')
    await user.click(screen.getByRole('button', { name: 'Rate my answer' }))
    expect(await screen.findByText('Rate yourself below, or try again.')).toBeDefined()
    await user.click(within(screen.getByRole('group', { name: 'Clarity' })).getByLabelText('Good'))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Todo list' })).toBeDefined()
  })

  test('that responds late still updates the part it was asked about', async () => {
    let answer: (reply: unknown) => void = () => undefined
    const { user } = open({
      'POST /api/interviews/follow-ups': () => new Promise((resolve) => (answer = resolve)),
    })
    await begin(user, true)
    await user.type(screen.getByLabelText('Your answer'), 'Mine.')
    await user.click(screen.getByRole('button', { name: 'Ask a follow-up question' }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await user.type(await screen.findByLabelText('Your answer'), 'The task.')
    answer({ success: true, followUp: 'What does let change?' })
    await expect
      .poll(() => localStorage.getItem(`interview_under_way@${learner.uid}`))
      .toContain('let change')
    expect(screen.getByRole('heading', { level: 1, name: 'Todo list' })).toBeDefined()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('The task.')
    const kept = JSON.parse(localStorage.getItem(`interview_under_way@${learner.uid}`) ?? '{}')
    expect(kept.given.map(({ asked }: { asked?: string }) => asked)).toEqual([
      'What does let change?',
      undefined,
    ])
  })
})

test('a language model that was not chosen receives nothing, and is not offered', async () => {
  const { calls, user } = open()
  await begin(user, false)
  expect(screen.queryByRole('button', { name: 'Ask a follow-up question' })).toBeNull()
  expect(screen.getByLabelText(builtIn)).toBeDefined()
  expect(sent(calls)).toEqual([])
})

test('without a configured model none is mentioned; visitors see that it needs an account', async () => {
  const bare = open({ 'GET /api/interviews/interviewer': () => ({ success: true, interviewer: null }) })
  expect(await screen.findByText(/^What you write stays on this device\./)).toBeDefined()
  expect(screen.queryByRole('checkbox', { name: choice })).toBeNull()
  bare.unmount()
  localStorage.clear()
  open()
  expect(await screen.findByText(/With an account, a language model \(tiny\)/)).toBeDefined()
  expect(screen.queryByRole('checkbox', { name: choice })).toBeNull()
})
