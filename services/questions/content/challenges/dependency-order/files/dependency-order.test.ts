import { describe, expect, test } from 'vitest'
import { CycleError, dependencyOrder } from './dependency-order'

type Dependencies = Record<string, string[]>

const listOf = (dependencies: Dependencies, name: string) => (Object.hasOwn(dependencies, name) ? dependencies[name] : [])

/** Checks that the order has each name once, and dependencies first. */
function expectOrder(dependencies: Dependencies): void {
  const order = dependencyOrder(dependencies)
  const names = [...Object.keys(dependencies), ...Object.values(dependencies).flat()]
  expect(order.toSorted()).toEqual([...new Set(names)].sort())
  const positions = new Map(order.map((name, index) => [name, index]))
  const isBefore = (one: string, other: string) => Number(positions.get(one)) < Number(positions.get(other))
  const late = order.flatMap((name) => listOf(dependencies, name).filter((dependency) => !isBefore(dependency, name)))
  expect(late).toEqual([])
}

/** Checks that a cycle is reported, and returns it. */
function expectCycle(dependencies: Dependencies): readonly string[] {
  let thrown: unknown
  try {
    dependencyOrder(dependencies)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(CycleError)
  const { cycle } = thrown as CycleError
  expect(cycle.length).toBeGreaterThan(1)
  expect(cycle.at(-1)).toBe(cycle[0])
  expect(new Set(cycle).size).toBe(cycle.length - 1)
  const links = cycle.slice(1).map((name, index) => listOf(dependencies, cycle[index]).includes(name))
  expect(links).toEqual(links.map(() => true))
  return cycle
}

/** Counts the reads of lists and their elements. Too many of them end the run. */
function countReads(dependencies: Dependencies) {
  let reads = 0
  const count = () => {
    reads += 1
    if (reads > 200_000) throw new Error('Far too many reads')
  }
  const lists = Object.entries(dependencies).map(([name, list]) => {
    const counted = new Proxy(list, {
      get(target, key) {
        if (typeof key === 'string' && /^\d/.test(key)) count()
        return Reflect.get(target, key)
      },
    })
    return [name, counted] as const
  })
  const record: Dependencies = {}
  for (const [name, list] of lists) {
    Object.defineProperty(record, name, {
      enumerable: true,
      get() {
        count()
        return list
      },
    })
  }
  return { record, reads: () => reads }
}

describe('order', () => {
  test('dependencies come first', () => {
    expect(dependencyOrder({ c: ['b'], b: ['a'], a: [] })).toEqual(['a', 'b', 'c'])
    expect(dependencyOrder({ a: [], b: ['a'], c: ['b'] })).toEqual(['a', 'b', 'c'])
    expect(dependencyOrder({ b: ['c'], c: ['a'], a: [] })).toEqual(['a', 'c', 'b'])
  })

  test('no packages give an empty order', () => {
    expect(dependencyOrder({})).toEqual([])
  })

  test('names that occur only as a dependency are included', () => {
    expect(dependencyOrder({ app: ['react'] })).toEqual(['react', 'app'])
  })

  test('a package that several others need occurs once', () => {
    expectOrder({ app: ['ui', 'api'], ui: ['core'], api: ['core'], core: [] })
    expectOrder({ app: ['core', 'ui'], ui: ['core'] })
    expectOrder({ app: ['ui', 'core'], core: ['base'], ui: ['core', 'base'] })
  })

  test('packages without a connection are included', () => {
    expectOrder({ a: [], b: [], c: ['d'], e: ['f'] })
  })

  test('a list may contain a name twice', () => {
    expect(dependencyOrder({ app: ['core', 'core'], core: ['base', 'base'] })).toEqual(['base', 'core', 'app'])
  })

  test('distant dependencies come first', () => {
    expectOrder({
      deploy: ['test', 'build'],
      test: ['build', 'lint'],
      build: ['generate', 'lint'],
      generate: ['install'],
      lint: ['install'],
      docs: ['generate'],
      release: ['docs', 'deploy'],
    })
  })

  test('names can be those of inherited properties, or numbers', () => {
    expectOrder({ app: ['constructor', 'toString'], constructor: ['valueOf'] })
    const parsed: Dependencies = JSON.parse('{"app": ["__proto__"], "__proto__": ["core"]}')
    expect(dependencyOrder(parsed)).toEqual(['core', '__proto__', 'app'])
    expect(dependencyOrder({ app: ['__proto__'] })).toEqual(['__proto__', 'app'])
    expect(dependencyOrder({ 2: ['10'], 10: ['3'] })).toEqual(['3', '10', '2'])
  })
})

describe('cycles', () => {
  test('two packages', () => {
    expect(expectCycle({ a: ['b'], b: ['a'] })).toHaveLength(3)
  })

  test('a package that depends on itself', () => {
    expect(expectCycle({ a: [], b: ['a', 'b'] })).toEqual(['b', 'b'])
  })

  test('what leads to the cycle is not part of it', () => {
    const cycle = expectCycle({ app: ['page'], page: ['ui'], ui: ['theme'], theme: ['icons'], icons: ['ui'] })
    expect([...new Set(cycle)].sort()).toEqual(['icons', 'theme', 'ui'])
  })

  test('what the cycle needs besides is not part of it', () => {
    const cycle = expectCycle({ a: ['x', 'b'], b: ['y', 'c'], c: ['x', 'a', 'z'], x: ['y'], y: [] })
    expect([...new Set(cycle)].sort()).toEqual(['a', 'b', 'c'])
  })

  test('a cycle in another part', () => {
    expect(expectCycle({ app: ['core'], core: [], x: ['y'], y: ['z'], z: ['y'] })).toHaveLength(3)
  })

  test('several cycles', () => {
    expectCycle({ a: ['b', 'c'], b: ['a', 'd'], c: ['b'], d: ['c', 'a'] })
    expectCycle({ app: ['a', 'x'], a: ['b'], b: ['a'], x: ['y'], y: ['x'] })
  })

  test('two ways to the same package are no cycle', () => {
    expectOrder({ app: ['a', 'b', 'c'], a: ['b', 'c'], b: ['c'], c: [] })
  })
})

test('the dependencies stay unchanged', () => {
  const dependencies = { app: Object.freeze(['ui', 'core']), ui: Object.freeze(['core']), core: Object.freeze([]) }
  expect(dependencyOrder(Object.freeze(dependencies))).toEqual(['core', 'ui', 'app'])
})

describe('O(n + m) time', () => {
  test('a ladder with a trillion paths', () => {
    const ladder: Dependencies = {}
    for (let step = 0; step < 40; step += 1) {
      for (const side of ['left', 'right']) ladder[`${side} ${step}`] = [`left ${step + 1}`, `right ${step + 1}`]
    }
    const { record, reads } = countReads(ladder)
    expect(dependencyOrder(record)).toHaveLength(82)
    // 80 packages with 160 dependencies.
    expect(reads()).toBeLessThanOrEqual(240 * 8)
  })

  test.each([1, -1])('a chain in the direction %d', (direction) => {
    const chain: Dependencies = {}
    for (let n = 0; n < 400; n += 1) {
      const at = direction === 1 ? n : 399 - n
      chain[`package ${at}`] = [`package ${at + 1}`]
    }
    const { record, reads } = countReads(chain)
    const order = dependencyOrder(record)
    expect([order[0], order.at(-1), order.length]).toEqual(['package 400', 'package 0', 401])
    expect(reads()).toBeLessThanOrEqual(800 * 8)
  })
})
