/** A function of a test file: a test, a suite or a hook. */
export type Body = (...values: unknown[]) => unknown

interface Fixture {
  /** A function gets the fixtures that it names and `use`; other values are used as they are. */
  value: unknown
  /** Also for tests that don't name it. */
  isAuto: boolean
}
export type Fixtures = ReadonlyMap<string, Fixture>

/** Of `test.extend({ name: value })` and `test.extend('name', value)`; a value may be `[value, options]`. */
export function extendFixtures(before: Fixtures | null, given: readonly unknown[]): Fixtures {
  const [first, second, third] = given
  const added: [string, unknown, unknown?][] =
    typeof first === 'string'
      ? [third === undefined ? [first, returned(second)] : [first, returned(third), second]]
      : Object.entries(first as object)
  return new Map([
    ...(before ?? []),
    ...added.map(([name, value, options]): [string, Fixture] => {
      const [inner, more] =
        Array.isArray(value) && value.length === 2 && isOptions(value[1]) ? value : [value, options]
      return [name, { value: inner, isAuto: isOptions(more) && more.auto === true }]
    }),
  ])
}

const isOptions = (value: unknown): value is { auto?: boolean; scope?: string } =>
  typeof value === 'object' && value !== null && ['auto', 'scope', 'injected'].some((key) => key in value)

/** A fixture with a name of its own returns its value, and registers what cleans up. */
function returned(value: unknown): unknown {
  if (typeof value !== 'function') return value
  const make = async (context: object, use: (value: unknown) => Promise<void>) => {
    const cleanUps: (() => unknown)[] = []
    await use(await value(context, { onCleanup: (body: () => unknown) => cleanUps.push(body) }))
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  }
  return Object.assign(make, { names: namedBy(value as Body) })
}

/** Sets up the fixtures that a test needs, runs it, and tears them down in reverse order. */
export async function withFixtures(fixtures: Fixtures, body: Body, context: object): Promise<void> {
  const ready = new Map<string, unknown>()
  const tearDowns: (() => Promise<unknown>)[] = []
  const setUp = async (name: string, path: readonly string[]): Promise<void> => {
    const fixture = fixtures.get(name)
    if (fixture === undefined || ready.has(name)) return
    if (path.includes(name)) throw new Error(`the fixture ${name} depends on itself`)
    const { value } = fixture
    if (typeof value !== 'function') {
      ready.set(name, value)
      return
    }
    const needed = (value as { names?: readonly string[] }).names ?? namedBy(value as Body)
    for (const other of needed) await setUp(other, [...path, name])
    const used = Promise.withResolvers<unknown>()
    const released = Promise.withResolvers<void>()
    const done = Promise.resolve(
      value(Object.assign(context, Object.fromEntries(ready)), (result: unknown) => {
        used.resolve(result)
        return released.promise
      }),
    )
    // One that fails before it has a value.
    done.then(() => used.resolve(undefined), used.reject)
    ready.set(name, await used.promise)
    tearDowns.push(() => {
      released.resolve()
      return done
    })
  }
  const automatic = [...fixtures].filter(([, { isAuto }]) => isAuto).map(([name]) => name)
  try {
    for (const name of new Set([...automatic, ...namedBy(body)])) await setUp(name, [])
    await body(Object.assign(context, Object.fromEntries(ready)))
  } finally {
    for (const tearDown of tearDowns.toReversed()) await tearDown()
  }
}

/** The properties that a function takes from its first parameter: `({ page, user: other }) => …`. */
function namedBy(body: Body): string[] {
  const [, list = ''] =
    /^(?:async\s+)?(?:function\b[^(]*|[\w$]+)?\s*\(\s*\{([^}]*)\}/.exec(
      Function.prototype.toString.call(body),
    ) ?? []
  return [...list.matchAll(/(?:^|,)\s*([\w$]+)/g)].map(([, name = '']) => name)
}
