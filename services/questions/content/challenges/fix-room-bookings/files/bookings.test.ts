import { describe, expect, test } from 'vitest'
import { type Booking, findConflicts, freeSlots } from './bookings'

const book = (text: string): Booking => {
  const [room = '', start, end] = text.split(' ')
  return { room, start: Number(start), end: Number(end) }
}
const day = (...texts: string[]) => Object.freeze(texts.map(book))
const text = ({ room, start, end }: Booking) => `${room} ${start} ${end}`
const conflicts = (...texts: string[]) => findConflicts(day(...texts)).map(([one, other]) => `${text(one)} | ${text(other)}`)
const free = (from: number, to: number, ...texts: string[]) =>
  freeSlots(day(...texts) as Booking[], 'A', from, to).map(({ start, end }) => `${start}–${end}`)

describe('findConflicts', () => {
  test('meetings that touch are no conflict', () => {
    expect(conflicts('A 9 10', 'A 10 11')).toEqual([])
  })

  test('finds all conflicts of a long booking', () => {
    expect(conflicts('A 8 18', 'A 9 10', 'A 11 12')).toEqual(['A 8 18 | A 9 10', 'A 8 18 | A 11 12'])
  })

  test('finds conflicts across bookings of other rooms', () => {
    expect(conflicts('A 9 12', 'B 10 11', 'A 11 13')).toEqual(['A 9 12 | A 11 13'])
  })

  test('different rooms never conflict', () => {
    expect(conflicts('A 9 12', 'B 9 12')).toEqual([])
  })

  test('equal bookings conflict', () => {
    expect(conflicts('A 9 10', 'A 9 10')).toEqual(['A 9 10 | A 9 10'])
  })

  test('sorts by number, and keeps the order of equal starts', () => {
    expect(conflicts('A 10 12', 'A 9 11', 'A 9 10.5')).toEqual([
      'A 9 11 | A 9 10.5',
      'A 9 11 | A 10 12',
      'A 9 10.5 | A 10 12',
    ])
  })

  test('half hours count', () => {
    expect(conflicts('A 9 10.5', 'A 10 11')).toEqual(['A 9 10.5 | A 10 11'])
  })
})

describe('freeSlots', () => {
  test('the gaps between bookings, sorted by number', () => {
    expect(free(8, 18, 'A 10 11', 'A 9 9.5', 'A 14 15')).toEqual(['8–9', '9.5–10', '11–14', '15–18'])
  })

  test('a day without bookings is free', () => {
    expect(free(8, 18, 'B 9 10')).toEqual(['8–18'])
  })

  test('there are no empty slots', () => {
    expect(free(8, 18, 'A 8 10', 'A 10 12', 'A 12 18')).toEqual([])
    expect(free(8, 8)).toEqual([])
  })

  test('a short meeting inside a long one frees nothing', () => {
    expect(free(8, 18, 'A 9 17', 'A 10 11')).toEqual(['8–9', '17–18'])
  })

  test('bookings of other rooms free nothing and occupy nothing', () => {
    expect(free(8, 18, 'A 9 10', 'B 11 12')).toEqual(['8–9', '10–18'])
  })

  test('slots lie between from and to', () => {
    expect(free(8, 12, 'A 7 9', 'A 11 13')).toEqual(['9–11'])
    expect(free(8, 12, 'A 6 7', 'A 13 14')).toEqual(['8–12'])
    expect(free(8, 12, 'A 7 13', 'A 14 15')).toEqual([])
    expect(free(8, 12, 'A 9 12', 'A 13 14')).toEqual(['8–9'])
  })

  test('the list of bookings keeps its order', () => {
    const bookings = ['A 10 11', 'A 9 10', 'B 8 9'].map(book)
    freeSlots(bookings, 'A', 8, 18)
    findConflicts(bookings)
    expect(bookings.map(text)).toEqual(['A 10 11', 'A 9 10', 'B 8 9'])
  })
})
