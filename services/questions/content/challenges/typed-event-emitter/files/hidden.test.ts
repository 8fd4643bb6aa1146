import { describe, expect, test } from 'vitest'
import { Emitter } from './emitter'

interface Events {
  saved: { id: number }
  renamed: string | undefined
  closed: void
}

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined

describe('types', () => {
  test('follow from the name of the event', () => {
    const emitter = new Emitter<Events>()
    emitter.on('saved', (value) => sameType<typeof value, { id: number }>(true))
    emitter.on('renamed', (value) => sameType<typeof value, string | undefined>(true))
    emitter.emit('renamed', undefined)
    // @ts-expect-error There is no such event.
    emitter.on('save', () => undefined)
    // @ts-expect-error There is no such event.
    emitter.emit('save', { id: 1 })
    // @ts-expect-error The value is missing.
    emitter.emit('saved')
    // @ts-expect-error This is the value of another event.
    emitter.emit('saved', 'a')
    // @ts-expect-error This event has no value.
    emitter.emit('closed', 1)
    expect(emitter).toBeInstanceOf(Emitter)
  })
})

describe('during an emit', () => {
  test('added listeners wait for the next one', () => {
    const calls: string[] = []
    const emitter = new Emitter<Events>()
    emitter.on('closed', () => {
      calls.push('first')
      if (calls.length === 1) emitter.on('closed', () => calls.push('added'))
    })
    emitter.emit('closed')
    expect(calls).toEqual(['first'])
    emitter.emit('closed')
    expect(calls).toEqual(['first', 'first', 'added'])
  })

  test('removed listeners are still called', () => {
    const calls: string[] = []
    const emitter = new Emitter<Events>()
    const stop = emitter.on('closed', () => {
      calls.push('first')
      stop()
      stopSecond()
    })
    const stopSecond = emitter.on('closed', () => calls.push('second'))
    emitter.emit('closed')
    emitter.emit('closed')
    expect(calls).toEqual(['first', 'second'])
  })
})

test('emitters do not share listeners', () => {
  const calls: string[] = []
  const [one, other] = [new Emitter<Events>(), new Emitter<Events>()]
  one.on('closed', () => calls.push('one'))
  other.emit('closed')
  expect(calls).toEqual([])
})

test('a name that objects inherit is an event like any other', () => {
  const calls: number[] = []
  const emitter = new Emitter<{ constructor: number; toString: number }>()
  emitter.emit('constructor', 1)
  emitter.on('toString', (value) => calls.push(value))
  emitter.emit('toString', 2)
  expect(calls).toEqual([2])
})
