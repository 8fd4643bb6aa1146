import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TicTacToe } from './tic-tac-toe'

const square = (number: number) => screen.getByRole('button', { name: new RegExp(`^Square ${number}: (X|O|empty)$`) })
const button = (name: string) => screen.getByRole('button', { name })
const undo = () => fireEvent.click(button('Undo'))
/** Plays squares by their numbers: `play('159')`. */
function play(squares: string) {
  for (const number of squares) fireEvent.click(square(Number(number)))
}
/** The names of the squares, an empty one as a dot. */
const board = () =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9]
    .map((number) => ['X', 'O'].find((mark) => screen.queryByRole('button', { name: `Square ${number}: ${mark}` })) ?? '.')
    .join('')
/** What the squares show. */
const shown = () =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => /[XO]/.exec(square(number).textContent ?? '')?.[0] ?? '.').join('')
const expectStatus = (text: string) => expect(screen.getByRole('status').textContent?.trim()).toBe(text)

const draw = '123546879'
const lines = ['123', '456', '789', '147', '258', '369', '159', '357']

test('an empty board, and X starts', () => {
  render(<TicTacToe />)
  for (let number = 1; number <= 9; number++) expect(button(`Square ${number}: empty`)).toBeEnabled()
  expect(screen.getAllByRole('button', { name: /^Square/ }).length).toBe(9)
  expect(shown()).toBe('.........')
  expectStatus('Next: X')
})

test('the players take turns', () => {
  render(<TicTacToe />)
  play('5')
  expect(board()).toBe('....X....')
  expectStatus('Next: O')
  play('1')
  expect(board()).toBe('O...X....')
  expectStatus('Next: X')
  play('9')
  expect(board()).toBe('O...X...X')
  expect(shown()).toBe('O...X...X')
})

test('works with the keyboard', async () => {
  const user = userEvent.setup()
  render(<TicTacToe />)
  square(3).focus()
  await user.keyboard('{Enter}')
  square(7).focus()
  await user.keyboard(' ')
  expect(board()).toBe('..X...O..')
})

test('the squares are in order', () => {
  render(<TicTacToe />)
  const order = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(square)
  for (const [index, one] of order.slice(1).entries()) expect(one).toAppearAfter(order[index])
})

test('a taken square cannot be played', () => {
  render(<TicTacToe />)
  play('55')
  expect(board()).toBe('....X....')
  expectStatus('Next: O')
  play('115')
  expect(board()).toBe('O...X....')
  expectStatus('Next: X')
})

test('X wins with each line, whichever square comes last', () => {
  for (const line of lines) {
    for (const last of line) {
      const { unmount } = render(<TicTacToe />)
      const [first, second] = line.replace(last, '')
      const [one, other] = '192837465'.replace(new RegExp(`[${line}]`, 'g'), '')
      play(first + one + second + other)
      expectStatus('Next: X')
      play(last)
      expectStatus('Winner: X')
      unmount()
    }
  }
})

test('O wins with each line', () => {
  for (const line of lines) {
    const { unmount } = render(<TicTacToe />)
    const free = '123456789'.replace(new RegExp(`[${line}]`, 'g'), '')
    const [a, b, c] = [...free].flatMap((one, index) =>
      [...free].slice(index + 1).flatMap((two, at) => [...free].slice(index + at + 2).map((three) => one + two + three)),
    ).find((three) => !lines.includes(three)) as string
    play(a + line[0] + b + line[1] + c)
    expectStatus('Next: O')
    play(line[2])
    expectStatus('Winner: O')
    unmount()
  }
})

test('after the end, no square can be played', () => {
  render(<TicTacToe />)
  play('1425368')
  expect(board()).toBe('XXXOO....')
  expectStatus('Winner: X')
})

test('a full board without a line is a draw', () => {
  render(<TicTacToe />)
  play(draw.slice(0, 8))
  expectStatus('Next: X')
  play(draw.slice(8))
  expectStatus('Draw')
})

test('a line with the last square wins', () => {
  render(<TicTacToe />)
  play('13246758')
  expectStatus('Next: X')
  play('9')
  expectStatus('Winner: X')
})

test('Undo takes back moves', () => {
  render(<TicTacToe />)
  expect(button('Undo')).toBeDisabled()
  play('519')
  expect(button('Undo')).toBeEnabled()
  undo()
  expect(board()).toBe('O...X....')
  expectStatus('Next: X')
  undo()
  expect(board()).toBe('....X....')
  expectStatus('Next: O')
  play('3')
  expect(board()).toBe('..O.X....')
  undo()
  undo()
  expect(board()).toBe('.........')
  expectStatus('Next: X')
  expect(button('Undo')).toBeDisabled()
})

test('Undo continues a finished game', () => {
  render(<TicTacToe />)
  play('14253')
  undo()
  expect(board()).toBe('XX.OO....')
  expectStatus('Next: X')
  play('7')
  expectStatus('Next: O')
  play('6')
  expectStatus('Winner: O')
})

test('Undo works after a draw', () => {
  render(<TicTacToe />)
  play(draw)
  undo()
  expectStatus('Next: X')
  play(draw.slice(8))
  expectStatus('Draw')
})

test('New game clears the board', () => {
  render(<TicTacToe />)
  play('5142')
  fireEvent.click(button('New game'))
  expect(board()).toBe('.........')
  expectStatus('Next: X')
  expect(button('Undo')).toBeDisabled()
  play('14253')
  expectStatus('Winner: X')
  fireEvent.click(button('New game'))
  expectStatus('Next: X')
  play('3')
  expect(board()).toBe('..X......')
})
