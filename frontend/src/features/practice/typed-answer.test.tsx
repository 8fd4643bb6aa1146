import { type AnsweredQuestion, promptOf, type QuestionAnswer } from '@rehearse/contracts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleProgress, sampleQuestion } from '../../testing/samples.ts'
import { Practice } from './practice.tsx'
import { readNumber } from './typed-answer.tsx'

const pairs: QuestionAnswer = {
  kind: 'pairs',
  pairs: [
    { id: 'a', left: '`flex`', right: 'one axis' },
    { id: 'b', left: '`grid`', right: 'two axes' },
  ],
  extra: ['no axis'],
}
const question = (answer: QuestionAnswer, type: AnsweredQuestion['type']): AnsweredQuestion => {
  const sample = sampleQuestion({ type, selection: null, options: [] })
  const { id, version } = sample
  return {
    ...sample,
    options: [],
    correctAnswers: [],
    answer,
    prompt: promptOf({ id, version, answer }),
    explanation: 'So it is.',
  }
}

/** Practice with one question whose key is on this device, and a server that can't be reached. */
function practice(answer: QuestionAnswer, type: AnsweredQuestion['type']) {
  fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/get': () => ({ success: true, progress: sampleProgress() }),
    'GET /api/progress/next': () => errorResponse(503, 'away'),
    'GET /api/questions/unified': () => ({ success: true, data: [question(answer, type)] }),
    'POST /api/progress/save/batch': () => errorResponse(503, 'away'),
  })
  return renderAt('/questions', <Practice />)
}
const result = () => screen.findByRole('heading', { level: 2, name: /^(Correct|Incorrect|Not quite)/ })

test('a matching question shows pair by pair what was correct, also offline', async () => {
  const { user } = practice(pairs, 'matching')
  const flex = await screen.findByLabelText('flex')
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: /Submit|Check/ })
  await user.selectOptions(flex, 'one axis')
  expect(submit.disabled).toBe(true)
  await user.selectOptions(screen.getByLabelText('grid'), 'no axis')
  expect(submit.disabled).toBe(false)
  await user.click(submit)
  await result()
  const [first, second] = screen
    .getAllByRole('listitem')
    .filter((item) => /axis/.test(item.textContent ?? ''))
  expect(within(first as HTMLElement).getByText('Correct')).toBeDefined()
  expect(second?.textContent).toContain('Correct answer: two axes')
  expect(screen.getByText('So it is.')).toBeDefined()
})

test('a short answer and a number are submitted with Enter', async () => {
  const { user } = practice(
    { kind: 'text', accepted: ['closure', 'إغلاق'], caseSensitive: false, whitespace: 'fold' },
    'short-answer',
  )
  await user.type(await screen.findByLabelText('Your answer'), 'scope{Enter}')
  await result()
  expect(screen.getByRole('listitem').textContent).toContain('closure (Also accepted')
})

test('a number with a unit is read as people write it', async () => {
  const { user } = practice({ kind: 'number', value: 0.5, tolerance: 0.1, unit: 's' }, 'numeric')
  const field = await screen.findByLabelText('Your answer (s)')
  await user.type(field, '1,000')
  expect(screen.getByText(/without thousands separators/)).toBeDefined()
  await user.clear(field)
  await user.type(field, '٠٫٤٥{Enter}')
  await result()
  expect(screen.getByRole('listitem').textContent).toContain('0.5 ± 0.1 s')
})

test.each([
  ['12', 12],
  ['-0.5', -0.5],
  ['−3', -3],
  ['.5', 0.5],
  ['1e3', 1000],
  ['1 200', 1200],
  ['3,14', 3.14],
  ['0,125', 0.125],
  ['1,000', undefined],
  ['1,000,000', undefined],
  ['1,5,5', undefined],
  ['٣٫٥', 3.5],
  ['۱۲', 12],
  ['', undefined],
  ['-', undefined],
  ['twelve', undefined],
  ['0x10', undefined],
  ['1e999', undefined],
  ['Infinity', undefined],
  ['NaN', undefined],
])('%s is the number %s', (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})
