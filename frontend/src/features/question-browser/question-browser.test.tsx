import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleInterview } from '../../testing/samples.ts'
import { AllQuestions } from './all-questions.tsx'
import { QuestionListPage, QuestionLists } from './question-lists.tsx'

const question = (id: string, title: string) => ({
  id,
  title,
  content: '```js\nlet a\n```\n\nWhat is logged?\n\nMore.',
  category: 'JavaScript',
  difficulty: 'beginner',
})
const questions = [question('one', 'Closures'), question('two', 'Promises'), question('three', 'Hoisting')]
const list = { id: 'top-75', title: 'Top 75', description: 'Know these.', questions: ['a', 'b', 'c'] }
const pagination = { page: 1, pageSize: 10, totalCount: 3, totalPages: 1, hasNext: false, hasPrev: false }
const place = (name: string) => ({ id: name.toLowerCase(), name, questionCount: 2 })

const open = (address: string, responses: Parameters<typeof fakeNetwork>[0] = {}) => {
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/questions/unified': () => ({ success: true, data: questions, pagination }),
    'GET /api/questions/unified/search': () => ({
      success: true,
      data: [],
      pagination: { ...pagination, totalCount: 0 },
    }),
    'GET /api/questions/stats': () => ({
      success: true,
      data: { questionsByDifficulty: { beginner: 3, intermediate: 2, advanced: 1 } },
    }),
    'GET /api/categories': () => ({ success: true, data: [place('JavaScript')] }),
    'GET /api/topics': () => ({ success: true, data: [place('Scope')] }),
    'GET /api/learning-paths': () => ({ success: true, data: [] }),
    'GET /api/question-lists': () => ({ success: true, data: [list] }),
    'GET /api/question-lists/top-75': () => ({ success: true, data: list }),
    'GET /api/question-lists/top-75/questions': () => ({ success: true, data: questions }),
    'GET /api/progress/questions/by-status': () => ({
      success: true,
      questionIds: ['two', 'one'],
      pagination: { ...pagination, totalCount: 2 },
    }),
    'GET /api/progress/questions': () => ({
      success: true,
      marks: [
        { questionId: 'one', isCorrect: true },
        { questionId: 'two', isCorrect: false },
      ],
    }),
    'GET /api/progress/interview': () => ({ success: true, interview: null }),
    ...responses,
  })
  const view = renderAt(
    address,
    <Routes>
      <Route path="questions/all" element={<AllQuestions />} />
      <Route path="questions/lists" element={<QuestionLists />} />
      <Route path="questions/lists/:id" element={<QuestionListPage />} />
    </Routes>,
  )
  return { calls, ...view }
}
const rowOf = (title: string) => within(screen.getByText(title).closest('li') as HTMLElement)

beforeEach(() => localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner)))

test('each question shows its first line, and whether it was answered correctly', async () => {
  const { calls } = open('/questions/all')
  await screen.findByRole('img', { name: 'Answered correctly' })
  expect(rowOf('Closures').getByRole('img', { name: 'Answered correctly' })).toBeDefined()
  expect(rowOf('Promises').getByRole('img', { name: 'Answered incorrectly, try again' })).toBeDefined()
  expect(
    rowOf('Hoisting')
      .getAllByRole('img')
      .map((img) => img.getAttribute('aria-label')),
  ).toEqual(['Beginner'])
  expect(rowOf('Hoisting').getByText('What is logged?')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Closures' }).getAttribute('href')).toBe('/questions?question=one')
  const marks = calls.filter(({ path }) => path === '/api/progress/questions')
  expect(marks.map(({ query }) => query.get('ids'))).toEqual(['one,two,three'])
})

test('filters narrow the list, a search ranks it, and both can be cleared', async () => {
  const { calls, user } = open('/questions/all?page=2')
  await user.click(await screen.findByRole('radio', { name: 'JavaScript 2' }))
  await waitFor(() =>
    expect(calls.at(-1)?.query.get('category') ?? calls.at(-2)?.query.get('category')).toBe('javascript'),
  )
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'nothing')
  await user.click(await screen.findByRole('button', { name: 'Show all questions' }))
  expect(await screen.findByText('Closures')).toBeDefined()
  const searched = calls.find(({ path }) => path.endsWith('/search'))
  expect([searched?.query.get('search'), searched?.query.get('page')]).toEqual(['nothing', '1'])
})

test('a learner filters by answer status, also within a search', async () => {
  const { calls, user } = open('/questions/all')
  await user.click(await screen.findByRole('radio', { name: 'Missed 2' }))
  await waitFor(() => expect(screen.queryByText('Hoisting')).toBeNull())
  expect(calls.findLast(({ path }) => path.endsWith('/by-status'))?.query.get('status')).toBe('missed')
  const titles = () =>
    screen.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent)
  expect(titles()).toEqual(['Promises', 'Closures'])
  await screen.findByRole('option', { name: 'Scope (2)' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Topic' }), 'Scope (2)')
  await waitFor(() => expect(titles()).toEqual(['Promises']))
})

test('a search within a status finds matches on all pages of the search, and pages them itself', async () => {
  const many = Array.from({ length: 112 }, (_, at) => question(`q${at + 1}`, `Question ${at + 1}`))
  const { calls, user } = open('/questions/all?search=question&status=missed', {
    'GET /api/questions/unified/search': ({ query }) => {
      const from = (Number(query.get('page')) - 1) * 100
      return {
        success: true,
        data: many.slice(from, from + 100),
        pagination: { ...pagination, totalCount: 112, totalPages: 2 },
      }
    },
    'GET /api/progress/questions': ({ query }) => ({
      success: true,
      marks: (query.get('ids') ?? '')
        .split(',')
        .filter((id) => Number(id.slice(1)) % 10 === 2)
        .map((questionId) => ({ questionId, isCorrect: false })),
    }),
  })
  expect(await screen.findByRole('link', { name: 'Question 92' })).toBeDefined()
  expect(screen.getByText('Showing 1 to 10 of 12 questions')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('link', { name: 'Question 112' })).toBeDefined()
  expect(screen.getAllByRole('link', { name: /^Question/ })).toHaveLength(2)
  expect(calls.filter(({ path }) => path.endsWith('/search'))).toHaveLength(2)
})

test('a long list is folded by category, the first of which is open', async () => {
  const long = Array.from({ length: 31 }, (_, at) => ({
    ...question(`q${at + 1}`, `Question ${at + 1}`),
    category: at < 20 ? 'JavaScript' : 'CSS',
  }))
  open('/questions/lists/top-75', {
    'GET /api/question-lists/top-75/questions': () => ({ success: true, data: long }),
  })
  const group = async (name: string) =>
    (await screen.findByRole('heading', { level: 2, name })).closest('details')
  expect((await group('JavaScript'))?.open).toBe(true)
  expect((await group('CSS'))?.open).toBe(false)
  expect(within((await group('CSS')) as HTMLElement).getAllByRole('listitem', { hidden: true })).toHaveLength(
    11,
  )
})

test('filters keep their place while their choices load', async () => {
  open('/questions/all', { 'GET /api/topics': () => new Promise(() => {}) })
  await screen.findByRole('radio', { name: 'JavaScript 2' })
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Learning path' })).toBeNull())
  expect(screen.getByRole('combobox', { name: 'Topic' })).toBeDefined()
})

test('a visitor, who has no answers, sees no status filter', async () => {
  localStorage.clear()
  open('/questions/all?status=missed')
  await screen.findByText('Hoisting')
  expect(screen.queryByRole('radiogroup', { name: 'Status' })).toBeNull()
})

test('a list shows its progress, and is practiced as a whole', async () => {
  const { user } = open('/questions/lists')
  expect(await screen.findByText('3 questions')).toBeDefined()
  await user.click(screen.getByRole('link', { name: 'Top 75' }))
  expect(await screen.findByText('1 of 3 correct')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Practice this list' }).getAttribute('href')).toBe(
    '/questions?list=top-75',
  )
})

test.each(['/questions/all', '/questions/all?search=closures', '/questions/lists/top-75'])(
  '%s leaves out the questions reserved for a mock exam, and says so',
  async (address) => {
    open(address, {
      'GET /api/questions/unified/search': () => ({ success: true, data: questions, pagination }),
      'GET /api/progress/interview': () => ({
        success: true,
        interview: sampleInterview({ reservedIds: ['two'] }),
      }),
    })
    await screen.findByText('Closures')
    expect(screen.getByText('Hoisting')).toBeDefined()
    expect(screen.queryByText('Promises')).toBeNull()
    expect(screen.getByText('1 question is reserved for your mock exam and not listed here.')).toBeDefined()
  },
)
