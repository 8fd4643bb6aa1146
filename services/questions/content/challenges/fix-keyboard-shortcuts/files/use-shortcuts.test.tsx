import { fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Shortcuts, useShortcuts } from './use-shortcuts'

const add = vi.spyOn(document, 'addEventListener')
const remove = vi.spyOn(document, 'removeEventListener')
const count = (mock: { mock: { calls: unknown[][] } }) => mock.mock.calls.filter(([type]) => type === 'keydown').length

beforeEach(() => {
  add.mockClear()
  remove.mockClear()
})

afterEach(() => {
  document.body.replaceChildren()
})

/** How many listeners for keys `document` has now. */
const countListeners = () => {
  const [added, removed] = [add, remove].map(({ mock }) => mock.calls.filter(([type]) => type === 'keydown'))
  const isAborted = ([, , options]: unknown[]) => (options as AddEventListenerOptions | undefined)?.signal?.aborted
  const isKnown = ([, listener]: unknown[]) => added?.some(([, other]) => other === listener)
  return (added?.filter((call) => !isAborted(call)).length ?? 0) - (removed?.filter(isKnown).length ?? 0)
}

/** @returns whether the default action remains */
const press = (key: string, options: object = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, code: key.length === 1 ? `Key${key.toUpperCase()}` : key, ...options })

const renderShortcuts = (shortcuts: Shortcuts, isEnabled?: boolean) =>
  renderHook(({ shortcuts, isEnabled }) => useShortcuts(shortcuts, isEnabled), {
    initialProps: { shortcuts, isEnabled },
  })

test('calls the function of the shortcut', () => {
  const [save, close] = [vi.fn(), vi.fn()]
  renderShortcuts({ 'ctrl+s': save, escape: close, 'ctrl+shift+s': () => close('all') })
  press('s', { ctrlKey: true })
  expect(save).toHaveBeenCalledTimes(1)
  press('Escape')
  press('S', { ctrlKey: true, shiftKey: true })
  expect(close.mock.calls).toEqual([[expect.any(KeyboardEvent)], ['all']])
})

test('prevents the default action of shortcuts alone', () => {
  renderShortcuts({ 'ctrl+s': () => {} })
  expect(press('s', { ctrlKey: true })).toBe(false)
  expect(press('s')).toBe(true)
  expect(press('Tab')).toBe(true)
})

test('calls the latest function once after many renders', () => {
  const calls: number[] = []
  const { rerender } = renderShortcuts({ n: () => calls.push(0) })
  for (let i = 1; i <= 5; i += 1) rerender({ shortcuts: { n: () => calls.push(i) }, isEnabled: true })
  press('n')
  expect(calls).toEqual([5])
})

test('a render does not replace the listener', () => {
  const { rerender } = renderShortcuts({ n: () => {} }, true)
  expect(count(add)).toBe(1)
  rerender({ shortcuts: { m: () => {} }, isEnabled: true })
  expect([count(add), count(remove)]).toEqual([1, 0])
})

test('stops when it is disabled', () => {
  const close = vi.fn()
  const { rerender } = renderShortcuts({ escape: close }, true)
  rerender({ shortcuts: { escape: close }, isEnabled: false })
  press('Escape')
  expect(close).not.toHaveBeenCalled()
  expect(countListeners()).toBe(0)
  rerender({ shortcuts: { escape: close }, isEnabled: true })
  expect(countListeners()).toBe(1)
  press('Escape')
  expect(close).toHaveBeenCalledTimes(1)
})

test('has no listener if it starts disabled', () => {
  const close = vi.fn()
  renderShortcuts({ escape: close }, false)
  press('Escape')
  expect(close).not.toHaveBeenCalled()
  expect(countListeners()).toBe(0)
})

test('stops when the component is removed', () => {
  const close = vi.fn()
  renderShortcuts({ escape: close }).unmount()
  press('Escape')
  expect(close).not.toHaveBeenCalled()
  expect(countListeners()).toBe(0)
})

test('leaves letters to text fields', () => {
  const create = vi.fn()
  renderShortcuts({ n: create, 'shift+n': create, 'ctrl+n': create, 'alt+n': create, escape: create })
  render(
    <>
      <input aria-label="input" />
      <textarea aria-label="textarea" />
      <select aria-label="select" />
      <div contentEditable suppressContentEditableWarning aria-label="editor" />
      <button type="button" aria-label="button" />
    </>,
  )
  for (const name of ['input', 'textarea', 'select', 'editor']) {
    const field = screen.getByLabelText(name)
    expect(press('n', {}, field)).toBe(true)
    press('N', { shiftKey: true }, field)
    expect(create).not.toHaveBeenCalled()
    press('n', { ctrlKey: true }, field)
    press('n', { altKey: true }, field)
    press('Escape', {}, field)
    expect(create).toHaveBeenCalledTimes(3)
    create.mockClear()
  }
  press('n', {}, screen.getByLabelText('button'))
  expect(create).toHaveBeenCalledTimes(1)
})

test('inherited names are no shortcuts', () => {
  renderShortcuts({})
  expect(press('constructor')).toBe(true)

  renderShortcuts(Object.create({ n: () => {} }))
  expect(press('n')).toBe(true)
})
