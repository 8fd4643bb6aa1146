import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary'

let problem: { thrown: unknown } | null = null

function Profile() {
  const [clicks, setClicks] = useState(0)
  if (problem) throw problem.thrown
  return <button onClick={() => setClicks(clicks + 1)}>{`Clicks: ${clicks}`}</button>
}

const fallback = (error: unknown, retry: () => void) => (
  <div role="alert">
    <p>{error instanceof Error ? error.message : `thrown: ${error}`}</p>
    <button onClick={retry}>Try again</button>
  </div>
)
const page = (props: { onError?: (error: unknown) => void; resetKeys?: readonly unknown[] } = {}, content: ReactNode = <Profile />) => (
  <ErrorBoundary fallback={fallback} {...props}>
    {content}
  </ErrorBoundary>
)

beforeEach(() => {
  problem = null
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('renders its children', async () => {
  const user = userEvent.setup()
  const onError = vi.fn()
  const { rerender } = render(page({ onError }))
  await user.click(screen.getByRole('button', { name: 'Clicks: 0' }))
  rerender(page({ onError }))
  expect(screen.getByRole('button', { name: 'Clicks: 1' })).toBeInTheDocument()
  expect(onError).not.toHaveBeenCalled()
})

test('shows the fallback with the error', () => {
  problem = { thrown: new Error('No profile') }
  render(page())
  expect(screen.getByRole('alert')).toHaveTextContent('No profile')
  expect(screen.queryByText(/Clicks/)).not.toBeInTheDocument()
})

test('reports each error once', async () => {
  const user = userEvent.setup()
  const onError = vi.fn()
  const [first, second] = [new Error('first'), new Error('second')]
  problem = { thrown: first }
  const { rerender } = render(page({ onError }))
  rerender(page({ onError }))
  expect(onError.mock.calls.map(([error]) => error)).toEqual([first])
  problem = { thrown: second }
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onError.mock.calls.map(([error]) => error)).toEqual([first, second])
})

test('retry renders the children as new components', async () => {
  const user = userEvent.setup()
  const { rerender } = render(page())
  await user.click(screen.getByRole('button', { name: 'Clicks: 0' }))
  problem = { thrown: new Error('later') }
  rerender(page())
  expect(screen.getByRole('alert')).toHaveTextContent('later')
  problem = null
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('button', { name: 'Clicks: 0' })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('an error after a retry is shown again', async () => {
  const user = userEvent.setup()
  problem = { thrown: new Error('first') }
  render(page())
  problem = { thrown: new Error('second') }
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('alert')).toHaveTextContent('second')
})

test('anything can be thrown', () => {
  for (const thrown of [null, undefined, 0, 'text']) {
    problem = { thrown }
    const { unmount } = render(page())
    expect(screen.getByRole('alert')).toHaveTextContent(`thrown: ${thrown}`)
    unmount()
  }
})

test('a changed reset key renders the children again', () => {
  problem = { thrown: new Error('No profile') }
  const { rerender } = render(page({ resetKeys: [1, Number.NaN] }))
  problem = null
  rerender(page({ resetKeys: [1, Number.NaN] }))
  expect(screen.getByRole('alert')).toBeInTheDocument()
  rerender(page({ resetKeys: [2, Number.NaN] }))
  expect(screen.getByRole('button', { name: 'Clicks: 0' })).toBeInTheDocument()
})

test('another number of reset keys renders the children again', () => {
  for (const [before, after] of [
    [[1], [1, undefined]],
    [[1, undefined], [1]],
    [undefined, [1]],
  ]) {
    problem = { thrown: new Error('No profile') }
    const { rerender, unmount } = render(page({ resetKeys: before }))
    problem = null
    rerender(page({ resetKeys: after }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    unmount()
  }
})

test('a reset key that changes together with the error resets nothing', () => {
  const { rerender } = render(page({ resetKeys: [1] }))
  const onError = vi.fn()
  problem = { thrown: new Error('No profile') }
  rerender(page({ resetKeys: [2], onError }))
  expect(screen.getByRole('alert')).toHaveTextContent('No profile')
  expect(onError).toHaveBeenCalledTimes(1)
})

test('a reset key keeps children without an error', async () => {
  const user = userEvent.setup()
  const { rerender } = render(page({ resetKeys: [1] }))
  await user.click(screen.getByRole('button', { name: 'Clicks: 0' }))
  rerender(page({ resetKeys: [2] }))
  expect(screen.getByRole('button', { name: 'Clicks: 1' })).toBeInTheDocument()
})
