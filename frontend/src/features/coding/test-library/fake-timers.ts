type Callback = (...values: unknown[]) => void
interface Timer {
  id: number
  at: number
  every: number | null
  run: () => void
}

const names = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'Date',
] as const
const scope = globalThis as unknown as Record<string, unknown>
const RealDate = Date
const realSetTimeout = setTimeout
const realPerformanceNow = performance.now.bind(performance)
const most = 10_000

/** What was replaced; undefined if it was inherited, as timers are in workers. */
let saved: Map<string, PropertyDescriptor | undefined> | null = null
let timers = new Map<number, Timer>()
let now = 0
/** The time at which `performance.now` is 0. */
let origin = 0
let lastId = 0

/** Lets promises settle that a callback resolved. */
const settle = () => new Promise<void>((done) => realSetTimeout(done, 0))

function add(run: () => void, ms: unknown, every: boolean): number {
  lastId += 1
  const delay = Math.max(0, Number(ms) || 0)
  timers.set(lastId, { id: lastId, at: now + delay, every: every ? Math.max(1, delay) : null, run })
  return lastId
}

const replacements = (): Record<(typeof names)[number], unknown> => ({
  setTimeout: (callback: Callback, ms?: number, ...values: unknown[]) =>
    add(() => callback(...values), ms, false),
  setInterval: (callback: Callback, ms?: number, ...values: unknown[]) =>
    add(() => callback(...values), ms, true),
  requestAnimationFrame: (callback: Callback) => add(() => callback(now - origin), 16, false),
  clearTimeout: (id: number) => timers.delete(id),
  clearInterval: (id: number) => timers.delete(id),
  cancelAnimationFrame: (id: number) => timers.delete(id),
  Date: class extends RealDate {
    constructor(...values: ConstructorParameters<typeof Date> | []) {
      if (values.length === 0) super(now)
      else super(...values)
    }
    static override now = () => now
  },
})

/** The timer that comes next, if it is due. */
function nextBefore(limit: number): Timer | null {
  let next: Timer | null = null
  for (const timer of timers.values()) {
    if (timer.at > limit) continue
    if (next === null || timer.at < next.at || (timer.at === next.at && timer.id < next.id)) next = timer
  }
  return next
}

function fire(timer: Timer): void {
  now = Math.max(now, timer.at)
  if (timer.every === null) timers.delete(timer.id)
  else timer.at = now + timer.every
  timer.run()
}

function* due(limit: () => number): Generator<void> {
  for (let count = 0; ; count += 1) {
    if (count > most) throw new Error(`stopped after ${most} timers`)
    const timer = nextBefore(limit())
    if (timer === null) return
    fire(timer)
    yield
  }
}

const advance = (ms: number) => {
  const end = now + ms
  return { steps: due(() => end), end }
}
const lastOf = () => Math.max(now, ...[...timers.values()].map(({ at }) => at))
const nextOf = () => Math.min(...[...timers.values()].map(({ at }) => at))
const endless = () => Number.POSITIVE_INFINITY

const run = (steps: Iterable<void>, end?: number) => {
  for (const _ of steps);
  if (end !== undefined) now = Math.max(now, end)
}
const runAsync = async (steps: Iterable<void>, end?: number) => {
  await settle()
  for (const _ of steps) await settle()
  if (end !== undefined) now = Math.max(now, end)
  await settle()
}

/** A clock that tests move. */
export const fakeTimers = {
  use(options: { now?: number | Date; toFake?: readonly string[] } = {}): void {
    fakeTimers.restore()
    saved = new Map()
    timers = new Map()
    now = options.now === undefined ? RealDate.now() : Number(options.now)
    origin = now - realPerformanceNow()
    if (!options.toFake || options.toFake.includes('performance')) {
      const value = () => now - origin
      Object.defineProperty(performance, 'now', { value, configurable: true, writable: true })
    }
    const made = replacements()
    for (const name of names) {
      if (!(name in globalThis) || (options.toFake && !options.toFake.includes(name))) continue
      saved.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
      const value = { value: made[name], configurable: true, enumerable: true, writable: true }
      Object.defineProperty(globalThis, name, value)
    }
  },
  restore(): void {
    for (const [name, descriptor] of saved ?? []) {
      if (descriptor) Object.defineProperty(scope, name, descriptor)
      else Reflect.deleteProperty(scope, name)
    }
    saved = null
    Reflect.deleteProperty(performance, 'now')
  },
  isInUse: () => saved !== null,
  // As in Vitest, it moves the calendar, not what `performance.now` measures.
  setTime: (time: number | string | Date) => {
    const next = new RealDate(time).getTime()
    origin += next - now
    for (const timer of timers.values()) timer.at += next - now
    now = next
  },
  advance: (ms: number) => {
    const { steps, end } = advance(ms)
    run(steps, end)
  },
  advanceAsync: (ms: number) => {
    const { steps, end } = advance(ms)
    return runAsync(steps, end)
  },
  toNext: () => timers.size > 0 && fakeTimers.advance(nextOf() - now),
  toNextAsync: async () => {
    if (timers.size > 0) await fakeTimers.advanceAsync(nextOf() - now)
  },
  runAll: () => run(due(endless)),
  runAllAsync: () => runAsync(due(endless)),
  runPending: () => fakeTimers.advance(lastOf() - now),
  runPendingAsync: () => fakeTimers.advanceAsync(lastOf() - now),
  clear: () => timers.clear(),
  count: () => timers.size,
}
