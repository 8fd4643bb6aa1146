import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleProgress } from '../../testing/samples.ts'
import { LearnerShell } from './learner-shell.tsx'

beforeEach(() => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/get': () => ({ success: true, progress: sampleProgress() }),
  })
})

const open = (address: string) =>
  renderAt(
    address,
    <Routes>
      <Route element={<LearnerShell />}>
        <Route path="*" element={<h1>A page</h1>} />
      </Route>
    </Routes>,
  )

test('the navigation has seven entries', async () => {
  open('/nowhere')
  const navigation = within(await screen.findByRole('navigation', { name: 'Main' }))
  const nameOf = (link: HTMLElement) => link.getAttribute('aria-label') ?? link.textContent
  expect(navigation.getAllByRole('link').map(nameOf)).toEqual([
    'Today',
    'Practice',
    'Learning paths',
    'Challenges',
    'Interview',
    'Library',
    'Progress',
  ])
})

test.each([
  ['/practice', 'Practice', 'page'],
  ['/questions/react', 'Practice', 'true'],
  ['/questions?category=css', 'Practice', 'true'],
  ['/questions?mode=interview', 'Interview', 'true'],
  ['/questions?learningPath=css&step=flexbox', 'Learning pathsPaths', 'true'],
  ['/flashcards', 'Practice', 'true'],
  ['/study-plans/new', 'Practice', 'true'],
  ['/cheatsheet/flexbox', 'Library', 'true'],
  ['/coding/todo-list', 'Challenges', 'true'],
])('%s highlights %s', async (address, name, current) => {
  open(address)
  const navigation = within(await screen.findByRole('navigation', { name: 'Main' }))
  const marked = navigation.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    [name, current],
  ])
})
