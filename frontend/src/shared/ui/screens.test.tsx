import { act, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-fallback.tsx'
import { LoadingOverlay, useLoadingOverlay } from './loading-overlay.tsx'

function Broken(): never {
  throw new Error('broken on purpose')
}

describe('the error fallback', () => {
  test('replaces what failed to render, and reloads', () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { ...location, reload })
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    )
    silent.mockRestore()
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeDefined()
    expect(
      screen.getByText('We encountered an unexpected error. Please try refreshing the page.'),
    ).toBeDefined()
    act(() => screen.getByRole('button', { name: 'Refresh Page' }).click())
    expect(reload).toHaveBeenCalledOnce()
  })

  test.each([
    ['offline reloads by itself when the connection is back', false, 1],
    ['with a connection stays', true, 0],
  ])('%s', (_what, onLine, reloads) => {
    const reload = vi.fn()
    vi.stubGlobal('location', { ...location, reload })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    )
    silent.mockRestore()
    window.dispatchEvent(new Event('online'))
    expect(reload).toHaveBeenCalledTimes(reloads)
  })
})

describe('the loading overlay', () => {
  test('shows Loading... and hides itself after 2000 ms', () => {
    vi.useFakeTimers()
    render(<LoadingOverlay />)
    act(() => useLoadingOverlay.getState().show())
    expect(screen.getByRole('status').textContent).toBe('Loading...')
    act(() => vi.advanceTimersByTime(1_999))
    expect(screen.queryByRole('status')).not.toBeNull()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByRole('status')).toBeNull()
  })
})
