import '@testing-library/jest-dom/vitest'
import { act, fireEvent, render, renderHook, screen, within } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ToastProvider, useToast } from './toasts'

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const dismiss = (message: string) =>
  fireEvent.click(screen.getAllByRole('button', { name: `Dismiss: ${message}` })[0] as HTMLElement)

beforeEach(() => {
  vi.useFakeTimers()
})

/** The texts of the notifications without those of their buttons. */
const messages = () =>
  within(screen.getByRole('status'))
    .queryAllByRole('listitem')
    .map((item) => {
      const copy = item.cloneNode(true) as HTMLElement
      for (const button of copy.querySelectorAll('button')) button.remove()
      return copy.textContent?.trim()
    })

function setup(options: { duration?: number; max?: number } = {}) {
  let show: (message: string) => void = () => {}
  let renders = 0
  function Page() {
    show = useToast()
    renders++
    return <p>The page</p>
  }
  const view = render(
    <ToastProvider {...options}>
      <Page />
    </ToastProvider>,
  )
  return {
    ...view,
    show: (...texts: string[]) => act(() => texts.forEach((text) => show(text))),
    current: () => show,
    renders: () => renders,
  }
}

test('has an empty live region at the start', () => {
  setup()
  const page = screen.getByText('The page')
  expect(page.compareDocumentPosition(screen.getByRole('status')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(messages()).toEqual([])
})

test('shows notifications in their order', () => {
  const { show } = setup()
  show('Saved')
  show('Sent')
  expect(messages()).toEqual(['Saved', 'Sent'])
  expect(within(screen.getByRole('status')).getByRole('list')).toBeInTheDocument()
})

test('the same message can be shown twice', () => {
  const { show } = setup()
  show('Saved', 'Saved')
  expect(messages()).toEqual(['Saved', 'Saved'])
  dismiss('Saved')
  expect(messages()).toEqual(['Saved'])
})

test('at most three are visible by default; the others wait', () => {
  const { show } = setup()
  show('a', 'b', 'c', 'd', 'e')
  expect(messages()).toEqual(['a', 'b', 'c'])
  dismiss('b')
  expect(messages()).toEqual(['a', 'c', 'd'])
  dismiss('a')
  expect(messages()).toEqual(['c', 'd', 'e'])
})

test('disappear after the duration', () => {
  const { show } = setup({ duration: 40 })
  show('a')
  pass(30)
  expect(messages()).toEqual(['a'])
  pass(30)
  expect(messages()).toEqual([])
})

test('a newer notification does not extend an older one', () => {
  const { show } = setup({ duration: 60 })
  show('a')
  pass(40)
  show('b')
  pass(40)
  expect(messages()).toEqual(['b'])
})

test('the time of a dismissed notification ends nothing else', () => {
  const { show } = setup({ duration: 60, max: 1 })
  show('a', 'b')
  pass(40)
  dismiss('a')
  expect(messages()).toEqual(['b'])
  pass(59)
  expect(messages()).toEqual(['b'])
  pass(1)
  expect(messages()).toEqual([])
})

test('a waiting notification gets its full duration', () => {
  const { show } = setup({ duration: 60, max: 1 })
  show('a', 'b')
  pass(70)
  expect(messages()).toEqual(['b'])
  pass(35)
  expect(messages()).toEqual(['b'])
  pass(50)
  expect(messages()).toEqual([])
})

test('the duration is 5 seconds by default', () => {
  const { show } = setup()
  show('a')
  pass(4_999)
  expect(messages()).toEqual(['a'])
  pass(1)
  expect(messages()).toEqual([])
})

test('unmounting leaves no timer', () => {
  const { show, unmount } = setup()
  show('a', 'b')
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('show keeps its identity', () => {
  const { show, current, rerender } = setup()
  const before = current()
  show('a')
  function Page() {
    const after = useToast()
    useEffect(() => {
      expect(after).toBe(before)
    }, [after])
    return null
  }
  rerender(
    <ToastProvider>
      <Page />
    </ToastProvider>,
  )
})

test('components that call show do not render again', () => {
  const { show, renders } = setup()
  const before = renders()
  show('a')
  show('b')
  expect(messages()).toEqual(['a', 'b'])
  dismiss('a')
  pass(5_000)
  expect(messages()).toEqual([])
  expect(renders()).toBe(before)
})

test('useToast throws outside of a provider', () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => renderHook(() => useToast())).toThrow(/^useToast must be used within a ToastProvider$/)
  silent.mockRestore()
})
