import { act, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { savedInterview, saveInterview } from '../../shared/offline/saved-interviews.ts'
import { errorResponse } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { emptyPartResult, type Interview, type Mark } from './interview.ts'
import {
  behavioral,
  concept,
  design,
  explanation,
  interviewNetwork,
  introduction,
  secondConcept,
  yourQuestions,
} from './interview-samples.ts'
import { interview as messages } from './messages.en.ts'
import { MockInterview } from './mock-interview.tsx'
import { reportText } from './report.tsx'

const open = (more: Parameters<typeof interviewNetwork>[0] = {}) => {
  const calls = interviewNetwork(more)
  const page = (
    <MockInterview
      renderChallenge={(id, onTested) => (
        <button type="button" onClick={() => onTested({ passed: 3, total: 3 })}>
          Run {id}
        </button>
      )}
    />
  )
  return { calls, ...renderAt('/ai-mock-interview', page) }
}
type User = ReturnType<typeof open>['user']
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = (user: User, name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const answer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' })
const stored = (id: string) => savedInterview(id)?.interview

async function toNext(user: User, name: string) {
  await press(user, 'Finish answer')
  await press(user, name)
}

describe('a mock interview', () => {
  test('of 45 minutes has the parts of a real one, each follow-up after its answer, and a report with one next step', async () => {
    const { calls, user } = open()
    expect(screen.getByLabelText('Parts of this interview').textContent).toContain('Coding challenge16 min')
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Length' }).value).toBe('45')
    await press(user, 'Start interview')
    await heading(introduction.title)
    expect(screen.getByRole('timer', { name: 'Time left' }).textContent).toMatch(/^(45:00|44:5\d)$/)
    expect(screen.getByText(/^This part: 0:0\d of 2:00$/)).toBeDefined()
    await toNext(user, 'Next part')

    await heading(concept.title)
    for (const text of [
      'Where do the variables live?',
      'Defines the scope',
      'A function with its variables.',
    ])
      expect(screen.queryByText(text)).toBeNull()
    expect(screen.queryByRole('region', { name: 'Follow-up' })).toBeNull()
    await user.type(answer(), 'It keeps the scope.')
    await press(user, 'Finish answer')
    expect(document.activeElement?.textContent).toBe('Follow-up')
    await user.type(screen.getByRole('textbox', { name: /How do you find a leak/ }), 'With snapshots.')
    expect(screen.queryByText('Defines the scope')).toBeNull()
    await press(user, 'Next part')
    await heading(secondConcept.title)
    await toNext(user, 'Next part')

    await heading('A menu')
    expect(screen.getByText('Tests not run')).toBeDefined()
    await press(user, 'Run menu')
    await press(user, 'Finish answer')
    expect(
      screen.getByRole('textbox', { name: /All tests pass\. What are its time and space complexity/ }),
    ).toBeDefined()
    await press(user, 'Next part')
    await heading(design.title)
    await toNext(user, 'Next part')
    await heading(behavioral.title)
    await toNext(user, 'Next part')
    await heading(yourQuestions.title)
    await toNext(user, 'End interview and compare')

    await heading(introduction.title)
    await press(user, 'Next part')
    await heading(concept.title)
    expect(
      within(screen.getByRole('region', { name: 'Model answer' })).getByText(
        'A function with its variables.',
      ),
    ).toBeDefined()
    expect(screen.getByText('It keeps the scope.')).toBeDefined()
    await user.click(screen.getByText('Why this question?'))
    expect(screen.getByText(/“Names a memory trap”.*0 of its 2 keywords/)).toBeDefined()
    await user.click(screen.getByRole('checkbox', { name: 'Defines the scope' }))
    const depth = screen.getByRole('group', { name: 'Depth' })
    expect(depth.textContent).toContain('Strong: Reasons, consequences and limits')
    await user.click(within(depth).getByLabelText('Poor'))
    await press(user, 'View report')

    await heading('Interview report')
    expect(screen.getByText('2 of 7 parts rated')).toBeDefined()
    expect(screen.getByText('Checklist: 1 of 2 points ticked, 50%')).toBeDefined()
    const next = screen.getByRole('region', { name: 'Practice next' })
    expect(
      within(next)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([`${concept.title} (25%)`])
    expect(within(next).getByRole('link').getAttribute('href')).toBe(`/questions?question=${concept.id}`)

    await press(user, 'Start another interview')
    const reports = within(screen.getByRole('region', { name: 'Your interviews' }))
    await user.click(reports.getByRole('button', { name: /^Delete the report/ }))
    expect(screen.queryByRole('region', { name: 'Your interviews' })).toBeNull()
    expect(calls.every(({ method, path }) => method === 'GET' || path.endsWith('/check'))).toBe(true)
  }, 120_000)

  test('in progress survives a reload, with the follow-up and without a connection', async () => {
    const first = open()
    await press(first.user, 'Start interview')
    await heading(introduction.title)
    await first.user.type(answer(), 'Kept.')
    await press(first.user, 'Finish answer')
    first.unmount()
    const failing = () => Promise.reject(new TypeError('offline'))
    const { user } = open({ 'GET /api/questions/unified': failing, 'GET /api/challenges': failing })
    await press(user, 'Continue')
    expect(screen.getByText('Kept.')).toBeDefined()
    expect(
      screen.getByRole('textbox', { name: /Where do the variables live|How do you find a leak/ }),
    ).toBeDefined()
    await press(user, 'End interview')
    expect(await screen.findByText('A function with its variables.')).toBeDefined()
  })

  test('isn’t cut off when the time is up, and counts only the time on the screen', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const interview: Interview = {
        ...sample,
        endedAt: null,
        finishedAt: null,
        given: [{ ...emptyPartResult, seconds: 20 * 60 - 2 }],
      }
      saveInterview(interview)
      open()
      await act(() => vi.advanceTimersByTimeAsync(3_600_000))
      act(() => screen.getByRole('button', { name: 'Continue' }).click())
      expect(screen.getByRole('timer').textContent).toMatch(/^0:0[012]$/)
      await act(() => vi.advanceTimersByTimeAsync(7_000))
      expect(screen.getByRole('timer').textContent).toBe('0:00')
      expect(screen.getByText(messages.timeUp)).toBeDefined()
      expect(answer()).toBeDefined()
      expect(stored(sample.id)?.given[0]?.seconds).toBeGreaterThanOrEqual(20 * 60)
    } finally {
      vi.useRealTimers()
    }
  })

  test('takes only open questions, and those of earlier interviews last', async () => {
    saveInterview({ ...sample, parts: [{ ...samplePart, id: concept.id }] })
    const { calls, user } = open({
      'GET /api/questions/unified': ({ query }) => ({
        success: true,
        data: query.has('topic') || query.has('tags') ? [] : [concept, secondConcept],
      }),
    })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'JavaScript')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Length' }), '20 minutes')
    await press(user, 'Start interview')
    await heading(secondConcept.title)
    const asked = calls.filter(({ path }) => path === '/api/questions/unified')
    expect(asked.every(({ query }) => query.get('type') === 'open-ended')).toBe(true)
    expect(asked.map(({ query }) => query.get('category'))).toContain('JavaScript')
  })

  test('reports a failed preparation, and missing questions', async () => {
    let fails = true
    const { user } = open({
      'GET /api/questions/unified': () =>
        fails ? errorResponse(400, 'Invalid') : { success: true, data: [] },
      'GET /api/challenges': () => ({ success: true, data: [] }),
    })
    await press(user, 'Start interview')
    expect((await screen.findByRole('alert')).textContent).toContain('The interview could not be prepared')
    fails = false
    await press(user, 'Start interview')
    expect(await screen.findByText('There are no questions for this selection yet.')).toBeDefined()
  })
})

const samplePart = {
  kind: 'concept' as const,
  id: 'closures',
  title: 'Explain closures',
  content: '',
  category: 'JavaScript',
  minutes: 5,
  model: 'A function with its variables.',
  points: [{ text: 'Defines the scope', followUp: '' }],
}
const sample: Interview = {
  id: 'i',
  setup: { role: 'frontend', level: 'senior', minutes: 20, readAloud: false, dictate: false },
  startedAt: '2026-11-29T10:00:00.000Z',
  endedAt: '2026-11-29T10:20:00.000Z',
  finishedAt: '2026-11-29T10:25:00.000Z',
  parts: [samplePart],
  given: [{ ...emptyPartResult, covered: [0], marks: [4, 4, 1] }],
  position: 0,
}

describe('the reports', () => {
  test('show how the score has changed over several interviews', () => {
    const given = [{ ...emptyPartResult, marks: [2, 2, 2] as Mark[] }]
    saveInterview(sample)
    saveInterview({ ...sample, id: 'j', startedAt: '2026-11-28T10:00:00.000Z', given })
    open()
    expect(screen.getByText('2 interviews: 17% → 84%')).toBeDefined()
  })

  test('of earlier versions of the app still open, with their answers and marks', async () => {
    const { minutes: _minutes, model: _model, points: _points, ...part } = samplePart
    const earlier = {
      ...sample,
      startedAt: 0,
      endedAt: 60_000,
      parts: [{ ...part, kind: 'question', options: [] }],
      given: [
        { answer: 'Mine.', followUp: 'More.', asked: 'And then?', marks: { correctness: 4, depth: 1 } },
      ],
    }
    localStorage.setItem('interview_reports@visitor', JSON.stringify([earlier]))
    const { user } = open()
    await press(user, /^Open/)
    for (const text of ['Mine.', 'More.']) expect(screen.getByText(text)).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Follow-up: And then?' })).toBeDefined()
    expect(screen.getByText('1 of 1 parts rated')).toBeDefined()
  })

  test('can be exported as text, with the model answer', () => {
    const text = reportText(sample, messages, 'November 22, 2026')
    for (const line of [
      '# Interview report',
      'Overall: 84 %',
      '- [x] Defines the scope',
      '- Depth: Very good',
    ])
      expect(text).toContain(line)
    expect(text).toContain(samplePart.model)
    expect(explanation).toContain(samplePart.model)
  })
})
