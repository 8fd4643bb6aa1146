import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import AdminSearch from './admin-search.tsx'
import LearnerSearch from './learner-search.tsx'
import { rankMatches } from './rank-matches.ts'
import { SearchButton } from './search-button.tsx'

const pages = [{ to: '/admin/reports', label: 'Reports' }]
const id = '8d5229c8-16de-4b2d-98c4-df2164f3c7b4'
const search = 'GET /api/questions/unified/search'
const index = 'GET /api/search-index'
const entry = (kind: string, id: string, title: string, words: string[] = []) => ({
  kind,
  id,
  title,
  text: `About ${title}.`,
  words,
})
const question = {
  id,
  title: 'Three boxes in a row',
  content: '```css\ndiv { display: flex }\n```\n\nHow wide is the second box?\n\nA hint.',
  category: 'CSS',
}
const network = (more: Parameters<typeof fakeNetwork>[0] = {}) =>
  fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    [search]: () => ({ success: true, data: [], pagination: { totalCount: 0 } }),
    [index]: () => ({
      success: true,
      data: [
        entry('path', 'advanced-css', 'Advanced CSS', ['Flexbox and grid']),
        entry('challenge', 'todo-list', 'Todo List'),
        entry('cheatsheet', 'flexbox', 'Flexbox', ['justify-content: center']),
      ],
    }),
    ...more,
  })

function Page() {
  const { pathname, search: query, hash } = useLocation()
  return (
    <main>
      <output>{pathname + query + hash}</output>
      <textarea aria-label="Notes" />
    </main>
  )
}
const openAt = (area: 'admin' | 'learner') =>
  renderAt(
    '/here',
    <>
      <SearchButton>
        {(onClose) =>
          area === 'admin' ? (
            <AdminSearch pages={pages} onClose={onClose} />
          ) : (
            <LearnerSearch onClose={onClose} />
          )
        }
      </SearchButton>
      <Page />
    </>,
  )
const where = () => screen.getByRole('status').textContent
const found = async (name: string) =>
  within(await screen.findByRole('group', { name }))
    .getAllByRole('option')
    .map((one) => one.textContent)

test('/ opens the search; an empty query lists the seven pages of the navigation', async () => {
  network()
  openAt('learner')
  fireEvent.keyDown(document.body, { key: '/' })
  expect(await found('Pages')).toEqual([
    'Today',
    'Practice',
    'Learning paths',
    'Challenges',
    'Interview',
    'Library',
    'Progress',
  ])
})

test('a matching title comes first, a mention last; Enter opens the first', async () => {
  network({ [search]: () => ({ success: true, data: [question], pagination: { totalCount: 1 } }) })
  const { user } = openAt('learner')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await user.click(await screen.findByRole('searchbox'))
  await user.paste('flexbox')
  expect(await found('Questions')).toEqual(['Three boxes in a rowHow wide is the second box?CSS'])
  expect(await found('Best matches')).toEqual(['FlexboxAbout Flexbox.Cheat sheet'])
  expect(await found('Also mentioned in')).toEqual(['Advanced CSSAbout Advanced CSS.Learning path'])
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(where()).toBe('/cheatsheet/flexbox'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['Todo List', /Todo List/, '/coding/todo-list'],
  ['dark', /Theme, language/, '/settings#practice'],
  ['streak', /Progress/, '/progress'],
  ['interview date', /Interview date/, '/interview#date'],
  ['forecast', /Forecast/, '/interview/forecast'],
])('searching for %s opens the right page', async (typed, option, address) => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  network()
  const { user } = openAt('learner')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await user.click(await screen.findByRole('searchbox'))
  await user.paste(typed)
  await user.click(await screen.findByRole('option', { name: option }))
  await waitFor(() => expect(where()).toBe(address))
})

test('pages without content are found only once they have some', async () => {
  network()
  const { user, unmount } = openAt('learner')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await user.click(await screen.findByRole('searchbox'))
  await user.paste('job')
  expect(await screen.findByText(/No results/)).toBeDefined()
  unmount()
  network({ [index]: () => ({ success: true, data: [entry('job', 'one', 'Frontend engineer')] }) })
  const again = openAt('learner')
  await again.user.click(screen.getByRole('button', { name: 'Search' }))
  await again.user.click(await screen.findByRole('searchbox'))
  await again.user.paste('job')
  expect(await screen.findByRole('option', { name: /Jobs/ })).toBeDefined()
})

test('an admin finds pages by part of their name, and questions to edit', async () => {
  const calls = network({
    [search]: () => ({ success: true, data: [question], pagination: { totalCount: 1 } }),
  })
  const { user } = openAt('admin')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(await found('Pages')).toEqual(['Reports'])
  await user.click(await screen.findByRole('searchbox'))
  await user.paste('boxes')
  await user.click(await screen.findByRole('option', { name: /Three boxes/ }))
  await waitFor(() => expect(where()).toBe(`/admin/questions/unified?open=edit:${id}`))
  expect(calls.find(({ path }) => path.endsWith('/search'))?.query.get('search')).toBe('boxes')
})

test('if the question search fails, the other results still show', async () => {
  network({ [search]: () => errorResponse(400, 'Search is broken') })
  const { user } = openAt('learner')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await user.type(await screen.findByRole('searchbox'), 'todo')
  await screen.findByText('Search is broken')
  expect(await found('Best matches')).toEqual(['Todo ListAbout Todo List.Challenge'])
})

test('a slash in a text field stays a slash, and the search of a page takes precedence', async () => {
  const { user } = openAt('learner')
  await user.type(screen.getByLabelText('Notes'), 'a / b')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('a / b')
  const own = document.createElement('input')
  own.type = 'search'
  screen.getByRole('main').append(own)
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(own)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the exact title ranks first, then titles that begin with the words, then other titles', () => {
  const titles = ['A grid of cards', 'CSS grid', 'Grid areas', 'Grid'].map((title) => ({ title }))
  const { named, mentioned } = rankMatches([...titles, { title: 'Layout', words: ['grid-area'] }], 'Grid')
  expect(named.map(({ title }) => title)).toEqual(['Grid', 'Grid areas', 'CSS grid', 'A grid of cards'])
  expect(mentioned.map(({ title }) => title)).toEqual(['Layout'])
  expect(rankMatches(titles, 'grid flex')).toEqual({ named: [], mentioned: [] })
})
