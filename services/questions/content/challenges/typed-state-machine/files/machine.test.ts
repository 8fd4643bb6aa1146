import { describe, expect, test } from 'vitest'
import { createMachine } from './machine'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined

const createDoor = () =>
  createMachine({
    initial: 'closed',
    states: {
      open: { close: 'closed', knock: 'open' },
      closed: { open: 'open', lock: 'locked' },
      locked: { unlock: 'closed' },
    },
  })

test('starts in the initial state', () => {
  expect(createDoor().state).toBe('closed')
})

test('changes its state', () => {
  const door = createDoor()
  expect(door.send('lock')).toBe('locked')
  expect(door.state).toBe('locked')
  expect([door.send('unlock'), door.send('open'), door.state]).toEqual(['closed', 'open', 'open'])
})

test('ignores events that the state does not have', () => {
  const door = createDoor()
  expect(door.send('unlock')).toBe('closed')
  expect(door.state).toBe('closed')
  door.send('lock')
  expect(door.send('open')).toBe('locked')
})

test('can tells which events the state has', () => {
  const door = createDoor()
  expect([door.can('open'), door.can('lock'), door.can('unlock'), door.can('close')]).toEqual([true, true, false, false])
  door.send('lock')
  expect([door.can('open'), door.can('unlock')]).toEqual([false, true])
})

test('machines are independent', () => {
  const [one, other] = [createDoor(), createDoor()]
  one.send('open')
  expect(other.state).toBe('closed')
})

test('inherited names are no events', () => {
  const door = createDoor()
  expect(door.can('toString' as never)).toBe(false)
  expect(door.send('constructor' as never)).toBe('closed')
})

describe('listeners', () => {
  test('are called after each transition', () => {
    const door = createDoor()
    const calls: string[] = []
    door.subscribe((state, previous) => calls.push(`${previous} → ${state} (${door.state})`))
    door.send('open')
    door.send('lock')
    door.send('knock')
    expect(calls).toEqual(['closed → open (open)', 'open → open (open)'])
  })

  test('can be removed', () => {
    const door = createDoor()
    const calls: string[] = []
    const log = (state: string) => calls.push(state)
    const stop = door.subscribe(log)
    door.subscribe(log)
    stop()
    stop()
    door.send('open')
    expect(calls).toEqual(['open'])
  })

  test('may change during a call', () => {
    const door = createDoor()
    const calls: string[] = []
    const stop = door.subscribe(() => {
      calls.push('first')
      stop()
      door.subscribe(() => calls.push('added'))
    })
    door.subscribe(() => calls.push('second'))
    door.send('open')
    expect(calls).toEqual(['first', 'second'])
    door.send('close')
    expect(calls).toEqual(['first', 'second', 'second', 'added'])
  })

  test('that are removed during a call are still called', () => {
    const door = createDoor()
    const calls: string[] = []
    door.subscribe(() => {
      calls.push('first')
      stopSecond()
    })
    const stopSecond = door.subscribe(() => calls.push('second'))
    door.send('open')
    door.send('close')
    expect(calls).toEqual(['first', 'second', 'first'])
  })
})

describe('types', () => {
  test('are derived from the configuration', () => {
    const door = createDoor()
    sameType<typeof door.state, 'open' | 'closed' | 'locked'>(true)
    sameType<Parameters<typeof door.send>[0], 'close' | 'knock' | 'open' | 'lock' | 'unlock'>(true)
    sameType<ReturnType<typeof door.send>, 'open' | 'closed' | 'locked'>(true)
    sameType<ReturnType<typeof door.can>, boolean>(true)
    door.subscribe((state) => sameType<typeof state, 'open' | 'closed' | 'locked'>(true))
    // @ts-expect-error There is no such event.
    door.send('kick')
    // @ts-expect-error There is no such event.
    door.can('kick')
    expect(() => {
      // @ts-expect-error The state can't be assigned.
      door.state = 'open'
    }).toThrow(TypeError)
  })

  test('reject unknown states', () => {
    // @ts-expect-error The initial state doesn't exist.
    createMachine({ initial: 'ajar', states: { open: { close: 'closed' }, closed: { open: 'open' } } })
    // @ts-expect-error The target doesn't exist.
    createMachine({ initial: 'open', states: { open: { close: 'shut' }, closed: { open: 'open' } } })
    expect(createMachine({ initial: 'end', states: { end: {} } }).state).toBe('end')
  })
})
