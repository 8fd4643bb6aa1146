import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { savedInterviews } from '../../shared/offline/saved-interviews.ts'
import { type Call, errorResponse } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { concept, interviewNetwork, introduction } from './interview-samples.ts'
import { MockInterview } from './mock-interview.tsx'

const choice = /Let tiny ask follow-up questions/
const ask = 'Let tiny ask instead'
const assessment = {
  marks: { correctness: 4, depth: 2, clarity: 3 },
  remarks: 'Say <b>why</b> it is <img src=x onerror=alert(1)> shared.',
}

const open = (more: Parameters<typeof interviewNetwork>[0] = {}) => {
  const calls = interviewNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/interviews/interviewer': () => ({
      success: true,
      interviewer: { host: 'models.example', model: 'tiny' },
    }),
    'POST /api/interviews/follow-ups': () => ({ success: true, followUp: 'What does let change?' }),
    'POST /api/interviews/assessments': () => ({ success: true, assessment }),
    ...more,
  })
  return { calls, ...renderAt('/ai-mock-interview', <MockInterview renderChallenge={() => null} />) }
}
const sent = (calls: readonly Call[]) =>
  calls.filter(({ path }) => path.startsWith('/api/interviews/f') || path.endsWith('assessments'))

async function begin(user: ReturnType<typeof open>['user'], withModel: boolean): Promise<void> {
  const box = await screen.findByRole('checkbox', { name: choice })
  if (withModel) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Start interview' }))
  await screen.findByRole('heading', { level: 1, name: introduction.title })
}
const press = (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(screen.getByRole('button', { name }))
const writeAnswer = async (user: ReturnType<typeof open>['user'], text: string) => {
  await user.type(screen.getByRole('textbox', { name: 'Your answer' }), text)
  await press(user, 'Finish answer')
}

beforeEach(() => localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner)))

describe('an interviewing language model', () => {
  test('takes part if chosen, after showing what is sent where, and only when its button is pressed', async () => {
    const { calls, user } = open()
    const box = await screen.findByRole('checkbox', { name: choice })
    expect(screen.getByText(/^No one else sees what you write/)).toBeDefined()
    await user.click(box)
    expect(
      screen.getByText(/this server sends the question and your answer to models\.example/),
    ).toBeDefined()
    await press(user, 'Start interview')
    await screen.findByRole('heading', { level: 1, name: introduction.title })
    expect(screen.queryByRole('button', { name: ask })).toBeNull()
    await writeAnswer(user, 'They share i.')
    expect(sent(calls)).toEqual([])
    await press(user, ask)
    await user.type(await screen.findByRole('textbox', { name: /What does let change\?/ }), 'A new one.')
    await press(user, 'End interview')
    expect(await screen.findByText('tiny asked it after reading your answer.')).toBeDefined()
    await press(user, 'Rate my answer')
    const rating = within(await screen.findByRole('region', { name: 'Rated by tiny' }))
    expect(await rating.findByText('Correctness: Very good')).toBeDefined()
    const about = { subject: { kind: 'question', id: introduction.id }, level: 'mid', language: 'en' }
    expect(sent(calls).map(({ body }) => body)).toEqual([
      { ...about, answer: 'They share i.' },
      {
        ...about,
        answer: 'They share i.',
        followUp: { question: 'What does let change?', answer: 'A new one.' },
      },
    ])
  })

  test('is displayed as plain text, and its ratings are in the report next to the learner’s', async () => {
    const { user, container } = open()
    await begin(user, true)
    await writeAnswer(user, 'Mine.')
    await press(user, 'End interview')
    await press(user, 'Rate my answer')
    expect(await screen.findByText(assessment.remarks)).toBeDefined()
    expect(container.querySelector('img, b')).toBeNull()
    await user.click(screen.getAllByRole('button', { name: 'View report' })[0] as HTMLElement)
    expect(await screen.findByText(assessment.remarks)).toBeDefined()
    expect(screen.getByText('Model’s rating')).toBeDefined()
    expect(screen.getByText('67%')).toBeDefined()
    expect(screen.getByText('0 of 7 parts rated')).toBeDefined()
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
    await writeAnswer(user, 'Mine.')
    await press(user, ask)
    expect(await screen.findByText('models.example returned no usable response')).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: /Where do the variables live/ }), 'Deeper.')
    await press(user, 'End interview')
    await press(user, 'Rate my answer')
    expect(await screen.findByText('Rate yourself below, or try again.')).toBeDefined()
    await user.click(within(screen.getByRole('group', { name: 'Evidence' })).getByLabelText('Good'))
    await user.click(screen.getAllByRole('button', { name: 'View report' })[0] as HTMLElement)
    expect(await screen.findByText('1 of 7 parts rated')).toBeDefined()
  })

  test('that responds after the part is over changes nothing in the next one', async () => {
    let answer: (reply: unknown) => void = () => undefined
    const { user } = open({
      'POST /api/interviews/follow-ups': () => new Promise((resolve) => (answer = resolve)),
    })
    await begin(user, true)
    await writeAnswer(user, 'Mine.')
    await press(user, ask)
    await press(user, 'Next part')
    await screen.findByRole('heading', { level: 1, name: concept.title })
    await user.type(screen.getByRole('textbox', { name: 'Your answer' }), 'The next.')
    answer({ success: true, followUp: 'What does let change?' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' }).value).toBe('The next.')
    const [kept] = savedInterviews()
    expect(kept?.interview.given[1]).toMatchObject({ answer: 'The next.' })
    expect(kept?.interview.given[1]?.followUp).toBeUndefined()
  })
})

test('a language model that was not chosen receives nothing, and is not offered', async () => {
  const { calls, user } = open()
  await begin(user, false)
  await writeAnswer(user, 'Mine.')
  expect(screen.queryByRole('button', { name: ask })).toBeNull()
  expect(screen.getByRole('textbox', { name: /Where do the variables live/ })).toBeDefined()
  expect(sent(calls)).toEqual([])
})

test('without a configured model none is mentioned; visitors see that it needs an account', async () => {
  const bare = open({ 'GET /api/interviews/interviewer': () => ({ success: true, interviewer: null }) })
  expect(await screen.findByText(/^No one else sees what you write/)).toBeDefined()
  expect(screen.queryByRole('checkbox', { name: choice })).toBeNull()
  bare.unmount()
  localStorage.clear()
  open()
  expect(await screen.findByText(/With an account, a language model \(tiny\)/)).toBeDefined()
  expect(screen.queryByRole('checkbox', { name: choice })).toBeNull()
})
