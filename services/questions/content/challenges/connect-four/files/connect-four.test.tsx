import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ConnectFour } from './connect-four'

const button = (name: string) => screen.getByRole('button', { name })
const column = (number: number) => button(`Drop in column ${number}`)
/** Drops discs by the numbers of their columns: `play('1122')`. */
function play(columns: string) {
  const found = new Map<string, HTMLElement>()
  for (const number of columns) {
    if (!found.get(number)?.isConnected) found.set(number, column(Number(number)))
    fireEvent.click(found.get(number) as HTMLElement)
  }
}
/** The cells row by row; a row of headers has none. */
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell'))
    .filter((cells) => cells.length > 0)
const board = () =>
  rows().map((cells) => cells.map(({ textContent }) => /[🔴🟡]/u.exec(textContent ?? '')?.[0] ?? '.').join(''))
const marked = () => rows().map((cells) => cells.map((cell) => (cell.dataset.win === 'true' ? '#' : '.')).join(''))
const expectStatus = (text: string) => expect(screen.getByRole('status').textContent?.trim()).toBe(text)
const expectAllDisabled = () => {
  for (let number = 1; number <= 7; number++) expect(column(number)).toBeDisabled()
}
const none = Array(6).fill('.......')
const noneAbove = (...lowest: string[]) => [...none.slice(lowest.length), ...lowest]

/** Plays a game whose last disc wins. */
function expectWin(columns: string, winner: string, cells: string[]) {
  const { unmount } = render(<ConnectFour />)
  play(columns.slice(0, -1))
  expectStatus(`${winner}'s turn`)
  expect(marked()).toEqual(none)
  play(columns.slice(-1))
  expectStatus(`${winner} wins`)
  expect(marked()).toEqual(cells)
  unmount()
}

const draw = '643426421252361677317153414534371522655677'

test('an empty board of six rows and seven columns, and Red starts', () => {
  render(<ConnectFour />)
  expect(board()).toEqual(none)
  expect(marked()).toEqual(none)
  for (let number = 1; number <= 7; number++) expect(column(number)).toBeEnabled()
  expectStatus("Red's turn")
})

test('discs fall to the lowest free cell, in turns', () => {
  render(<ConnectFour />)
  play('4')
  expect(board()).toEqual(noneAbove('...🔴...'))
  expectStatus("Yellow's turn")
  play('4')
  expect(board()).toEqual(noneAbove('...🟡...', '...🔴...'))
  expectStatus("Red's turn")
  play('174')
  expect(board()).toEqual(noneAbove('...🔴...', '...🟡...', '🔴..🔴..🟡'))
})

test('a full column is disabled', () => {
  render(<ConnectFour />)
  play('22222')
  expect(column(2)).toBeEnabled()
  play('2')
  expect(column(2)).toBeDisabled()
  expect(column(1)).toBeEnabled()
  expect(column(3)).toBeEnabled()
  play('2')
  expectStatus("Red's turn")
  expect(board()).toEqual(['.🟡.....', '.🔴.....', '.🟡.....', '.🔴.....', '.🟡.....', '.🔴.....'])
})

test('four in a row win', () => {
  expectWin('1122334', 'Red', noneAbove('####...'))
  expectWin('7766554', 'Red', noneAbove('...####'))
  expectWin('1122443', 'Red', noneAbove('####...'))
  expectWin('12131475', 'Yellow', noneAbove('.####..'))
})

test('four in a column win', () => {
  expectWin('1212121', 'Red', noneAbove('#......', '#......', '#......', '#......'))
  expectWin('21411616171', 'Red', ['#......', '#......', '#......', '#......', '.......', '.......'])
  expectWin('17671727', 'Yellow', noneAbove('......#', '......#', '......#', '......#'))
})

test('four in a diagonal win', () => {
  expectWin('12233434464', 'Red', noneAbove('...#...', '..#....', '.#.....', '#......'))
  expectWin('76655454424', 'Red', noneAbove('...#...', '....#..', '.....#.', '......#'))
})

test('three discs, or a line that a disc interrupts, do not win', () => {
  render(<ConnectFour />)
  play('11223')
  expectStatus("Yellow's turn")
  play('465')
  expectStatus("Red's turn")
  expect(marked()).toEqual(none)
})

test('a line ends at the edge of the board', () => {
  for (const columns of ['6172142', '1627647']) {
    const { unmount } = render(<ConnectFour />)
    play(columns)
    expectStatus("Yellow's turn")
    expect(marked()).toEqual(none)
    unmount()
  }
})

test('all discs of a longer line are marked', () => {
  expectWin('112244553', 'Red', noneAbove('#####..'))
  expectWin('5227415741527762254516741357433421163', 'Red', ['#......', '.#.....', '..#....', '...#...', '....#..', '.....#.'])
})

test('all discs of two lines are marked', () => {
  const cells = ['.......', '....#..', '...####', '..#....', '.#.....', '.......']
  expectWin('375632621376713665511711356544573474', 'Yellow', cells)
})

test('after a win, all columns are disabled', () => {
  render(<ConnectFour />)
  play('1122334')
  expectAllDisabled()
  play('7')
  expectStatus('Red wins')
  expect(board()).toEqual(noneAbove('🟡🟡🟡....', '🔴🔴🔴🔴...'))
})

test('a full board without a line is a draw', () => {
  render(<ConnectFour />)
  play(draw.slice(0, -1))
  expectStatus("Yellow's turn")
  expect(column(7)).toBeEnabled()
  play(draw.slice(-1))
  expectStatus('Draw')
  expect(marked()).toEqual(none)
  expectAllDisabled()
})

test('the last disc can win', () => {
  expectWin('527321255352474421577234343376616576661114', 'Yellow', [
    '.#####.',
    '...#...',
    '...#...',
    '...#...',
    '.......',
    '.......',
  ])
})

test('New game clears the board', () => {
  render(<ConnectFour />)
  play('112')
  fireEvent.click(button('New game'))
  expect(board()).toEqual(none)
  expectStatus("Red's turn")
  play('1122334')
  fireEvent.click(button('New game'))
  expect(board()).toEqual(none)
  expect(marked()).toEqual(none)
  expect(column(4)).toBeEnabled()
  play('4')
  expect(board()).toEqual(noneAbove('...🔴...'))
  expectStatus("Yellow's turn")
})
