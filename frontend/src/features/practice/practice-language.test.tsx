import type { AnsweredQuestion } from '@rehearse/contracts'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useLocale } from '../../shared/i18n/locale.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleProgress, sampleQuestion } from '../../testing/samples.ts'
import { Practice } from './practice.tsx'

const arabic = sampleQuestion({ language: 'ar', title: 'أربعة مؤقتات ومتغير واحد' })
const answered: AnsweredQuestion = {
  ...arabic,
  options: [
    { id: 'a', text: '0 1 2 3', isCorrect: false, feedback: 'هذا ما يعطيه let.' },
    { id: 'b', text: '4 4 4 4', isCorrect: true },
  ],
  correctAnswers: ['b'],
  explanation: 'تقرأ الأربعة المتغير نفسه.',
}
const inEnglish = {
  isCorrect: true,
  correctOptionIds: ['b'],
  explanation: 'All four read the same variable.',
  optionFeedback: [{ id: 'a', feedback: 'It would, with let.' }],
}
const catalogs = {
  'GET /api/learning-paths': () => ({ success: true, data: [], count: 0 }),
  'GET /api/categories': () => ({ success: true, data: [], count: 0 }),
}

beforeEach(() => useLocale.getState().setLanguage('ar'))
afterEach(() => useLocale.getState().setLanguage('en'))

async function answerByKeys() {
  const { user } = renderAt('/questions', <Practice />)
  await screen.findByRole('heading', { level: 1, name: arabic.title })
  await user.keyboard('2')
  await user.keyboard('{Enter}')
}

test('questions are requested and checked in the language of the interface', async () => {
  const calls = fakeNetwork({
    ...catalogs,
    'GET /api/questions/unified': () => ({ success: true, data: [arabic] }),
    [`POST /api/questions/unified/${arabic.id}/check`]: () => ({
      success: true,
      result: { ...inEnglish, explanation: answered.explanation },
    }),
  })
  await answerByKeys()
  expect(await screen.findByText(answered.explanation)).toBeDefined()
  const drawn = calls.find((call) => call.path === '/api/questions/unified')
  expect(drawn?.query.get('language')).toBe('ar')
  expect(calls.find((call) => call.path.endsWith('/check'))?.query.get('language')).toBe('ar')
})

test("a learner's answer is graded in English and explained in the language of the question", async () => {
  localStorage.setItem('auth_profile', JSON.stringify(learner))
  fakeNetwork({
    ...catalogs,
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/get': () => ({ success: true, progress: sampleProgress() }),
    'GET /api/questions/unified': () => ({ success: true, data: [answered] }),
    'POST /api/progress/save': () => ({
      success: true,
      progressId: '8d5229c8-16de-4b2d-98c4-df2164f3c7b5',
      result: { ...inEnglish, points: 10, questionVersion: 3, graded: 'server', attempt: 1 },
      progress: sampleProgress(),
      newBadges: [],
      message: 'saved',
    }),
  })
  await answerByKeys()
  expect(await screen.findByText(answered.explanation)).toBeDefined()
  expect(screen.getByText('هذا ما يعطيه let.')).toBeDefined()
  expect(screen.queryByText(inEnglish.explanation)).toBeNull()
})
