import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { showToast, Toasts, useToasts } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  useToasts.setState({ toasts: [] })
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

describe('a toast', () => {
  test('fades after 5000 ms and is removed 300 ms later', () => {
    render(<Toasts />)
    act(() => showToast({ tone: 'success', title: 'Saved', message: 'It is kept.' }))
    pass(4_999)
    expect(screen.getByRole('status').className).not.toContain('leaving')
    pass(1)
    expect(screen.getByRole('status').className).toContain('leaving')
    pass(299)
    expect(screen.queryByText('It is kept.')).not.toBeNull()
    pass(1)
    expect(screen.queryByText('It is kept.')).toBeNull()
  })

  test('can be dismissed, and is an alert for an error', () => {
    render(<Toasts />)
    act(() => showToast({ tone: 'error', title: 'Not saved', message: 'Try again.' }))
    expect(screen.getByRole('alert').textContent).toContain('Not saved')
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
    pass(300)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('stays while it has focus', () => {
    render(<Toasts />)
    act(() => showToast({ tone: 'info', title: 'Long', message: 'Read me.' }))
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    pass(8_000)
    expect(screen.queryByText('Read me.')).not.toBeNull()
    act(() => screen.getByRole('button', { name: 'Dismiss' }).blur())
    pass(1_300)
    expect(screen.queryByText('Read me.')).toBeNull()
  })
})
