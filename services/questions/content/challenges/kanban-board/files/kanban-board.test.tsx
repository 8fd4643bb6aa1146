import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { type Column, KanbanBoard } from './kanban-board'

/** A column as text: `Doing/2: a b` has a limit of 2. */
function column(text: string): Column {
  const [head, list] = text.split(':')
  const [title, limit] = head.split('/')
  const cards = list.split(' ').filter(Boolean).map((name) => Object.freeze({ id: `id-${name}`, text: name }))
  return Object.freeze({
    id: title.toLowerCase(),
    title,
    cards: Object.freeze(cards),
    ...(limit !== undefined && { limit: Number(limit) }),
  })
}
const textOf = ({ title, limit, cards }: Column) =>
  `${title}${limit === undefined ? '' : `/${limit}`}:${cards.map(({ text }) => ` ${text}`).join('')}`
const start = ['Todo: a b c', 'Doing: d', 'Done:']

function setup(...texts: string[]) {
  const onChange = vi.fn()
  const columns: readonly Column[] = Object.freeze((texts.length > 0 ? texts : start).map(column))
  function Page() {
    const [shown, setShown] = useState(columns)
    return (
      <>
        <KanbanBoard
          columns={shown}
          onChange={(changed) => {
            onChange(changed.map(textOf))
            setShown(changed)
          }}
        />
        <button onClick={() => setShown((current) => current.map((one) => ({ ...one, cards: one.cards.toReversed() })))}>
          Reverse
        </button>
      </>
    )
  }
  render(<Page />)
  return { onChange, columns, user: userEvent.setup() }
}
const button = (text: string, direction: string) => screen.getByRole('button', { name: `Move ${text} ${direction}` })
const card = (text: string) => button(text, 'up').closest('li, [role="listitem"]') as HTMLElement
const textIn = (item: HTMLElement) => {
  const names: string[] = []
  within(item).getAllByRole('button', { name: (name) => /^Move \w+ up$/.test(name) && names.push(name) > 0 })
  return names[0].split(' ')[1]
}
/** The columns as they are shown. */
const board = (...titles: string[]) =>
  (titles.length > 0 ? titles : ['Todo', 'Doing', 'Done']).map((title) => {
    const items = within(screen.getByRole('list', { name: title })).queryAllByRole('listitem')
    return `${title}:${items.map((item) => ` ${textIn(item)}`).join('')}`
  })
const possible = (text: string) =>
  ['up', 'down', 'left', 'right'].filter((direction) => !(button(text, direction) as HTMLButtonElement).disabled).join(' ')
const status = () => screen.getByRole('status').textContent

test('shows the columns and their cards in order', () => {
  setup()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Todo', 'Doing', 'Done'])
  expect(board()).toEqual(start)
  expect(card('b')).toHaveTextContent('b')
  expect(status()).toBe('')
})

test('each card can be reached with Tab', async () => {
  const { user } = setup()
  await user.tab()
  expect(card('a')).toHaveFocus()
  for (const text of ['b', 'c', 'd']) expect(card(text).tabIndex).toBe(0)
})

test('up and down swap a card with its neighbor', async () => {
  const { user, onChange } = setup()
  await user.click(button('b', 'up'))
  expect(board()).toEqual(['Todo: b a c', 'Doing: d', 'Done:'])
  await user.click(button('b', 'down'))
  await user.click(button('b', 'down'))
  expect(board()).toEqual(['Todo: a c b', 'Doing: d', 'Done:'])
  await user.click(button('b', 'up'))
  expect(onChange.mock.calls.at(-1)).toEqual([['Todo: a b c', 'Doing: d', 'Done:']])
  expect(onChange).toHaveBeenCalledTimes(4)
})

test('left and right move a card to the end of the neighboring column', async () => {
  const { user, onChange } = setup()
  await user.click(button('a', 'right'))
  expect(board()).toEqual(['Todo: b c', 'Doing: d a', 'Done:'])
  await user.click(button('d', 'right'))
  expect(board()).toEqual(['Todo: b c', 'Doing: a', 'Done: d'])
  await user.click(button('a', 'left'))
  expect(board()).toEqual(['Todo: b c a', 'Doing:', 'Done: d'])
  expect(onChange.mock.calls).toEqual([
    [['Todo: b c', 'Doing: d a', 'Done:']],
    [['Todo: b c', 'Doing: a', 'Done: d']],
    [['Todo: b c a', 'Doing:', 'Done: d']],
  ])
})

test('moves that are not possible are disabled', async () => {
  const { user } = setup()
  expect(['a', 'b', 'c', 'd'].map(possible)).toEqual(['down right', 'up down right', 'up right', 'left right'])
  await user.click(button('d', 'right'))
  expect(possible('d')).toBe('left')
})

test('a full column takes no more cards', async () => {
  const { user, onChange } = setup('Todo: a b', 'Doing/2: c', 'Done/1: e')
  expect(possible('a')).toBe('down right')
  expect(possible('c')).toBe('left')
  await user.click(button('a', 'right'))
  expect(possible('b')).toBe('')
  expect(possible('e')).toBe('')
  card('b').focus()
  await user.keyboard('{ArrowRight}')
  expect(onChange.mock.calls).toEqual([[['Todo: b', 'Doing/2: c a', 'Done/1: e']]])
  await user.click(button('c', 'left'))
  expect(possible('e')).toBe('left')
})

test('a limit of 0 and a column above its limit', () => {
  setup('Todo/1: a b', 'Doing: c', 'Done/0:')
  expect(['a', 'b', 'c'].map(possible)).toEqual(['down right', 'up right', ''])
})

test('in a full column, cards can move up and down', async () => {
  const { user } = setup('Todo/2: a b', 'Doing/1: c')
  expect([possible('a'), possible('b')]).toEqual(['down', 'up'])
  await user.click(button('b', 'up'))
  expect(board('Todo', 'Doing')).toEqual(['Todo: b a', 'Doing: c'])
})

test('the arrow keys do the same on a card', async () => {
  const { user } = setup()
  card('b').focus()
  await user.keyboard('{ArrowUp}')
  expect(board()).toEqual(['Todo: b a c', 'Doing: d', 'Done:'])
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(board()).toEqual(['Todo: a c b', 'Doing: d', 'Done:'])
  await user.keyboard('{ArrowRight}')
  expect(board()).toEqual(['Todo: a c', 'Doing: d b', 'Done:'])
  await user.keyboard('{ArrowRight}')
  expect(board()).toEqual(['Todo: a c', 'Doing: d', 'Done: b'])
  await user.keyboard('{ArrowLeft}')
  expect(board()).toEqual(['Todo: a c', 'Doing: d b', 'Done:'])
})

test('at the edges of the board, the arrow keys do nothing', async () => {
  const { user, onChange } = setup()
  card('a').focus()
  await user.keyboard('{ArrowUp}{ArrowLeft}')
  card('d').focus()
  await user.keyboard('{ArrowUp}{ArrowDown}')
  expect(onChange).not.toHaveBeenCalled()
  expect(status()).toBe('')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('the arrow keys do not scroll the page, and other keys work as usual', () => {
  setup()
  const press = (key: string) => fireEvent.keyDown(card('a'), { key, code: key })
  expect(['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'].map(press)).toEqual([false, false, false, false])
  expect(['Tab', 'Enter', 'Home'].map(press)).toEqual([true, true, true])
})

test('arrow keys on a button do nothing', async () => {
  const { user, onChange } = setup()
  button('b', 'right').focus()
  await user.keyboard('{ArrowUp}{ArrowRight}{ArrowDown}')
  expect(onChange).not.toHaveBeenCalled()
})

test('after a move, the card has focus', async () => {
  const { user } = setup()
  card('b').focus()
  await user.keyboard('{ArrowUp}')
  expect(card('b')).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(card('b')).toHaveFocus()
  await user.click(button('c', 'right'))
  expect(card('c')).toHaveFocus()
  await user.click(button('c', 'up'))
  expect(card('c')).toHaveFocus()
  await user.click(button('b', 'left'))
  expect(card('b')).toHaveFocus()
})

test('nothing else moves focus', async () => {
  const { user } = setup()
  expect(document.body).toHaveFocus()
  await user.click(button('a', 'right'))
  await user.click(screen.getByRole('button', { name: 'Reverse' }))
  expect(board()).toEqual(['Todo: c b', 'Doing: a d', 'Done:'])
  expect(screen.getByRole('button', { name: 'Reverse' })).toHaveFocus()
})

test('each move is announced', async () => {
  const { user } = setup()
  await user.click(button('b', 'right'))
  expect(status()).toBe('b moved to Doing, 2 of 2')
  await user.click(button('b', 'up'))
  expect(status()).toBe('b moved to Doing, 1 of 2')
  card('c').focus()
  await user.keyboard('{ArrowUp}')
  expect(status()).toBe('c moved to Todo, 1 of 2')
})

test('the given columns stay as they are', async () => {
  const { user, columns, onChange } = setup()
  await user.click(button('a', 'right'))
  await user.click(button('c', 'up'))
  expect(columns.map(textOf)).toEqual(start)
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('is controlled', async () => {
  const onChange = vi.fn()
  const user = userEvent.setup()
  const columns = start.map(column)
  const { rerender } = render(<KanbanBoard columns={columns} onChange={onChange} />)
  await user.click(button('b', 'right'))
  const [changed] = onChange.mock.calls[0] as [readonly Column[]]
  expect(changed).toEqual([
    { ...columns[0], cards: [columns[0].cards[0], columns[0].cards[2]] },
    { ...columns[1], cards: [columns[1].cards[0], columns[0].cards[1]] },
    columns[2],
  ])
  expect(board()).toEqual(start)
  rerender(<KanbanBoard columns={['Todo: x', 'Doing:', 'Done: y'].map(column)} onChange={onChange} />)
  expect(board()).toEqual(['Todo: x', 'Doing:', 'Done: y'])
})
