import { describe, expect, test } from 'vitest'
import { promiseAll } from './promise-all'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sameType = <A, B>(_equal: Equal<A, B>) => undefined

/** A promise that the test settles. */
function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

test('resolves to all results', async () => {
  expect(await promiseAll([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
})

test('accepts plain values and thenables', async () => {
  const thenable: PromiseLike<string> = Promise.resolve('thenable')
  const other = { then: thenable.then.bind(thenable) } as PromiseLike<string>
  expect(await promiseAll([1, other, Promise.resolve(undefined), null])).toEqual([1, 'thenable', undefined, null])
})

test('keeps the order of the values', async () => {
  const [slow, fast] = [deferred<string>(), deferred<string>()]
  const all = promiseAll([slow.promise, fast.promise])
  fast.resolve('fast')
  await settle()
  slow.resolve('slow')
  expect(await all).toEqual(['slow', 'fast'])
})

test('waits for the slowest, wherever it is', async () => {
  for (const at of [0, 1, 2]) {
    const waiting = deferred<number>()
    let isDone = false
    const values = [1, 2, 3].map((value, index) => (index === at ? waiting.promise : Promise.resolve(value)))
    const all = promiseAll(values).finally(() => {
      isDone = true
    })
    await settle()
    expect(isDone).toBe(false)
    waiting.resolve(0)
    expect((await all)[at]).toBe(0)
  }
})

test('an empty array resolves to an empty array', async () => {
  expect(await Promise.race([promiseAll([]), settle().then(() => 'pending')])).toEqual([])
})

test('rejects with the first reason, at once', async () => {
  const [pending, failing, later] = [deferred<number>(), deferred<number>(), deferred<number>()]
  const all = promiseAll([pending.promise, failing.promise, later.promise])
  failing.reject('first')
  later.reject('second')
  await expect(all).rejects.toBe('first')
})

test('a thenable that throws rejects', async () => {
  const broken: PromiseLike<number> = {
    // biome-ignore lint/suspicious/noThenProperty: this is a thenable.
    then() {
      throw new Error('broken')
    },
  }
  await expect(promiseAll([broken])).rejects.toThrow('broken')
})

test('no thenable waits for another', async () => {
  const started = new Set<string>()
  const finish: (() => void)[] = []
  const create = (name: string): PromiseLike<string> => ({
    // biome-ignore lint/suspicious/noThenProperty: this is a thenable.
    then(onFulfilled) {
      started.add(name)
      finish.push(() => onFulfilled?.(name))
      return this as never
    },
  })
  const all = promiseAll([create('one'), create('two')])
  await settle()
  expect([...started].sort()).toEqual(['one', 'two'])
  for (const run of finish) run()
  expect(await all).toEqual(['one', 'two'])
})

test('calls no built-in combinator', async () => {
  const names = ['all', 'allSettled', 'any', 'race'].map((name) => `Promise.${name}`)
  const before = names.map(countCalls)
  const result = await promiseAll([1, Promise.resolve(2)])
  expect(names.map(countCalls)).toEqual(before)
  expect(result).toEqual([1, 2])
})

test('leaves the values unchanged', async () => {
  const values = Object.freeze([Promise.resolve(1), 2])
  const results = await promiseAll(values)
  expect(results).toEqual([1, 2])
  expect(values[0]).toBeInstanceOf(Promise)
})

describe('types', () => {
  test('are those of the elements', async () => {
    const tuple = await promiseAll([Promise.resolve('a'), Promise.resolve(true), 5 as number])
    sameType<typeof tuple, [string, boolean, number]>(true)
    const list = await promiseAll([1, 2, 3].map(async (n) => `${n}`))
    sameType<typeof list, string[]>(true)
    const nested = await promiseAll([Promise.resolve(Promise.resolve(1 as number))])
    sameType<typeof nested, [number]>(true)
    const union = await promiseAll([] as readonly (number | Promise<string>)[])
    sameType<typeof union, (number | string)[]>(true)
    expect(tuple).toEqual(['a', true, 5])
    // @ts-expect-error There is no fourth element.
    expect(tuple[3]).toBe(undefined)
  })
})
