import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { fakeNetwork, refusal } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { SearchButton } from './search-button.tsx'

const pages = [
  { to: '/dashboard', label: 'Today' },
  { to: '/study-plans', label: 'Study plans' },
  { to: '/resources', label: 'Resources' },
]
const id = '8d5229c8-16de-4b2d-98c4-df2164f3c7b4'
const search = 'GET /api/questions/unified/search'

function Page() {
  const { pathname, search: query } = useLocation()
  return (
    <main>
      <output>{pathname + query}</output>
      <textarea aria-label="An answer" />
    </main>
  )
}
const openAt = (area: 'admin' | 'learner') =>
  renderAt(
    '/here',
    <>
      <SearchButton area={area} pages={pages} />
      <Page />
    </>,
  )
const where = () => screen.getByRole('status').textContent
const options = async () =>
  (await within(await screen.findByRole('listbox')).findAllByRole('option')).map((one) => one.textContent)

test('by / a page is found by a part of its name, and opened by Enter', async () => {
  fakeNetwork({ [search]: () => ({ success: true, data: [] }) })
  const { user } = openAt('learner')
  fireEvent.keyDown(document.body, { key: '/' })
  expect(await options()).toEqual(['Today', 'Study plans', 'Resources'])
  await user.type(screen.getByRole('searchbox'), 'PLAN')
  expect(await options()).toEqual(['Study plans'])
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(where()).toBe('/study-plans'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['learner', `/questions?question=${id}`],
  ['admin', `/admin/questions/unified?open=edit:${id}`],
] as const)(
  'a question is found by what stands in it, and opened where a %s reads it',
  async (area, address) => {
    const calls = fakeNetwork({
      [search]: () => ({ success: true, data: [{ id, title: 'What `0.1 + 0.2` is' }] }),
    })
    const { user } = openAt(area)
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await user.click(await screen.findByRole('searchbox'))
    await user.paste('floats')
    await user.click(await screen.findByRole('option', { name: /What/ }))
    await waitFor(() => expect(where()).toBe(address))
    expect(calls.map(({ query }) => query.get('search'))).toEqual(['floats'])
  },
)

test('where the server fails pages are found all the same', async () => {
  fakeNetwork({ [search]: () => refusal(400, 'Search is broken') })
  const { user } = openAt('learner')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await user.type(await screen.findByRole('searchbox'), 'res')
  await screen.findByText('Search is broken')
  expect(await options()).toEqual(['Resources'])
})

test('what is typed stays what it is, and a page’s own search goes first', async () => {
  const { user } = openAt('learner')
  await user.type(screen.getByLabelText('An answer'), 'a / b')
  expect(screen.getByLabelText<HTMLTextAreaElement>('An answer').value).toBe('a / b')
  const own = document.createElement('input')
  own.type = 'search'
  screen.getByRole('main').append(own)
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(own)
  expect(screen.queryByRole('dialog')).toBeNull()
})
