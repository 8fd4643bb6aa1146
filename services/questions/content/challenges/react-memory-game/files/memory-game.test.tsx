import '@testing-library/jest-dom/vitest'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { MemoryGame } from './memory-game'

const cards = ['🐶', '🐱', '🐶', '🐱']

beforeEach(() => {
  vi.useFakeTimers()
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const card = (number: number) => screen.getByRole('button', { name: new RegExp(`^Card ${number}(:|$)`) })
const click = (...numbers: number[]) => {
  for (const number of numbers) fireEvent.click(card(number))
}
/** What the names of the cards say: their symbols, or `?` for a card that is face down. */
const board = () =>
  cards
    .map((symbol, index) => (screen.queryByRole('button', { name: `Card ${index + 1}: ${symbol}` }) ? symbol : '?'))
    .map((shown, index) => (shown === '?' && !screen.queryByRole('button', { name: `Card ${index + 1}` }) ? '!' : shown))
    .join('')
const status = () => screen.getByRole('status').textContent

test('all cards are face down at the start', () => {
  render(<MemoryGame cards={cards} />)
  expect(board()).toBe('????')
  expect(screen.getByRole('button', { name: 'Card 4' })).toBeEnabled()
  expect(document.body).not.toHaveTextContent('🐶')
  expect(status()).toBe('Moves: 0')
})

test('a click turns a card face up', () => {
  render(<MemoryGame cards={cards} />)
  click(2)
  expect(board()).toBe('?🐱??')
  expect(card(2)).toHaveTextContent('🐱')
  expect(status()).toBe('Moves: 0')
  pass(5_000)
  expect(board()).toBe('?🐱??')
})

test('a pair stays up and is disabled', () => {
  render(<MemoryGame cards={cards} />)
  click(1, 3)
  expect(board()).toBe('🐶?🐶?')
  expect(card(1)).toBeDisabled()
  expect(card(3)).toBeDisabled()
  expect(card(2)).toBeEnabled()
  expect(status()).toBe('Moves: 1')
  pass(5_000)
  expect(board()).toBe('🐶?🐶?')
})

test('other cards are turned down after one second', () => {
  render(<MemoryGame cards={cards} />)
  click(1, 2)
  expect(board()).toBe('🐶🐱??')
  expect(status()).toBe('Moves: 1')
  pass(999)
  expect(board()).toBe('🐶🐱??')
  pass(1)
  expect(board()).toBe('????')
  click(4)
  expect(board()).toBe('???🐱')
})

test('a third card stays down meanwhile', () => {
  render(<MemoryGame cards={cards} />)
  click(1, 2, 3)
  expect(board()).toBe('🐶🐱??')
  expect(status()).toBe('Moves: 1')
  pass(1_000)
  expect(board()).toBe('????')
})

test('the same card twice is not a pair', () => {
  render(<MemoryGame cards={cards} />)
  click(1, 1)
  expect(board()).toBe('🐶???')
  expect(status()).toBe('Moves: 0')
  click(3)
  expect(board()).toBe('🐶?🐶?')
})

test('the game is won with the last pair', () => {
  render(<MemoryGame cards={cards} />)
  click(1, 2)
  pass(1_000)
  click(1, 3)
  expect(status()).toBe('Moves: 2')
  click(2, 4)
  expect(board()).toBe('🐶🐱🐶🐱')
  expect(status()).toBe('You won in 3 moves')
})

test('New game starts again', () => {
  render(<MemoryGame cards={cards} />)
  click(1, 3, 2)
  fireEvent.click(screen.getByRole('button', { name: 'New game' }))
  expect(board()).toBe('????')
  expect(status()).toBe('Moves: 0')
  expect(card(1)).toBeEnabled()
  click(1, 3)
  expect(status()).toBe('Moves: 1')
})

test('a timer of the old game does not affect the new one', () => {
  render(<MemoryGame cards={cards} />)
  click(1, 2)
  pass(500)
  fireEvent.click(screen.getByRole('button', { name: 'New game' }))
  click(1)
  pass(700)
  expect(board()).toBe('🐶???')
})

test('unmounting leaves no timer', () => {
  const { unmount } = render(<MemoryGame cards={cards} />)
  click(1, 2)
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
