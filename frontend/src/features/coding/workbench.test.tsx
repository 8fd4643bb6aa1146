import type { Challenge } from '@rehearse/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleChallenge } from '../../testing/challenge-samples.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleProgress } from '../../testing/samples.ts'
import type { FilesOutcome, FilesRunOptions } from './run-files.ts'
import type { Diagnostic, FileText } from './type-checker.ts'
import { Workbench } from './workbench.tsx'

// tests/browser shows the real compiler, runner and editor; these tests cover what the page makes of their results.
const ran = vi.hoisted(() => ({
  outcome: { end: 'done', results: [], console: [], problem: null } as FilesOutcome,
  calls: [] as { texts: readonly FileText[]; only: string | undefined }[],
  errors: [] as Diagnostic[] | 'timed-out',
}))
vi.mock('./run-files.ts', () => ({
  runFiles: (_challenge: unknown, texts: readonly FileText[], { only }: FilesRunOptions) => {
    ran.calls.push({ texts, only })
    return { outcome: Promise.resolve(ran.outcome), stop: () => undefined }
  },
  previewFiles: () => ({ outcome: Promise.resolve({ ...ran.outcome, results: [] }), stop: () => undefined }),
}))
vi.mock('./type-checker.ts', () => ({
  openTypeChecker: () => ({
    update: () => undefined,
    check: async () => ran.errors,
    close: () => undefined,
  }),
}))
vi.mock('../../shared/ui/code-editor.tsx', () => ({
  default: ({ label, initial, replacement, readOnly, onChange }: EditorProps) => (
    <textarea
      key={replacement.edition}
      aria-label={label}
      readOnly={readOnly}
      data-steps={JSON.stringify(replacement.texts)}
      defaultValue={replacement.texts.at(-1) ?? initial}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
}))
interface EditorProps {
  label: string
  initial: string
  replacement: { edition: number; texts: readonly string[] }
  readOnly: boolean
  onChange: (text: string) => void
}

const sum = (part: Partial<Challenge> = {}) =>
  sampleChallenge({
    kind: 'typescript',
    category: 'typescript',
    testCases: [],
    files: [
      { path: 'sum.ts', text: 'export const sum = 0', access: 'editable' },
      { path: 'sum.test.ts', text: 'test()', access: 'read-only' },
      { path: 'hidden.test.ts', text: 'secret()', access: 'hidden' },
    ],
    ...part,
  })
const draft = (revision: number, files: readonly FileText[] = []) => ({
  success: true,
  draft: { files, revision },
})
const network = (more: Parameters<typeof fakeNetwork>[0] = {}) =>
  fakeNetwork({
    'GET /api/runner': () => ({ success: true, origin: 'http://runner.test' }),
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/get': () => ({ success: true, progress: sampleProgress() }),
    'GET /api/progress/challenges/centre-a-box/draft': () => draft(0),
    ...more,
  })
const signIn = () => localStorage.setItem('auth_profile', JSON.stringify(learner))
async function open(challenge: Challenge) {
  const view = renderAt('/', <Workbench challenge={challenge} progress={undefined} />)
  await screen.findByRole('button', { name: challenge.kind === 'review' ? /Submit/ : /Run tests/ })
  return view
}
const editor = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const run = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /Run tests/ })
  await waitFor(() => expect(button.disabled).toBe(false))
  await user.click(button)
}

beforeEach(() => {
  ran.outcome = { end: 'done', results: [], console: [], problem: null }
  ran.calls = []
  ran.errors = []
})

describe('files', () => {
  test('have tabs, except hidden ones; some can only be read; errors are counted and listed', async () => {
    ran.errors = [
      { path: 'sum.ts', from: 0, to: 1, line: 1, severity: 'error', message: 'Not a function', code: 1 },
      { path: 'hidden.test.ts', from: 0, to: 1, line: 1, severity: 'error', message: 'Hidden', code: 1 },
    ]
    network()
    const { user } = await open(sum())
    const tabs = await screen.findAllByRole('tab')
    expect(tabs).toHaveLength(2)
    await screen.findByRole('tab', { name: /^sum.ts.*1 error/ })
    screen.getByRole('tab', { name: /^sum.test.ts.*read-only/ })
    expect(screen.queryByText('Hidden')).toBeNull()
    await user.click(tabs[1] as HTMLElement)
    expect((await editor('sum.test.ts')).readOnly).toBe(true)
    await user.click(screen.getByRole('button', { name: /sum\.ts:1 Not a function/ }))
    expect((await screen.findByRole('tab', { name: /^sum.ts/ })).getAttribute('aria-selected')).toBe('true')
  })

  test('a failed test shows its call, the difference, its console and its line, and runs again alone', async () => {
    const failed = {
      testId: 'sum > adds',
      name: 'sum > adds',
      passed: false,
      expected: '{\n  "a": 1\n}',
      got: '{\n  "a": 2\n}',
      call: 'expect(sum(1)).toEqual({ a: 1 })',
      path: 'sum.test.ts',
      line: 3,
      console: [{ level: 'log' as const, text: 'called with 1' }],
    }
    ran.outcome = {
      end: 'done',
      results: [{ testId: 'types', name: 'types', passed: true }, failed],
      console: [],
      problem: null,
    }
    network()
    const { user } = await open(sum())
    await run(user)
    await screen.findByText('1 of 2 passed')
    const row = screen.getByText('sum > adds').closest('li') as HTMLElement
    within(row).getByText('expect(sum(1)).toEqual({ a: 1 })')
    expect((await within(row).findByRole('figure')).textContent).toContain('-   "a": 1')
    within(row).getByText(/called with 1/)
    await user.click(within(row).getByRole('button', { name: /Go to sum.test.ts:3/ }))
    expect(screen.getByRole('tab', { name: /sum.test.ts/ }).getAttribute('aria-selected')).toBe('true')
    ran.outcome = { end: 'done', results: [{ ...failed, passed: true }], console: [], problem: null }
    await user.click(within(row).getByRole('button', { name: /Run this test alone/ }))
    await screen.findByText('2 of 2 passed')
    expect(ran.calls.map(({ only }) => only)).toEqual([undefined, 'sum > adds'])
  })

  test('a test in a hidden file shows its call, and no way to a file that can’t be opened', async () => {
    const failed = { testId: 'adds', name: 'adds', passed: false, call: 'expect(sum(1)).toBe(1)', line: 3 }
    ran.outcome = {
      end: 'done',
      results: [{ ...failed, path: 'hidden.test.ts' }],
      console: [],
      problem: { text: 'sum is not a function', path: 'hidden.test.ts', line: 1 },
    }
    network()
    const { user } = await open(sum())
    await run(user)
    await screen.findByText('sum is not a function')
    screen.getByText('expect(sum(1)).toBe(1)')
    expect(screen.queryByRole('button', { name: /Go to/ })).toBeNull()
  })

  test('of a bug that the tests miss, the verdict shows the number, not what it is', async () => {
    ran.outcome = {
      end: 'done',
      results: [
        { testId: 'reference', name: 'reference', passed: true },
        { testId: 'mutant-1', name: 'adds twice', passed: true },
        { testId: 'mutant-2', name: 'ignores zero', passed: false },
      ],
      console: [],
      problem: null,
    }
    network()
    const mutants = ['adds twice', 'ignores zero'].map((name) => ({ name, files: [] }))
    const { user } = await open(sum({ kind: 'tests', mutants }))
    await run(user)
    await screen.findByText('Bug 2 isn’t caught by your tests')
    screen.getByText('Your tests catch bug 1')
    expect(screen.queryByText(/ignores zero/)).toBeNull()
  })

  test('tests that fail on the correct code are not said to miss bugs, which they were never run on', async () => {
    ran.outcome = {
      end: 'done',
      results: [
        {
          testId: 'reference',
          name: 'adds',
          passed: false,
          error: 'expected 3 to be 4',
          expected: '4',
          got: '3',
        },
        { testId: 'mutant-1', name: 'adds twice', passed: false },
      ],
      console: [],
      problem: null,
    }
    network()
    const { user } = await open(sum({ kind: 'tests', mutants: [{ name: 'adds twice', files: [] }] }))
    await run(user)
    const received = await screen.findByText('Received')
    expect(received.nextElementSibling?.textContent).toBe('3')
    const bug = screen.getByText('Your tests catch bug 1').closest('li') as HTMLElement
    within(bug).getByText('Not run yet:')
    expect(screen.queryByText(/isn’t caught/)).toBeNull()
  })

  test('an attempt sends what the learner wrote, with the result of each test', async () => {
    signIn()
    ran.outcome = {
      end: 'done',
      results: [{ testId: 'types', name: 'types', passed: true }],
      console: [],
      problem: null,
    }
    const calls = network({ 'POST /api/progress/challenges': () => errorResponse(503, 'away') })
    const { user } = await open(sum())
    await user.type(await editor('sum.ts'), ' + 1')
    await run(user)
    await screen.findByText("This attempt hasn't been saved yet")
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      files: [{ path: 'sum.ts', text: 'export const sum = 0 + 1' }],
      results: [{ testId: 'types', passed: true }],
      completed: true,
    })
  })
})

test('the solution and the alternatives show their complexity, and are compared with what the learner wrote', async () => {
  network()
  const { user } = await open(
    sum({
      explanation: 'Add them up.',
      complexity: 'O(n) time',
      solutionFiles: [{ path: 'sum.ts', text: 'export const sum = 1' }],
      otherSolutions: [
        {
          title: 'With reduce',
          complexity: 'O(n) time, O(1) space',
          explanation: '',
          files: [{ path: 'sum.ts', text: 'export const sum = 2' }],
        },
      ],
    }),
  )
  await user.clear(await editor('sum.ts'))
  await user.type(await editor('sum.ts'), 'export const sum = mine')
  await user.click(screen.getByText('Solution and explanation'))
  await screen.findByText('O(n) time')
  await user.click(screen.getByRole('button', { name: 'Compare with my code' }))
  const compared = async () => (await screen.findByRole('figure')).textContent
  expect(await compared()).toContain('- export const sum = mine')
  expect(await compared()).toContain('+ export const sum = 1')
  await user.click(screen.getByRole('tab', { name: 'With reduce' }))
  await screen.findByText('O(n) time, O(1) space')
  expect(await compared()).not.toContain('mine')
  await user.click(screen.getByRole('button', { name: 'Compare with my code' }))
  expect(await compared()).toContain('+ export const sum = 2')
})

describe('a review', () => {
  const review = (part: Partial<Challenge> = {}) =>
    sum({
      kind: 'review',
      files: [{ path: 'cart.ts', text: 'one\ntwo\nthree', access: 'read-only' }],
      problems: [
        { id: 'nan', path: 'cart.ts', from: 1, to: 2, category: 'bug' },
        { id: 'xss', path: 'cart.ts', from: 3, to: 3, category: 'security' },
      ],
      ...part,
    })
  const marked = JSON.stringify([
    { path: 'cart.ts', line: 2, category: 'bug' },
    { path: 'cart.ts', line: 1, category: 'types' },
  ])
  const withMarks = () =>
    localStorage.setItem(
      'challenge_code_centre-a-box@visitor',
      JSON.stringify({ files: { 'marks.json': marked }, base: 0, dirty: true }),
    )

  test('reports what was found and missed, but not where before the solution is open', async () => {
    withMarks()
    network()
    const { user } = await open(review())
    await user.click(screen.getByRole('button', { name: /Submit review/ }))
    await screen.findByText('1 of 3 passed')
    screen.getByText('Found: Bug in cart.ts')
    const missed = screen.getByText('Missed: Security in cart.ts').closest('li') as HTMLElement
    expect(missed.textContent).not.toContain('line 3')
    screen.getByText('cart.ts:1 Types')
  })

  test('explains the problems when the solution is open', async () => {
    withMarks()
    network()
    const problems = review().problems.map((problem) => ({ ...problem, explanation: `About ${problem.id}` }))
    const { user } = await open(review({ problems, explanation: 'All of it' }))
    await user.click(screen.getByRole('button', { name: /Submit review/ }))
    const missed = (await screen.findByText('Missed: Security in cart.ts')).closest('li') as HTMLElement
    expect(missed.textContent).toContain('line 3. About xss')
  })

  test('keeps its marks, which can be removed', async () => {
    withMarks()
    network()
    const { user } = await open(review())
    await user.click(await screen.findByRole('button', { name: 'Remove mark: line 1, Types' }))
    expect(screen.queryByRole('button', { name: 'Remove mark: line 1, Types' })).toBeNull()
    const stored = localStorage.getItem('challenge_code_centre-a-box@visitor') ?? ''
    expect(stored).toContain('bug')
    expect(stored).not.toContain('types')
  })
})

describe('what was written', () => {
  const path = '/api/progress/challenges/centre-a-box/draft'
  const mine = [{ path: 'sum.ts', text: 'mine' }]
  const other = [{ path: 'sum.ts', text: 'other' }]

  test('reaches the account after a pause in typing', async () => {
    signIn()
    const calls = network({ [`PUT ${path}`]: () => draft(1) })
    const { user } = await open(sum())
    await user.clear(await editor('sum.ts'))
    await user.type(await editor('sum.ts'), 'mine')
    await screen.findByText('Saved to your account')
    const writes = calls.filter(({ method }) => method === 'PUT')
    expect(writes.at(-1)?.body).toEqual({ files: mine, revision: 0 })
  })

  test('is replaced by what another device wrote since, if nothing changed here', async () => {
    signIn()
    network({ [`GET ${path}`]: () => draft(3, other) })
    await open(sum())
    await waitFor(async () => expect((await editor('sum.ts')).value).toBe('other'))
  })

  test('conflicts with another device’s: both are shown, and the one that isn’t chosen is one undo away', async () => {
    signIn()
    localStorage.setItem(
      `challenge_code_centre-a-box@${learner.uid}`,
      JSON.stringify({ files: { 'sum.ts': 'mine' }, base: 1, dirty: true }),
    )
    const calls = network({
      [`GET ${path}`]: () => draft(2, other),
      [`PUT ${path}`]: () => draft(3, mine),
    })
    const { user } = await open(sum())
    const notice = await screen.findByText('You also changed this challenge on another device')
    const figure = await within(notice.closest('[role=status]') as HTMLElement).findByRole('figure')
    expect(figure.textContent).toContain('- mine')
    expect(figure.textContent).toContain('+ other')
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Use the version on this device' }))
    expect((await editor('sum.ts')).dataset.steps).toBe('["other","mine"]')
    await screen.findByText('Saved to your account')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ files: mine, revision: 2 })
  })
})

test('the timer starts with one press, survives a reload, pauses, and announces the last minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  network()
  const first = await open(sum())
  fireEvent.click(screen.getByRole('button', { name: 'Start timer' }))
  expect(screen.getByRole('timer').textContent).toBe('15:00')
  first.unmount()
  vi.setSystemTime(Date.now() + 9 * 60_000)
  await open(sum())
  expect(screen.getByRole('timer').textContent).toBe('6:00')
  fireEvent.click(screen.getByRole('button', { name: 'Pause timer' }))
  act(() => void vi.advanceTimersByTime(5 * 60_000))
  expect(screen.getByRole('timer').textContent).toBe('6:00')
  fireEvent.click(screen.getByRole('button', { name: 'Resume timer' }))
  act(() => void vi.advanceTimersByTime(90_000))
  expect(screen.getByText('5 minutes left.').getAttribute('role')).toBe('status')
  act(() => void vi.advanceTimersByTime(10 * 60_000))
  expect(screen.getByRole('timer').textContent).toBe('0:00')
})

test('the separator moves by keyboard, and its place is remembered', async () => {
  network()
  const first = await open(sum())
  const separator = screen.getByRole('separator', { name: 'Width of the task' })
  fireEvent.keyDown(separator, { key: 'ArrowRight' })
  expect(separator.getAttribute('aria-valuenow')).toBe('42')
  first.unmount()
  await open(sum())
  expect(screen.getByRole('separator').getAttribute('aria-valuenow')).toBe('42')
  fireEvent.keyDown(screen.getByRole('separator'), { key: 'End' })
  expect(screen.getByRole('separator').getAttribute('aria-valuenow')).toBe('60')
})

test('on small screens, the task, the code and the result are tabs', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  network()
  renderAt('/', <Workbench challenge={sum()} progress={undefined} />)
  const task = await screen.findByRole('tab', { name: 'Task' })
  expect(screen.getByRole('tabpanel', { name: 'Task' })).toBeDefined()
  fireEvent.keyDown(task, { key: 'ArrowRight' })
  await screen.findByRole('tabpanel', { name: 'Code' })
  expect(screen.queryByRole('tabpanel', { name: 'Task' })).toBeNull()
})
