import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useLocalStorage } from './use-local-storage'

function fakeStorage(entries: Record<string, string> = {}) {
  const data = new Map(Object.entries(entries))
  const storage = {
    getItem: vi.fn((key: string) => data.get(key) ?? null),
    setItem: (key: string, text: string) => void data.set(key, text),
    removeItem: (key: string) => void data.delete(key),
  }
  return { storage, stored: () => Object.fromEntries(data) }
}

function setup<T>(initial: T, entries: Record<string, string> = {}) {
  const { storage, stored } = fakeStorage(entries)
  const view = renderHook(() => useLocalStorage<T>('theme', initial, storage))
  return {
    ...view,
    storage,
    stored,
    value: () => view.result.current[0],
    set: (next: T | ((current: T) => T)) => act(() => view.result.current[1](next)),
    remove: () => act(() => view.result.current[2]()),
  }
}
const otherTab = (key: string | null, newValue: string | null) =>
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  })

test('starts with the initial value and writes nothing', () => {
  const { value, stored } = setup('light')
  expect(value()).toBe('light')
  expect(stored()).toEqual({})
})

test('starts with the stored value', () => {
  expect(setup('light', { theme: '"dark"' }).value()).toBe('dark')
  expect(setup<number | null>(3, { theme: 'null' }).value()).toBeNull()
  expect(setup({ size: 1 }, { theme: '{"size":2}' }).value()).toEqual({ size: 2 })
})

test('text that is not JSON is ignored', () => {
  const { value, stored, set } = setup('light', { theme: '{broken' })
  expect(value()).toBe('light')
  expect(stored()).toEqual({ theme: '{broken' })
  set((current) => `${current}er`)
  expect(value()).toBe('lighter')
})

test('uses localStorage by default', () => {
  const { storage, stored } = fakeStorage({ theme: '"dark"' })
  vi.stubGlobal('localStorage', storage)
  try {
    const { result } = renderHook(() => useLocalStorage('theme', 'light'))
    expect(result.current[0]).toBe('dark')
    act(() => result.current[1]('blue'))
    expect(stored()).toEqual({ theme: '"blue"' })
    act(() => result.current[2]())
    expect(stored()).toEqual({})
  } finally {
    vi.unstubAllGlobals()
  }
})

test('stores a new value as JSON', () => {
  const { set, value, stored } = setup('light', { other: '1' })
  set('dark')
  expect(value()).toBe('dark')
  expect(stored()).toEqual({ theme: '"dark"', other: '1' })
})

test('calls in one event build on each other', () => {
  const { result, value, stored } = setup(1)
  act(() => {
    result.current[1]((n) => n + 1)
    result.current[1]((n) => n * 10)
  })
  expect(value()).toBe(20)
  expect(stored()).toEqual({ theme: '20' })
})

test('reads the storage only once', () => {
  const { storage, rerender, set } = setup('light')
  rerender()
  set('dark')
  rerender()
  expect(storage.getItem).toHaveBeenCalledTimes(1)
})

test('remove deletes the stored value', () => {
  const { set, remove, value, stored } = setup('light', { theme: '"dark"', other: '1' })
  remove()
  expect(value()).toBe('light')
  expect(stored()).toEqual({ other: '1' })
  set((current) => `${current}er`)
  expect(value()).toBe('lighter')
})

test('a change that cannot be stored is shown', () => {
  const { set, value, storage } = setup('light')
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  set('dark')
  expect(value()).toBe('dark')
  set((current) => `${current}er`)
  expect(value()).toBe('darker')
})

test('another tab changes the value', () => {
  const { value } = setup('light')
  otherTab('theme', '"dark"')
  expect(value()).toBe('dark')
  otherTab('other', '"blue"')
  expect(value()).toBe('dark')
  otherTab('other', null)
  expect(value()).toBe('dark')
  otherTab('theme', null)
  expect(value()).toBe('light')
})

test('another tab clears everything, or stores text that is not JSON', () => {
  const { value } = setup('light', { theme: '"dark"' })
  otherTab(null, null)
  expect(value()).toBe('light')
  otherTab('theme', '"dark"')
  otherTab('theme', 'dark')
  expect(value()).toBe('light')
})

test('a change in another tab writes nothing', () => {
  const { storage, stored } = setup('light', { theme: '"dark"' })
  const written = [vi.spyOn(storage, 'setItem'), vi.spyOn(storage, 'removeItem')]
  for (const text of ['"blue"', '{broken', null]) otherTab('theme', text)
  otherTab(null, null)
  for (const method of written) expect(method).not.toHaveBeenCalled()
  expect(stored()).toEqual({ theme: '"dark"' })
})

test('a change builds on what another tab stored', () => {
  const { set, value } = setup(1)
  otherTab('theme', '5')
  set((n) => n + 1)
  expect(value()).toBe(6)
})

test('unmounting removes the listener', () => {
  const added = vi.spyOn(window, 'addEventListener')
  const removed = vi.spyOn(window, 'removeEventListener')
  const { unmount } = setup('light')
  const listeners = added.mock.calls.filter(([type]) => type === 'storage')
  unmount()
  const gone = removed.mock.calls.flatMap(([type, listener]) => (type === 'storage' ? [listener] : []))
  added.mockRestore()
  removed.mockRestore()
  expect(listeners.length).toBeGreaterThan(0)
  // A signal may remove them as well.
  for (const [, listener, options] of listeners)
    expect(gone.includes(listener) || (typeof options === 'object' && options?.signal?.aborted)).toBe(true)
})
