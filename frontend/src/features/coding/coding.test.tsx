import type { Challenge, ChallengeProgress } from '@rehearse/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { sampleChallenge } from '../../testing/challenge-samples.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleProgress } from '../../testing/samples.ts'
import { ChallengeList } from './challenge-list.tsx'
import { ChallengePage } from './challenge-page.tsx'
import type { RunOptions } from './run-in-frame.ts'

// tests/browser runs code in the cross-origin frame; these tests cover how the page displays the results.
const ran = vi.hoisted(() => ({
  passing: new Set<string>(),
  end: 'done',
  code: [] as unknown[],
  syntaxError: null as { text: string; line: number } | null,
}))
vi.mock('./libraries.ts', () => ({ libraryOf: async () => '' }))
vi.mock('./run-in-frame.ts', () => ({
  runInFrame: (
    { tests, ...code }: { tests: { id: string }[] } & Challenge['starterCode'],
    _options: RunOptions,
  ) => {
    ran.code.push(code)
    const results = tests.map(({ id }) => ({ testId: id, passed: ran.passing.has(id), got: `got ${id}` }))
    const console = tests.length > 0 ? [{ level: 'warn', text: 'careful' }] : []
    return {
      outcome: Promise.resolve({ end: ran.end, results, console, syntaxError: ran.syntaxError }),
      stop: () => undefined,
    }
  },
}))
// The real editor needs a layout engine; a plain textarea is enough here.
vi.mock('../../shared/ui/code-editor.tsx', () => ({
  default: ({ language, initial, replacement, onChange }: EditorProps) => (
    <textarea
      key={replacement.edition}
      aria-label={language}
      defaultValue={replacement.texts.at(-1) ?? initial}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
}))
interface EditorProps {
  language: string
  initial: string
  replacement: { edition: number; texts: readonly string[] }
  onChange: (text: string) => void
}

const challengeProgress = (part: Partial<ChallengeProgress> = {}): ChallengeProgress => ({
  challengeId: 'centre-a-box',
  attempts: 2,
  best: 1,
  opened: 'passed',
  ...part,
})
const others = [
  sampleChallenge({ id: 'todo', title: 'Todo List', category: 'javascript', difficulty: 'medium' }),
]
const network = (more: Parameters<typeof fakeNetwork>[0] = {}) =>
  fakeNetwork({
    'GET /api/challenges': () => ({ success: true, data: [sampleChallenge(), ...others] }),
    'GET /api/challenges/centre-a-box': () => ({ success: true, data: sampleChallenge() }),
    'GET /api/runner': () => ({ success: true, origin: 'http://runner.test' }),
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/get': () => ({ success: true, progress: sampleProgress() }),
    'GET /api/progress/challenges': () => ({ success: true, challenges: [] }),
    ...more,
  })
const attempted = (completed: boolean) => ({
  success: true,
  progressId: 'x',
  result: { points: completed ? 50 : 0, completed, pointsAdded: completed ? 50 : 0 },
  progress: sampleProgress(),
})
const routes = (
  <Routes>
    <Route path="coding" element={<ChallengeList />} />
    <Route path="coding/:id" element={<ChallengePage />} />
  </Routes>
)
const signIn = () => localStorage.setItem('auth_profile', JSON.stringify(learner))

beforeEach(() => {
  ran.passing = new Set()
  ran.end = 'done'
  ran.syntaxError = null
  ran.code = []
  useSignInPrompt.setState({ open: false, onSuccess: undefined })
})

describe('a project', () => {
  const step = (number: number, part: Partial<Challenge> = {}) =>
    sampleChallenge({
      id: `step-${number}`,
      title: `Part ${number}`,
      project: { id: 'table', title: 'Project: Table', step: number },
      ...part,
    })

  test('links its steps, and continues with the code of the step before', async () => {
    signIn()
    network({
      'GET /api/challenges': () => ({ success: true, data: [step(2), step(1), ...others] }),
      'GET /api/challenges/step-2': () => ({ success: true, data: step(2) }),
      'GET /api/progress/challenges/step-1/draft': () => ({
        draft: {
          files: [
            { path: 'css', text: '.mine {}' },
            { path: 'no-longer-there', text: '' },
          ],
          revision: 2,
        },
      }),
      'GET /api/progress/challenges/step-2/draft': () => ({ draft: { files: [], revision: 0 } }),
      'PUT /api/progress/challenges/step-2/draft': () => ({ draft: { files: [], revision: 1 } }),
      'GET /api/progress/challenges': () => ({
        success: true,
        challenges: [challengeProgress({ challengeId: 'step-1' })],
      }),
    })
    const { user } = renderAt('/coding/step-2', routes)
    const steps = within(await screen.findByRole('navigation', { name: 'Project: Table' }))
    expect(steps.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Step 1: Part 1',
      'Step 2: Part 2',
    ])
    await user.click(await screen.findByRole('button', { name: 'Continue with your code of step 1' }))
    await screen.findByDisplayValue('.mine {}')
    // What was taken is a draft like any other, so there's nothing to offer.
    await waitFor(() => expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull())
  })
})

describe('the list', () => {
  test('shows each challenge, and which are solved', async () => {
    signIn()
    network({ 'GET /api/progress/challenges': () => ({ success: true, challenges: [challengeProgress()] }) })
    renderAt('/coding', routes)
    await screen.findByRole('link', { name: 'Centre a box' })
    const [first, second] = screen.getAllByRole('listitem')
    await waitFor(() => within(first as HTMLElement).getByText('Done'))
    expect(within(second as HTMLElement).queryByText('Done')).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('2 challenges')
  })

  test('takes its filters from the URL, and writes them to it', async () => {
    network()
    const { user } = renderAt('/coding?category=javascript', routes)
    await screen.findByRole('link', { name: 'Todo List' })
    expect(screen.queryByRole('link', { name: 'Centre a box' })).toBeNull()
    await user.selectOptions(screen.getByLabelText('Difficulty'), 'Hard')
    await screen.findByRole('heading', { name: 'No challenges match these filters' })
    await user.click(screen.getByRole('link', { name: 'Show all challenges' }))
    expect(await screen.findByRole('link', { name: 'Centre a box' })).toBeDefined()
    expect(screen.queryByLabelText('State')).toBeNull()
  })

  test('shows ten at a time, and another filter starts at page 1', async () => {
    const many = Array.from({ length: 12 }, (_, at) =>
      sampleChallenge({ id: `c${at}`, title: `Challenge ${at + 1}`, category: at < 11 ? 'css' : 'html' }),
    )
    network({ 'GET /api/challenges': () => ({ success: true, data: many }) })
    const { user } = renderAt('/coding', routes)
    await screen.findByRole('link', { name: 'Challenge 10' })
    expect(screen.getAllByRole('listitem')).toHaveLength(10)
    expect(screen.getByText('Showing 1 to 10 of 12 challenges')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByRole('link', { name: 'Challenge 11' })
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    await user.selectOptions(screen.getByLabelText('Category'), 'CSS')
    await screen.findByRole('link', { name: 'Challenge 1' })
    expect(screen.getByText('Showing 1 to 10 of 11 challenges')).toBeDefined()
  })

  test('of unsolved challenges leaves out solved ones', async () => {
    signIn()
    network({ 'GET /api/progress/challenges': () => ({ success: true, challenges: [challengeProgress()] }) })
    renderAt('/coding?state=open', routes)
    await screen.findByRole('link', { name: 'Todo List' })
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Centre a box' })).toBeNull())
  })

  test('shows why it failed to load, and loads on retry', async () => {
    let fails = true
    network({
      'GET /api/challenges': () => (fails ? errorResponse(400, 'No') : { success: true, data: [] }),
    })
    const { user } = renderAt('/coding', routes)
    expect((await screen.findByRole('alert')).textContent).toContain('The challenges could not be loaded')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'There are no challenges yet' })
  })
})

describe('a challenge', () => {
  const open = async () => {
    const view = renderAt('/coding/centre-a-box', routes)
    await screen.findByRole('heading', { level: 1, name: 'Centre a box' })
    await screen.findByRole('textbox', { name: 'css' })
    // Until the runner's origin is known, pressing it does nothing.
    const run = screen.getByRole<HTMLButtonElement>('button', { name: /Run tests/ })
    await waitFor(() => expect(run.disabled).toBe(false))
    return view
  }

  test('that doesn’t exist links back to the list', async () => {
    network({ 'GET /api/challenges/centre-a-box': () => errorResponse(404, 'Challenge not found') })
    renderAt('/coding/centre-a-box', routes)
    await screen.findByRole('heading', { name: 'Challenge not found' })
    expect(screen.getByRole('link', { name: 'Show all challenges' }).getAttribute('href')).toBe('/coding')
  })

  test('with a syntax error reports its line once, and no test as failed', async () => {
    ran.syntaxError = { text: "Uncaught SyntaxError: Unexpected token '}'", line: 3 }
    network()
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /Run tests/ }))
    const message = (await screen.findByText('Syntax error on line 3')).closest('[role=alert]')
    expect(message?.textContent).toContain("SyntaxError: Unexpected token '}'")
    expect(screen.queryByText('Failed:')).toBeNull()
    expect(screen.queryByText('0 of 2 passed')).toBeNull()
    const [first] = screen.getAllByText('Not run yet:')
    expect(message?.compareDocumentPosition(first as HTMLElement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('shows the call, the expected and the received value of a failed test, and the console', async () => {
    ran.passing = new Set(['a'])
    network()
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /Run tests/ }))
    await screen.findByText('1 of 2 passed')
    expect(screen.getByText('1 of 2 tests passed.')).toBeDefined()
    const failed = screen.getByText('Along').closest('li') as HTMLElement
    expect(within(failed).getByText('Failed:')).toBeDefined()
    expect(within(failed).getByText('along()')).toBeDefined()
    expect(within(failed).getByText('2')).toBeDefined()
    expect(within(failed).getByText('got b')).toBeDefined()
    expect(screen.getByText(/careful/).textContent).toContain('Warning')
  })

  test('keeps the code across a reload, until it is reset', async () => {
    network()
    const first = await open()
    await first.user.type(screen.getByRole('textbox', { name: 'css' }), ' p {{}')
    first.unmount()
    const { user } = await open()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'css' }).value).toBe('div {} p {}')
    await user.click(screen.getByRole('button', { name: /Run tests/ }))
    await screen.findByText('0 of 2 passed')
    // A preview of the text typed so far may have run first.
    expect(ran.code.at(-1)).toMatchObject({ css: 'div {} p {}', kind: 'document' })
    await user.click(screen.getByRole('button', { name: 'Reset to starter code' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Reset to starter code' }))
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'css' })).value).toBe('div {}')
    expect(localStorage.getItem('challenge_code_centre-a-box@visitor')).toBeNull()
    expect(screen.queryByText('0 of 2 passed')).toBeNull()
  })

  test('that runs too long is reported, and its code is kept', async () => {
    ran.end = 'timed-out'
    network()
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /Run tests/ }))
    await screen.findByText('Stopped: the code took too long')
    expect(screen.getByText(/^Your code is saved. Look for an infinite loop/)).toBeDefined()
  })

  test('shows its hints one at a time', async () => {
    network()
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Show hint 1 of 2' }))
    expect(document.activeElement?.textContent).toBe('Try grid.')
    expect(screen.queryByText('Try place-content.')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show hint 2 of 2' }))
    expect(document.activeElement?.textContent).toBe('Try place-content.')
    expect(screen.queryByRole('button', { name: /Show hint/ })).toBeNull()
  })

  test('records a learner’s attempt, and shows the points', async () => {
    signIn()
    ran.passing = new Set(['a', 'b'])
    const calls = network({ 'POST /api/progress/challenges': () => attempted(true) })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /Run tests/ }))
    expect((await screen.findByText('50 points')).parentElement?.textContent).toContain('+50')
    expect(
      calls.find(({ method, path }) => method === 'POST' && path.endsWith('/challenges'))?.body,
    ).toMatchObject({
      attemptId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      challengeId: 'centre-a-box',
      score: 2,
      maxScore: 2,
      completed: true,
      code: { css: 'div {}' },
      results: [{ testId: 'a', passed: true }, { testId: 'b' }],
    })
  })

  test('saves the score without the code if the account has no room for more code', async () => {
    signIn()
    ran.passing = new Set(['a', 'b'])
    const full = {
      code: 'quota_exceeded',
      details: [{ path: 'challenge-code', message: 'allows 2 MB a day' }],
    }
    const calls = network({
      'POST /api/progress/challenges': ({ body }) =>
        'css' in (body as { code: object }).code ? errorResponse(409, 'full', full) : attempted(true),
    })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /Run tests/ }))
    await screen.findByText('50 points')
    const sent = calls
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/challenges'))
      .map(({ body }) => body as { attemptId: string; code: object })
    expect(sent.map(({ code }) => 'css' in code)).toEqual([true, false])
    expect(sent[0]?.attemptId).toBe(sent[1]?.attemptId)
  })

  test('sends an attempt again with the same id', async () => {
    signIn()
    let fails = true
    const calls = network({
      'POST /api/progress/challenges': () => (fails ? errorResponse(503, 'away') : attempted(false)),
    })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /Run tests/ }))
    await screen.findByText("This attempt hasn't been saved yet")
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText("This attempt hasn't been saved yet")).toBeNull())
    const ids = calls
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/challenges'))
      .map(({ body }) => (body as { attemptId: string }).attemptId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('asks a visitor who has passed to sign in, and then records the attempt', async () => {
    ran.passing = new Set(['a', 'b'])
    const calls = network({ 'POST /api/progress/challenges': () => attempted(true) })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /Run tests/ }))
    await user.click(await screen.findByRole('button', { name: 'Sign in to save it' }))
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    useSignInPrompt.getState().onSuccess?.()
    await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
  })

  test('reveals its solution to a learner who gives up, after a confirmation', async () => {
    signIn()
    let given = false
    network({
      'GET /api/challenges/centre-a-box': () => ({
        success: true,
        data: sampleChallenge(
          given
            ? { solution: { html: '', css: 'body { display: grid }', javascript: '' }, explanation: 'Grid.' }
            : {},
        ),
      }),
      'POST /api/progress/challenges/centre-a-box/give-up': () => {
        given = true
        return { success: true, reason: 'given-up', message: 'open' }
      },
    })
    const { user } = await open()
    expect(screen.queryByText('Solution and explanation')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Give up' }))
    await user.click(await screen.findByRole('button', { name: 'Show me the solution' }))
    await user.click(await screen.findByText('Solution and explanation'))
    expect(await screen.findByText('Grid.')).toBeDefined()
    // Code is colored once the highlighter has loaded.
    const solution = screen.getAllByRole('code').map((code) => code.textContent)
    expect(solution).toContain('body { display: grid }')
  })
})
