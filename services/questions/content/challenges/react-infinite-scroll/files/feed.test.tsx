import '@testing-library/jest-dom/vitest'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Feed, type Page } from './feed'

function setup() {
  const requests: { page: number; end: (page: Page) => Promise<void>; fail: () => Promise<void> }[] = []
  const observed = new Map<Element, () => void>()
  let stops = 0
  const settled = (end: () => void) =>
    act(async () => {
      end()
      await Promise.resolve()
    })
  const loadPage = (page: number) =>
    new Promise<Page>((resolve, reject) => {
      requests.push({
        page,
        end: (result) => settled(() => resolve(result)),
        fail: () => settled(() => reject(new Error('offline'))),
      })
    })
  const observe = (element: Element, onVisible: () => void) => {
    observed.set(element, onVisible)
    return () => {
      stops++
      if (observed.get(element) === onVisible) observed.delete(element)
    }
  }
  const feed = () => <Feed loadPage={(page) => loadPage(page)} observe={(...values) => observe(...values)} />
  const view = render(feed())
  return {
    ...view,
    again: () => view.rerender(feed()),
    requests,
    observed,
    stops: () => stops,
    pages: () => requests.map(({ page }) => page),
    scroll: () => act(() => [...observed.values()].forEach((onVisible) => onVisible())),
    user: userEvent.setup(),
  }
}
const items = () => screen.queryAllByRole('listitem').map((item) => item.textContent)
const page = (...texts: string[]): Page => ({ items: texts, hasMore: true })

test('loads the first page', async () => {
  const { requests, pages } = setup()
  expect(pages()).toEqual([1])
  expect(screen.getByText('Loading…')).toBeInTheDocument()
  await requests[0].end(page('a', 'b'))
  expect(items()).toEqual(['a', 'b'])
  expect(screen.queryByText('Loading…')).not.toBeInTheDocument()
  expect(screen.queryByText('End of the list')).not.toBeInTheDocument()
  expect(pages()).toEqual([1])
})

test('loads the next page when the end comes into view', async () => {
  const { requests, pages, scroll } = setup()
  await requests[0].end(page('a', 'b'))
  scroll()
  expect(pages()).toEqual([1, 2])
  const loading = screen.getByText('Loading…')
  expect(screen.getByRole('list').compareDocumentPosition(loading) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await requests[1].end(page('c'))
  expect(items()).toEqual(['a', 'b', 'c'])
  scroll()
  expect(pages()).toEqual([1, 2, 3])
})

test('requests one page at a time', async () => {
  const { requests, pages, scroll } = setup()
  scroll()
  expect(pages()).toEqual([1])
  await requests[0].end(page('a'))
  scroll()
  scroll()
  expect(pages()).toEqual([1, 2])
})

test('observes an element after the list', async () => {
  const { requests, observed } = setup()
  await requests[0].end(page('a'))
  expect(observed.size).toBe(1)
  const [element] = observed.keys()
  expect(screen.getByRole('list').compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('stops at the end', async () => {
  const { requests, observed, pages, scroll } = setup()
  await requests[0].end(page('a'))
  scroll()
  await requests[1].end({ items: ['b'], hasMore: false })
  expect(items()).toEqual(['a', 'b'])
  expect(screen.getByText('End of the list')).toBeInTheDocument()
  expect(observed.size).toBe(0)
  expect(pages()).toEqual([1, 2])
})

test('an error can be retried', async () => {
  const { requests, pages, scroll, user } = setup()
  await requests[0].end(page('a'))
  scroll()
  await requests[1].fail()
  expect(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' })).toBeEnabled()
  expect(screen.queryByText('Loading…')).not.toBeInTheDocument()
  expect(items()).toEqual(['a'])
  scroll()
  expect(pages()).toEqual([1, 2])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(pages()).toEqual([1, 2, 2])
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getByText('Loading…')).toBeInTheDocument()
  await requests[2].end(page('b'))
  expect(items()).toEqual(['a', 'b'])
})

test('the first page can be retried, too', async () => {
  const { requests, pages, user } = setup()
  await requests[0].fail()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(pages()).toEqual([1, 1])
})

test('new functions alone load nothing', async () => {
  const { requests, pages, again } = setup()
  again()
  await requests[0].end(page('a'))
  again()
  expect(pages()).toEqual([1])
})

test('unmounting stops observing', async () => {
  const { requests, observed, unmount } = setup()
  await requests[0].end(page('a'))
  expect(observed.size).toBe(1)
  unmount()
  expect(observed.size).toBe(0)
})

test('in Strict Mode, the result of the first effect is ignored', async () => {
  const ends: { resolve: (page: Page) => void; reject: (error: Error) => void }[] = []
  const loadPage = () => new Promise<Page>((resolve, reject) => ends.push({ resolve, reject }))
  render(<Feed loadPage={loadPage} observe={() => () => {}} />, { reactStrictMode: true })
  const [first, last] = [ends[0], ends.at(-1)]
  if (first !== last) await act(async () => first.reject(new Error('late')))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await act(async () => last?.resolve(page('a', 'b')))
  expect(items()).toEqual(['a', 'b'])
})

test('in Strict Mode, no page is shown twice', async () => {
  const loadPage = vi.fn((number: number) => Promise.resolve({ items: [`${number}: ${loadPage.mock.calls.length}`], hasMore: true }))
  render(<Feed loadPage={loadPage} observe={() => () => {}} />, { reactStrictMode: true })
  await act(() => new Promise((done) => setTimeout(done, 0)))
  expect(items().length).toBe(1)
})
