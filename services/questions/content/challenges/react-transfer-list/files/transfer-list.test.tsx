import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { TransferList } from './transfer-list'

function setup() {
  const onChange = vi.fn()
  render(<TransferList left={['a', 'b', 'c']} right={['d']} onChange={onChange} />)
  const user = userEvent.setup()
  return {
    onChange,
    check: async (...names: string[]) => {
      for (const name of names) await user.click(screen.getByRole('checkbox', { name }))
    },
    move: (name: string) => user.click(button(name)),
  }
}
const group = (name: string) => screen.getByRole('group', { name })
const button = (name: string) => screen.getByRole('button', { name })
/** The names of the checkboxes of both sides, checked ones with a star. */
const lists = () =>
  ['Available', 'Selected'].map((side) => {
    const names = new Map<Element, string>()
    return within(group(side))
      .queryAllByRole<HTMLInputElement>('checkbox', { name: (text, box) => names.set(box, text).has(box) })
      .map((box) => `${names.get(box)}${box.checked ? '*' : ''}`)
      .join(' ')
  })

test('shows both lists', () => {
  setup()
  expect(lists()).toEqual(['a b c', 'd'])
  expect(within(group('Available')).getByText('0 of 3 checked')).toBeInTheDocument()
  expect(within(group('Selected')).getByText('0 of 1 checked')).toBeInTheDocument()
})

test('counts the checked items of each side', async () => {
  const { check } = setup()
  await check('a', 'c')
  expect(lists()).toEqual(['a* b c*', 'd'])
  expect(within(group('Available')).getByText('2 of 3 checked')).toBeInTheDocument()
  expect(within(group('Selected')).getByText('0 of 1 checked')).toBeInTheDocument()
  await check('a', 'd')
  expect(lists()).toEqual(['a b c*', 'd*'])
  expect(within(group('Available')).getByText('1 of 3 checked')).toBeInTheDocument()
  expect(within(group('Selected')).getByText('1 of 1 checked')).toBeInTheDocument()
})

test('moves checked items to the end, in their order and unchecked', async () => {
  const { check, move, onChange } = setup()
  await check('c', 'a')
  await move('Move checked to Selected')
  expect(lists()).toEqual(['b', 'd a c'])
  expect(onChange.mock.calls).toEqual([[['b'], ['d', 'a', 'c']]])
})

test('moves items back', async () => {
  const { check, move, onChange } = setup()
  await check('d', 'b')
  await move('Move checked to Available')
  expect(lists()).toEqual(['a b* c d', ''])
  expect(onChange.mock.calls).toEqual([[['a', 'b', 'c', 'd'], []]])
})

test('moves all, checked or not', async () => {
  const { check, move, onChange } = setup()
  await check('b', 'd')
  await move('Move all to Selected')
  expect(lists()).toEqual(['', 'd* a b c'])
  await move('Move all to Available')
  expect(lists()).toEqual(['d a b c', ''])
  await move('Move all to Selected')
  expect(lists()).toEqual(['', 'd a b c'])
  expect(onChange.mock.calls).toEqual([
    [[], ['d', 'a', 'b', 'c']],
    [['d', 'a', 'b', 'c'], []],
    [[], ['d', 'a', 'b', 'c']],
  ])
})

test('buttons are disabled while there is nothing to move', async () => {
  const { check, move } = setup()
  expect(button('Move checked to Selected')).toBeDisabled()
  expect(button('Move checked to Available')).toBeDisabled()
  expect(button('Move all to Selected')).toBeEnabled()
  expect(button('Move all to Available')).toBeEnabled()
  await check('a')
  expect(button('Move checked to Selected')).toBeEnabled()
  expect(button('Move checked to Available')).toBeDisabled()
  await move('Move all to Selected')
  expect(button('Move checked to Selected')).toBeDisabled()
  expect(button('Move all to Selected')).toBeDisabled()
  expect(button('Move all to Available')).toBeEnabled()
})

test('checking alone does not report a change', async () => {
  const { check, onChange } = setup()
  await check('a', 'd')
  expect(lists()).toEqual(['a* b c', 'd*'])
  expect(onChange).not.toHaveBeenCalled()
})
