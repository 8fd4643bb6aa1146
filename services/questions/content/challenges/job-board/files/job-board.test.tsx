import '@testing-library/jest-dom/vitest'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Job, JobBoard } from './job-board'

const settle = (end: () => void) =>
  act(async () => {
    end()
    await new Promise((done) => setTimeout(done, 0))
  })

function deferred<Value>() {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  return {
    promise,
    end: (value: Value) => settle(() => resolve(value)),
    fail: () => settle(() => reject(new Error('offline'))),
  }
}

const job = (id: number): Job => ({ id, title: `Job ${id}`, company: `Company ${id}`, url: `/jobs/${id}` })

function setup(pageSize?: number, options = {}) {
  const lists: ReturnType<typeof deferred<readonly number[]>>[] = []
  const requests: { id: number; request: ReturnType<typeof deferred<Job>> }[] = []
  const loadIds = () => {
    const list = deferred<readonly number[]>()
    lists.push(list)
    return list.promise
  }
  const loadJob = (id: number) => {
    const request = deferred<Job>()
    requests.push({ id, request })
    return request.promise
  }
  const board = () => <JobBoard loadIds={() => loadIds()} loadJob={(id) => loadJob(id)} pageSize={pageSize} />
  const { rerender } = render(board(), options)
  const latest = (id: number) => requests.findLast((one) => one.id === id)?.request
  return {
    lists,
    requests,
    again: () => rerender(board()),
    requested: () => requests.map(({ id }) => id),
    end: async (...ids: number[]) => {
      for (const id of ids) await latest(id)?.end(job(id))
    },
    fail: (id: number) => latest(id)?.fail(),
    user: userEvent.setup(),
  }
}
const titles = () => screen.queryAllByRole('listitem').map((item) => /Job \d+/.exec(item.textContent ?? '')?.[0])
const button = (name: string) => screen.getByRole('button', { name })
const parts = () => ({
  isLoading: screen.queryByText('Loading…') !== null,
  hasMore: screen.queryByRole('button', { name: 'Load more' }) !== null,
  hasFailed: screen.queryByRole('alert') !== null,
  isEmpty: screen.queryByText('No jobs') !== null,
})
const none = { isLoading: false, hasMore: false, hasFailed: false, isEmpty: false }

test('loads the ids, and then the first page', async () => {
  const { lists, requested, end } = setup(2)
  expect(lists.length).toBe(1)
  expect(parts()).toEqual({ ...none, isLoading: true })
  await lists[0].end([7, 5, 9])
  expect(requested()).toEqual([7, 5])
  expect(parts()).toEqual({ ...none, isLoading: true })
  await end(7, 5)
  expect(titles()).toEqual(['Job 7', 'Job 5'])
  expect(parts()).toEqual({ ...none, hasMore: true })
})

test('shows title and company; the title is a link if there is a URL', async () => {
  const { lists, end } = setup(3)
  await lists[0].end([1, 2])
  await end(1)
  expect(titles()).toEqual([])
  await end(2)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first).toHaveTextContent('Company 1')
  expect(second).toHaveTextContent('Company 2')
  expect(screen.getByRole('link', { name: 'Job 1' })).toHaveAttribute('href', '/jobs/1')
})

test('without a URL, the title is text', async () => {
  let resolve = (_job: Job) => {}
  const loadJob = () => new Promise<Job>((done) => (resolve = done))
  render(<JobBoard loadIds={async () => [3]} loadJob={loadJob} />)
  await settle(() => {})
  await settle(() => resolve({ id: 3, title: 'Job 3', company: 'Company 3' }))
  expect(titles()).toEqual(['Job 3'])
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

test('Load more loads the next page', async () => {
  const { lists, requested, end, user } = setup(2)
  await lists[0].end([7, 5, 9, 4, 2])
  await end(7, 5)
  await user.click(button('Load more'))
  expect(requested()).toEqual([7, 5, 9, 4])
  expect(titles()).toEqual(['Job 7', 'Job 5'])
  expect(parts()).toEqual({ ...none, isLoading: true })
  await end(9, 4)
  expect(titles()).toEqual(['Job 7', 'Job 5', 'Job 9', 'Job 4'])
  expect(parts()).toEqual({ ...none, hasMore: true })
  await user.click(button('Load more'))
  expect(requested()).toEqual([7, 5, 9, 4, 2])
  await end(2)
  expect(titles()).toEqual(['Job 7', 'Job 5', 'Job 9', 'Job 4', 'Job 2'])
  expect(parts()).toEqual(none)
  expect(lists.length).toBe(1)
})

test('a full last page is the end', async () => {
  const { lists, end } = setup(2)
  await lists[0].end([7, 5])
  await end(7, 5)
  expect(titles()).toEqual(['Job 7', 'Job 5'])
  expect(parts()).toEqual(none)
})

test('six jobs are a page by default', async () => {
  const { lists, requested } = setup()
  await lists[0].end([1, 2, 3, 4, 5, 6, 7, 8])
  expect(requested()).toEqual([1, 2, 3, 4, 5, 6])
})

test('jobs are in the order of the ids, whichever comes first', async () => {
  const { lists, end, user } = setup(3)
  await lists[0].end([1, 2, 3, 4, 5])
  await end(3, 1)
  expect(titles()).toEqual([])
  await end(2)
  expect(titles()).toEqual(['Job 1', 'Job 2', 'Job 3'])
  await user.click(button('Load more'))
  await end(5, 4)
  expect(titles()).toEqual(['Job 1', 'Job 2', 'Job 3', 'Job 4', 'Job 5'])
})

test('without ids, there are no jobs', async () => {
  const { lists, requested } = setup(2)
  await lists[0].end([])
  expect(parts()).toEqual({ ...none, isEmpty: true })
  expect(titles()).toEqual([])
  expect(requested()).toEqual([])
})

test('loading the ids can be retried', async () => {
  const { lists, requested, end, user } = setup(2)
  await lists[0].fail()
  expect(parts()).toEqual({ ...none, hasFailed: true })
  expect(screen.getByRole('alert')).toContainElement(button('Try again'))
  await user.click(button('Try again'))
  expect(lists.length).toBe(2)
  expect(parts()).toEqual({ ...none, isLoading: true })
  await lists[1].end([7])
  await end(7)
  expect(titles()).toEqual(['Job 7'])
  expect(requested()).toEqual([7])
})

test('an error is shown when all requests of the page have ended', async () => {
  const { lists, fail, end } = setup(3)
  await lists[0].end([1, 2, 3])
  await fail(1)
  expect(parts()).toEqual({ ...none, isLoading: true })
  await end(3)
  expect(parts()).toEqual({ ...none, isLoading: true })
  await end(2)
  expect(parts()).toEqual({ ...none, hasFailed: true })
  expect(titles()).toEqual([])
})

test('Try again requests only the jobs that failed', async () => {
  const { lists, requested, fail, end, user } = setup(3)
  await lists[0].end([1, 2, 3, 4, 5])
  await end(1, 2, 3)
  await user.click(button('Load more'))
  await fail(4)
  await end(5)
  expect(titles()).toEqual(['Job 1', 'Job 2', 'Job 3'])
  expect(parts()).toEqual({ ...none, hasFailed: true })
  await user.click(button('Try again'))
  expect(requested()).toEqual([1, 2, 3, 4, 5, 4])
  expect(parts()).toEqual({ ...none, isLoading: true })
  await fail(4)
  expect(parts()).toEqual({ ...none, hasFailed: true })
  await user.click(button('Try again'))
  expect(requested()).toEqual([1, 2, 3, 4, 5, 4, 4])
  await end(4)
  expect(titles()).toEqual(['Job 1', 'Job 2', 'Job 3', 'Job 4', 'Job 5'])
  expect(parts()).toEqual(none)
  expect(lists.length).toBe(1)
})

test('a page of which all jobs failed can be retried', async () => {
  const { lists, requested, fail, end, user } = setup(2)
  await lists[0].end([1, 2, 3])
  await fail(2)
  await fail(1)
  await user.click(button('Try again'))
  expect(requested()).toEqual([1, 2, 1, 2])
  await end(2, 1)
  expect(titles()).toEqual(['Job 1', 'Job 2'])
  expect(parts()).toEqual({ ...none, hasMore: true })
})

test('new functions alone load nothing', async () => {
  const { lists, requested, again, end } = setup(2)
  again()
  expect(lists.length).toBe(1)
  await lists[0].end([7, 5, 9])
  again()
  expect(requested()).toEqual([7, 5])
  await end(7)
  again()
  await end(5)
  again()
  expect(requested()).toEqual([7, 5])
  expect(titles()).toEqual(['Job 7', 'Job 5'])
})

test('in Strict Mode, no job is requested or shown twice', async () => {
  const { lists, requests, requested } = setup(2, { reactStrictMode: true })
  for (const list of lists) await list.end([1, 2, 3])
  expect(requested()).toEqual([1, 2])
  for (const { id, request } of requests) await request.end(job(id))
  expect(titles()).toEqual(['Job 1', 'Job 2'])
  expect(parts()).toEqual({ ...none, hasMore: true })
})
