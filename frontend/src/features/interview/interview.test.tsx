import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { sampleQuestion } from '../../testing/samples.ts'
import { categoriesByScore, emptyPartResult, type Interview, scoreOf } from './interview.ts'
import { interview as messages } from './messages.en.ts'
import { MockInterview } from './mock-interview.tsx'
import { reportText } from './report.tsx'

const question = sampleQuestion()
const task = {
  id: 'todo-list',
  title: 'Todo list',
  description: 'Build a list.',
  category: 'javascript',
  difficulty: 'medium',
}
const open = (more: Parameters<typeof fakeNetwork>[0] = {}) => {
  const calls = fakeNetwork({
    'GET /api/questions/unified': () => ({ success: true, data: [question] }),
    'GET /api/challenges': () => ({ success: true, data: [task] }),
    [`POST /api/questions/unified/${question.id}/check`]: () => ({
      success: true,
      result: { isCorrect: false, correctOptionIds: ['b'], explanation: 'One variable.', optionFeedback: [] },
    }),
    ...more,
  })
  return { calls, ...renderAt('/ai-mock-interview', <MockInterview />) }
}
const part = (category: string) => ({
  kind: 'question' as const,
  id: category,
  title: category,
  content: '',
  category,
  options: [],
})
const results = (mark: 1 | 2 | 3 | 4) => ({ ...emptyPartResult, marks: { correctness: mark, depth: mark } })

beforeEach(() => vi.useRealTimers())

describe('a mock interview', () => {
  test('goes from setup through answers and ratings to a saved report', async () => {
    const { calls, user } = open()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'JavaScript')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Length' }), '20 minutes')
    await user.click(screen.getByRole('button', { name: 'Start interview' }))
    expect(await screen.findByRole('heading', { level: 1, name: question.title })).toBeDefined()
    expect(calls.find(({ path }) => path === '/api/questions/unified')?.query.get('category')).toBe(
      'JavaScript',
    )
    expect(screen.getByRole('timer', { name: 'Time left' }).textContent).toMatch(/^(20:00|19:5\d)$/)

    await user.type(screen.getByLabelText('Your answer'), 'They share i.')
    await user.click(screen.getByRole('button', { name: 'Compare with a model answer' }))
    expect(await screen.findByText('One variable.')).toBeDefined()
    await user.click(within(screen.getByRole('group', { name: 'Correctness' })).getByLabelText('Very good'))
    await user.click(screen.getByRole('button', { name: 'Next' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Todo list' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Open editor' }).getAttribute('href')).toBe('/coding/todo-list')
    await user.click(screen.getByRole('button', { name: 'View report' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Interview report' })).toBeDefined()
    expect(screen.getByText('They share i.')).toBeDefined()
    expect(screen.getByText('1 of 2 parts rated')).toBeDefined()

    await user.click(screen.getByRole('button', { name: 'Start another interview' }))
    const reports = within(screen.getByRole('region', { name: 'Your reports' }))
    expect(reports.getByText('100%')).toBeDefined()
    await user.click(reports.getByRole('button', { name: /^Delete the report/ }))
    expect(screen.queryByRole('region', { name: 'Your reports' })).toBeNull()
    expect(calls.every(({ method, path }) => method === 'GET' || path.endsWith('/check'))).toBe(true)
  })

  test('in progress survives a reload', async () => {
    const first = open()
    await first.user.click(screen.getByRole('button', { name: 'Start interview' }))
    await first.user.type(await screen.findByLabelText('Your answer'), 'Kept.')
    first.unmount()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Kept.')
  })

  test('ends automatically when the time is up', async () => {
    const startedAt = Date.now() - 20 * 60_000 + 500
    const interview: Interview = {
      id: 'i',
      setup: { role: 'frontend', level: 'mid', minutes: 20, readAloud: false },
      startedAt,
      endedAt: null,
      parts: [part('CSS')],
      given: [emptyPartResult],
      position: 0,
    }
    localStorage.setItem('interview_under_way@visitor', JSON.stringify(interview))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('heading', { name: 'Interview report' })).toBeDefined()
  })

  test('reports a failed preparation, and a missing question', async () => {
    let fails = true
    const { user } = open({
      'GET /api/questions/unified': () =>
        fails ? errorResponse(400, 'Invalid') : { success: true, data: [] },
    })
    await user.click(screen.getByRole('button', { name: 'Start interview' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The interview could not be prepared')
    fails = false
    await act(() => user.click(screen.getByRole('button', { name: 'Start interview' })))
    expect(await screen.findByText('There are no questions for this choice yet.')).toBeDefined()
  })
})

describe('the report', () => {
  const interview: Interview = {
    id: 'i',
    setup: { role: 'frontend', level: 'senior', minutes: 20, readAloud: false },
    startedAt: 0,
    endedAt: 60_000,
    parts: [part('CSS'), part('React'), part('HTML')],
    given: [results(4), results(1), emptyPartResult],
    position: 2,
  }

  test('scores the rated parts, from 0 to 100', () => {
    expect(scoreOf([results(1)])).toBe(0)
    expect(scoreOf([results(4)])).toBe(100)
    expect(scoreOf([results(4), results(1), emptyPartResult])).toBe(50)
    expect(scoreOf([emptyPartResult])).toBeNull()
  })

  test('lists the weakest category first and leaves out unrated ones', () => {
    expect(categoriesByScore(interview)).toEqual([
      { category: 'React', score: 0 },
      { category: 'CSS', score: 100 },
    ])
  })

  test('can be exported as text', () => {
    const text = reportText(interview, messages, 'November 22, 2026')
    expect(text).toContain('# Interview report')
    expect(text).toContain('Overall: 50 %')
    expect(text).toContain('- Depth: Poor')
  })
})
