import { describe, expect, test } from 'vitest'
import { Emitter } from './emitter'

interface Events {
  saved: { id: number }
  renamed: string
  closed: void
}

describe('emit', () => {
  test('calls the listeners of that event in order', () => {
    const calls: string[] = []
    const emitter = new Emitter<Events>()
    emitter.on('saved', ({ id }) => calls.push(`first ${id}`))
    emitter.on('renamed', (name) => calls.push(name))
    emitter.on('saved', ({ id }) => calls.push(`second ${id}`))
    emitter.emit('saved', { id: 1 })
    expect(calls).toEqual(['first 1', 'second 1'])
  })

  test('needs no value for void events', () => {
    let times = 0
    const emitter = new Emitter<Events>()
    emitter.on('closed', () => {
      times += 1
    })
    emitter.emit('closed')
    emitter.emit('closed')
    expect(times).toBe(2)
  })

  test('does nothing without listeners', () => {
    expect(() => new Emitter<Events>().emit('renamed', 'a')).not.toThrow()
  })
})

test('on returns a function that removes this listener alone', () => {
  const calls: string[] = []
  const emitter = new Emitter<Events>()
  const stop = emitter.on('renamed', (name) => calls.push(`first ${name}`))
  emitter.on('renamed', (name) => calls.push(`second ${name}`))
  emitter.emit('renamed', 'a')
  stop()
  stop()
  emitter.emit('renamed', 'b')
  expect(calls).toEqual(['first a', 'second a', 'second b'])
})
