import { expect, test, vi } from 'vitest'
import { Observable, type Observer } from './observable'

function record<T>(observable: Observable<T>) {
  const log: unknown[] = []
  const stop = observable.subscribe({
    next: (value) => log.push(value),
    error: (reason) => log.push(['error', reason]),
    complete: () => log.push('done'),
  })
  return { log, stop }
}

/** An observable whose observer the test holds. */
function manual<T>() {
  const observers: Observer<T>[] = []
  const cleanup = vi.fn()
  const observable = new Observable<T>((observer) => {
    observers.push(observer)
    return cleanup
  })
  return { observable, observers, cleanup, first: () => observers[0] as Observer<T> }
}

const numbers = new Observable<number>((observer) => {
  for (const n of [1, 2, 3, 4]) observer.next(n)
  observer.complete()
})

test('delivers values and the end', () => {
  expect(record(numbers).log).toEqual([1, 2, 3, 4, 'done'])
})

test('takes a function, and observers with only some callbacks', () => {
  const log: number[] = []
  numbers.subscribe((value) => log.push(value))
  numbers.subscribe({})
  new Observable((observer) => observer.error('failed')).subscribe({})
  expect(log).toEqual([1, 2, 3, 4])
})

test('starts with the subscription, once for each', () => {
  const start = vi.fn()
  const observable = new Observable(start)
  observable.map(() => 1)
  expect(start).not.toHaveBeenCalled()
  observable.subscribe({})
  observable.subscribe({})
  expect(start).toHaveBeenCalledTimes(2)
})

test('delivers nothing after complete', () => {
  const { observable, first } = manual<number>()
  const { log } = record(observable)
  first().next(1)
  first().complete()
  first().next(2)
  first().complete()
  first().error('late')
  expect(log).toEqual([1, 'done'])
})

test('delivers nothing after an error', () => {
  const { observable, first } = manual<number>()
  const { log } = record(observable)
  first().error('failed')
  first().next(2)
  first().complete()
  first().error('again')
  expect(log).toEqual([['error', 'failed']])
})

test('delivers nothing after unsubscribing', () => {
  const { observable, first } = manual<number>()
  const { log, stop } = record(observable)
  stop()
  first().next(1)
  first().error('late')
  first().complete()
  expect(log).toEqual([])
})

test('delivers nothing from within complete and error', () => {
  for (const end of ['complete', 'error'] as const) {
    const { observable, first } = manual<number>()
    const log: unknown[] = []
    observable.subscribe({
      next: (value) => log.push(value),
      error: () => {
        log.push('error')
        first().next(1)
        first().complete()
      },
      complete: () => {
        log.push('complete')
        first().next(1)
        first().error('late')
      },
    })
    if (end === 'complete') first().complete()
    else first().error('failed')
    expect(log).toEqual([end])
  }
})

test('the cleanup runs once', () => {
  for (const end of ['stop', 'complete', 'error'] as const) {
    const { observable, first, cleanup } = manual<number>()
    const { stop } = record(observable)
    expect(cleanup).not.toHaveBeenCalled()
    if (end === 'complete') first().complete()
    if (end === 'error') first().error('failed')
    if (end === 'stop') stop()
    expect(cleanup).toHaveBeenCalledTimes(1)
    stop()
    first().complete()
    expect(cleanup).toHaveBeenCalledTimes(1)
  }
})

test('the cleanup runs if the start completes at once', () => {
  for (const end of ['complete', 'error'] as const) {
    const cleanup = vi.fn()
    const { stop } = record(
      new Observable((observer) => {
        if (end === 'complete') observer.complete()
        else observer.error('failed')
        return cleanup
      }),
    )
    expect(cleanup).toHaveBeenCalledTimes(1)
    stop()
    expect(cleanup).toHaveBeenCalledTimes(1)
  }
})

test('an exception in the start is an error', () => {
  const observable = new Observable<number>((observer) => {
    observer.next(1)
    throw 'broken'
  })
  expect(record(observable).log).toEqual([1, ['error', 'broken']])
})

test('nothing follows an exception in the start, and an exception follows no end', () => {
  const observers: Observer<number>[] = []
  const broken = new Observable<number>((observer) => {
    observers.push(observer)
    throw 'broken'
  })
  const { log } = record(broken)
  observers[0]?.next(1)
  observers[0]?.complete()
  expect(log).toEqual([['error', 'broken']])
  const complete = new Observable<number>((observer) => {
    observer.complete()
    throw 'late'
  })
  expect(record(complete).log).toEqual(['done'])
})

test('subscriptions are independent', () => {
  const { observable, observers } = manual<number>()
  const one = record(observable)
  const two = record(observable)
  one.stop()
  for (const observer of observers) observer.next(1)
  expect([one.log, two.log]).toEqual([[], [1]])
})

test('map and filter change what is delivered', () => {
  const result = numbers.filter((n) => n % 2 === 0).map((n) => `#${n}`)
  expect(record(result).log).toEqual(['#2', '#4', 'done'])
})

test('map and filter pass errors on', () => {
  const failing = new Observable<number>((observer) => observer.error('failed'))
  expect(record(failing.map(String)).log).toEqual([['error', 'failed']])
  expect(record(failing.filter(Boolean)).log).toEqual([['error', 'failed']])
})

test('an exception in map or filter is an error and ends the source', () => {
  const fail = () => {
    throw 'broken'
  }
  for (const change of [(one: Observable<number>) => one.map(fail), (one: Observable<number>) => one.filter(fail)]) {
    const { observable, first, cleanup } = manual<number>()
    const { log } = record(change(observable))
    first().next(1)
    first().next(2)
    expect(log).toEqual([['error', 'broken']])
    expect(cleanup).toHaveBeenCalledTimes(1)
  }
})

test('unsubscribing reaches the source', () => {
  const { observable, cleanup } = manual<number>()
  const { stop } = record(observable.map(String).filter(Boolean))
  stop()
  expect(cleanup).toHaveBeenCalledTimes(1)
})
