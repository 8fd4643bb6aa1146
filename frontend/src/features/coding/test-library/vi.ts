import { clearAllMocks, fn, isMockFunction, resetAllMocks, restoreAllMocks, spyOn } from '@vitest/spy'
import { fakeTimers } from './fake-timers.ts'

const stubbed = new Map<string, PropertyDescriptor | undefined>()
const realSetTimeout = setTimeout
const realNow = Date.now

function stubGlobal(name: string, value: unknown): void {
  if (!stubbed.has(name)) stubbed.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
  Object.defineProperty(globalThis, name, { value, configurable: true, enumerable: true, writable: true })
}

function unstubAllGlobals(): void {
  for (const [name, descriptor] of stubbed) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
  }
  stubbed.clear()
}

async function waitFor(
  body: () => unknown,
  options: number | { timeout?: number; interval?: number } = {},
): Promise<unknown> {
  const { timeout = 1_000, interval = 50 } = typeof options === 'number' ? { timeout: options } : options
  for (let waited = 0; ; waited += interval) {
    try {
      return await body()
    } catch (error) {
      if (waited >= timeout) throw error
    }
    if (fakeTimers.isInUse()) await fakeTimers.advanceAsync(interval)
    else await new Promise((done) => realSetTimeout(done, interval))
  }
}

async function waitUntil(ask: () => unknown, options?: Parameters<typeof waitFor>[1]): Promise<unknown> {
  return waitFor(async () => {
    const value = await ask()
    if (!value) throw new Error('Timed out in waitUntil!')
    return value
  }, options)
}

function replaceProperty(target: object, key: PropertyKey, value: unknown): { restore: () => void } {
  const before = Object.getOwnPropertyDescriptor(target, key)
  const restore = () => {
    if (before) Object.defineProperty(target, key, before)
    else Reflect.deleteProperty(target, key)
  }
  Reflect.set(target, key, value)
  return { restore }
}

const unsupported = (name: string) => () => {
  throw new Error(`vi.${name} isn't supported here: pass what the code needs as an argument`)
}

/** Methods that Vitest chains. */
const chained = {
  clearAllMocks,
  resetAllMocks,
  restoreAllMocks,
  stubGlobal,
  unstubAllGlobals,
  useFakeTimers: fakeTimers.use,
  useRealTimers: fakeTimers.restore,
  setSystemTime: fakeTimers.setTime,
  advanceTimersByTime: fakeTimers.advance,
  advanceTimersToNextTimer: fakeTimers.toNext,
  runAllTimers: fakeTimers.runAll,
  runOnlyPendingTimers: fakeTimers.runPending,
  clearAllTimers: fakeTimers.clear,
  // The time limit is that of the challenge, and each test runs once.
  setTimeout: () => {},
  retryTimes: () => {},
  runAllTicks: () => {},
}

/** `vi` of Vitest, and `jest` of Jest. */
export const vi: Readonly<Record<string, unknown>> = {
  fn,
  spyOn,
  isMockFunction,
  mocked: (value: unknown) => value,
  waitFor,
  waitUntil,
  isFakeTimers: fakeTimers.isInUse,
  getRealSystemTime: () => realNow(),
  now: () => Date.now(),
  hoisted: (make: () => unknown) => make(),
  replaceProperty,
  getTimerCount: fakeTimers.count,
  advanceTimersByTimeAsync: fakeTimers.advanceAsync,
  advanceTimersToNextTimerAsync: fakeTimers.toNextAsync,
  runAllTimersAsync: fakeTimers.runAllAsync,
  runOnlyPendingTimersAsync: fakeTimers.runPendingAsync,
  ...Object.fromEntries(
    Object.entries(chained).map(([name, method]) => [
      name,
      (...values: unknown[]) => {
        ;(method as (...given: unknown[]) => unknown)(...values)
        return vi
      },
    ]),
  ),
  ...Object.fromEntries(
    ['mock', 'unmock', 'doMock', 'importActual', 'importMock', 'resetModules', 'requireActual'].map(
      (name) => [name, unsupported(name)],
    ),
  ),
}

/** After each test: nothing that one replaced reaches the next. */
export function resetTestDoubles(): void {
  fakeTimers.restore()
  unstubAllGlobals()
}
