import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** An exercise in the layout of tracks: a stub that throws, tests of which all but the first are skipped, a reference. */
interface Exercise {
  readonly name: string
  readonly task: string
  readonly stub: string
  readonly tests: string
  readonly reference: string
  /** Other files of the folder. */
  readonly more?: Readonly<Record<string, string>>
}

const todo = "throw new Error('Remove this line and write the function')"

export const exercises: readonly Exercise[] = [
  {
    name: 'reverse-words',
    task: 'Reverse the order of the words in a sentence.',
    stub: `export function reverseWords(sentence: unknown): unknown {\n  ${todo}\n}\n`,
    tests: `import { describe, it, expect, xit } from '@jest/globals'
import { reverseWords } from './reverse-words.ts'

describe('Reverse words', () => {
  it('of two words', () => {
    expect(reverseWords('hello world')).toEqual('world hello')
  })
  xit('of an empty sentence', () => {
    expect(reverseWords('')).toEqual('')
  })
})
`,
    reference:
      "export const reverseWords = (sentence: string): string => sentence.split(' ').reverse().join(' ')\n",
  },
  {
    name: 'parking-meter',
    task: 'Count the minutes that are paid, and refuse what is no coin.',
    stub: `export class ParkingMeter {\n  insert(cents: unknown): unknown {\n    ${todo}\n  }\n  get minutes(): unknown {\n    ${todo}\n  }\n}\n`,
    tests: `import { describe, it, expect, xit } from '@jest/globals'
import { CoinError, ParkingMeter } from './parking-meter'

describe('Parking meter', () => {
  it('starts without time', () => {
    expect(new ParkingMeter().minutes).toBe(0)
  })
  xit('adds up coins', () => {
    const meter = new ParkingMeter()
    meter.insert(50)
    meter.insert(20)
    expect(meter.minutes).toBe(14)
  })
  xit('refuses other coins', () => {
    expect(() => new ParkingMeter().insert(3)).toThrow(CoinError)
  })
  xit('has minutes that only coins change', () => {
    expect(() => {
      // @ts-expect-error: it has no setter
      new ParkingMeter().minutes = 5
    }).toThrow(TypeError)
  })
})
`,
    reference: `export class CoinError extends Error {}

const coins = [10, 20, 50, 100, 200]

export class ParkingMeter {
  #cents = 0
  insert(cents: number): void {
    if (!coins.includes(cents)) throw new CoinError('no coin: ' + cents)
    this.#cents += cents
  }
  get minutes(): number {
    return this.#cents / 5
  }
}
`,
  },
  {
    name: 'change-machine',
    task: 'Return the fewest coins that make an amount.',
    stub: `export const change = (coins: unknown, amount: unknown): unknown => {\n  ${todo}\n}\n`,
    tests: `import { describe, expect, it, xdescribe } from '@jest/globals'
import { change } from './change-machine'

describe('Change', () => {
  it.each([
    [[1, 5, 10], 16, [1, 5, 10]],
    [[1, 3, 4], 6, [3, 3]],
  ])('%j for %i', (coins, amount, expected) => {
    expect(change(coins, amount)).toEqual(expected)
  })
})
xdescribe('Without change', () => {
  it('of no coin', () => {
    expect(change([5], 0)).toEqual([])
  })
  it('that is impossible', () => {
    expect(() => change([5], 7)).toThrow('impossible')
  })
})
`,
    reference: `export function change(coins: number[], amount: number): number[] {
  const best: (number[] | undefined)[] = [[]]
  for (let sum = 1; sum <= amount; sum += 1) {
    for (const coin of coins) {
      const before = best[sum - coin]
      if (before && before.length + 1 < (best[sum]?.length ?? Infinity)) best[sum] = [...before, coin]
    }
  }
  const found = best[amount]
  if (!found) throw new Error('impossible')
  return found.sort((a, b) => a - b)
}
`,
  },
  {
    name: 'word-lengths',
    task: 'Count how many words there are of each length.',
    stub: `export function wordLengths(text: string): Map<number, number> {\n  ${todo}\n}\n`,
    tests: `import { expect, test, xtest } from '@jest/globals'
import { wordLengths } from './word-lengths'

test('counts', () => {
  expect(wordLengths('to be or not')).toEqual(new Map([[2, 3], [3, 1]]))
})
xtest('of no text', () => {
  expect(wordLengths('  ').size).toBe(0)
})
`,
    reference: `export function wordLengths(text: string): Map<number, number> {
  const lengths = new Map<number, number>()
  for (const { length } of text.split(/\\s+/).filter(Boolean)) lengths.set(length, (lengths.get(length) ?? 0) + 1)
  return lengths
}
`,
  },
  {
    name: 'oven-temperature',
    task: 'Convert the temperature of an oven.',
    stub: `export const toCelsius = (fahrenheit: number): number => {\n  ${todo}\n}\n`,
    tests: `import { expect, it, xit } from '@jest/globals'
import { toCelsius } from './oven-temperature'

it('is 0 at 32', () => {
  expect(toCelsius(32)).toBe(0)
})
xit('is about 176.67 at 350', () => {
  expect(toCelsius(350)).toBeCloseTo(176.67, 2)
})
`,
    reference: 'export const toCelsius = (fahrenheit: number): number => ((fahrenheit - 32) * 5) / 9\n',
  },
  {
    name: 'waiting-line',
    task: 'Write a line of customers that can be iterated.',
    stub: 'export class WaitingLine<T> {}\n',
    tests: `import { beforeEach, describe, expect, it, xit } from '@jest/globals'
import { WaitingLine } from './waiting-line'

describe('Waiting line', () => {
  let line: WaitingLine<string>
  beforeEach(() => {
    line = new WaitingLine<string>()
    line.join('Ada')
    line.join('Grace')
  })
  it('serves in order', () => {
    expect([line.serve(), line.serve(), line.serve()]).toStrictEqual(['Ada', 'Grace', undefined])
  })
  xit('is iterable', () => {
    expect([...line]).toEqual(['Ada', 'Grace'])
  })
})
`,
    reference: `export class WaitingLine<T> {
  readonly #people: T[] = []
  join(person: T): void {
    this.#people.push(person)
  }
  serve(): T | undefined {
    return this.#people.shift()
  }
  *[Symbol.iterator](): Generator<T> {
    yield* this.#people
  }
}
`,
  },
  {
    name: 'grade_book',
    task: 'Keep the grades of students.',
    stub: 'export class GradeBook {}\n',
    tests: `import { describe, expect, it, xit } from '@jest/globals'
import { GradeBook } from './grade_book.js'

describe('Grade book', () => {
  it('lists students by grade, then by name', () => {
    const book = new GradeBook()
    book.add('Grace', 2)
    book.add('Ada', 2)
    book.add('Alan', 1)
    expect(book.grades()).toEqual({ 1: ['Alan'], 2: ['Ada', 'Grace'] })
  })
  xit('does not hand out its lists', () => {
    const book = new GradeBook()
    book.add('Ada', 2)
    book.grades()[2]?.push('Eve')
    expect(book.grades()[2]).toEqual(['Ada'])
  })
})
`,
    reference: `export class GradeBook {
  readonly #grades = new Map<number, string[]>()
  add(name: string, grade: number): void {
    this.#grades.set(grade, [...(this.#grades.get(grade) ?? []), name].sort())
  }
  grades(): Record<number, string[]> {
    return Object.fromEntries([...this.#grades].map(([grade, names]) => [grade, [...names]]))
  }
}
`,
  },
  {
    name: 'delayed-order',
    task: 'Ask for the price of each item, and add the prices up.',
    stub: `export async function total(items: string[], priceOf: (item: string) => Promise<number>): Promise<number> {\n  ${todo}\n}\n`,
    tests: `import { expect, it, jest, xit } from '@jest/globals'
import { total } from './delayed-order'

it('adds up', async () => {
  const priceOf = jest.fn((item: string) => Promise.resolve(item.length))
  await expect(total(['tea', 'milk'], priceOf)).resolves.toBe(7)
  expect(priceOf).toHaveBeenCalledTimes(2)
})
xit('fails as a price does', async () => {
  await expect(total(['tea'], () => Promise.reject(new Error('sold out')))).rejects.toThrow('sold out')
})
`,
    reference: `export async function total(items: string[], priceOf: (item: string) => Promise<number>): Promise<number> {
  const prices = await Promise.all(items.map((item) => priceOf(item)))
  return prices.reduce((sum, price) => sum + price, 0)
}
`,
  },
  {
    name: 'cipher-wheel',
    task: 'Turn each letter by some steps. The alphabet is in a file.',
    stub: `export function turn(text: string, steps: number): string {\n  ${todo}\n}\n`,
    tests: `import { describe, expect, it, xit } from '@jest/globals'
import { turn } from './cipher-wheel'

describe('Cipher wheel', () => {
  describe('forward', () => {
    it('by three', () => {
      expect(turn('abc', 3)).toMatch(/^def$/)
    })
  })
  describe('backward', () => {
    xit('past the start', () => {
      expect(turn('a!', -1)).toBe('z!')
    })
  })
})
`,
    reference: `import { letters } from './alphabet.json'

export const turn = (text: string, steps: number): string =>
  text.replace(/[a-z]/g, (letter) => letters[(letters.indexOf(letter) + steps + 26) % 26] ?? letter)
`,
    more: { 'alphabet.json': '{ "letters": "abcdefghijklmnopqrstuvwxyz" }\n' },
  },
  {
    name: 'ticket-prices',
    task: 'Compute prices of tickets, with types from a file of the exercise.',
    stub: "// Your code\nexport type { Ticket } from './ticket'\n",
    tests: `import { describe, expect, it, xit } from '@jest/globals'
import { price } from './ticket-prices'

describe('Prices', () => {
  it('of adults', () => {
    expect(price({ age: 30, seats: 2 })).toBe(24)
  })
  xit('of children', () => {
    expect(price({ age: 8, seats: 1 })).toBe(6)
  })
})
`,
    reference: '',
    more: {
      'ticket.ts': 'export interface Ticket {\n  age: number\n  seats: number\n}\n',
      '.meta/config.json':
        '{ "files": { "solution": ["ticket-prices.ts"], "test": ["ticket-prices.test.ts"], "exemplar": [".meta/exemplar.ts"] } }\n',
      '.meta/exemplar.ts':
        "import type { Ticket } from './ticket'\n\nexport const price = ({ age, seats }: Ticket): number => seats * (age < 14 ? 6 : 12)\n",
      '.docs/introduction.md': 'Interfaces describe objects.\n',
      '__typetests__/ticket-prices.tst.ts': "import { expect, test } from 'tstyche'\n",
    },
  },
  {
    name: 'kitchen-timer',
    task: 'Call back when the time is up, and log it.',
    stub: `export function start(minutes: number, ring: (error: Error | null) => void): void {\n  ${todo}\n}\n`,
    tests: `import { beforeEach, describe, expect, it, jest, xit } from '@jest/globals'
import { start } from './kitchen-timer.ts'

jest.setTimeout(20_000)
const suite = 'a name that tests have'
describe(suite, () => {
  const ring = jest.fn<(error: Error | null) => void>()
  beforeEach((done) => {
    ring.mockClear()
    setTimeout(done, 1)
  })
  it('rings after the minutes', () => {
    jest.useFakeTimers().setSystemTime(new Date('2026-01-02T03:04:05Z'))
    const log = jest.spyOn(console, 'log').mockImplementation(() => {})
    start(2, ring)
    jest.advanceTimersByTime(119_999)
    expect(ring).not.toHaveBeenCalled()
    jest.advanceTimersByTime(1)
    expect(ring).lastCalledWith(null)
    expect(log).toBeCalledWith('2026-01-02T03:06:05.000Z')
    log.mockRestore()
    jest.useRealTimers()
  })
  xit('rejects negative times', (done) => {
    start(-1, (error) => {
      expect(error).toEqual<Error | null>(new RangeError('negative'))
      done()
    })
  })
})
`,
    reference: `export function start(minutes: number, ring: (error: Error | null) => void): void {
  if (minutes < 0) return queueMicrotask(() => ring(new RangeError('negative')))
  setTimeout(() => {
    console.log(new Date().toISOString())
    ring(null)
  }, minutes * 60_000)
}
`,
  },
  {
    name: 'shouting',
    task: 'Shout. The module is its function.',
    stub: `function shout(text: string): string {\n  ${todo}\n}\nexport = shout\n`,
    tests: `import shout = require('./shouting')
import sameShout from './shouting'

describe(shout, () => {
  it.each\`
    text   | expected
    \${'a'} | \${'A!'}
    \${''}  | \${'!'}
  \`('$text is $expected', ({ text, expected }) => {
    expect(shout(text)).toBe(expected)
  })
  it('has a default import', () => {
    expect(sameShout('b')).toBe('B!')
  })
})
`,
    reference:
      'function shout(text: string): string {\n  return text.toUpperCase() + "!"\n}\nexport = shout\n',
  },
  {
    name: 'own-matcher',
    task: 'List the even numbers. The tests have a matcher of their own.',
    stub: `export function evens(numbers: number[]): number[] {\n  ${todo}\n}\n`,
    tests: `import { evens } from './own-matcher'

declare global {
  namespace jest {
    interface Matchers<R, T> {
      toHaveValues(...expected: number[]): CustomMatcherResult
    }
  }
}

expect.extend({
  toHaveValues(received: Iterable<number>, ...expected: number[]): jest.CustomMatcherResult {
    const pass = JSON.stringify([...received]) === JSON.stringify(expected)
    return { pass, message: () => 'expected ' + expected }
  },
})

test('leaves out odd ones', () => {
  expect(evens([1, 2, 3, 4])).toHaveValues(2, 4)
})
`,
    reference:
      'export const evens = (numbers: number[]): number[] => numbers.filter((one) => one % 2 === 0)\n',
  },
  {
    name: 'loose-types',
    task: 'Parse a number. The collection never checks types.',
    stub: `export const parse = (text) => {\n  ${todo}\n}\n`,
    tests: `import { parse } from './loose-types'

test('parses', () => {
  expect(parse('12')).toBe(12)
  expect(parse(null)).toBeNaN()
})
`,
    reference: 'export const parse = (text) => (text === null ? NaN : Number(text))\n',
  },
]

/** Exercises that can't become challenges. */
export const otherExercises: readonly Exercise[] = [
  {
    name: 'read-a-file',
    task: 'Uses a package that the runner does not have.',
    stub: "import { readFileSync } from 'node:fs'\nexport const lines = (path: string) => readFileSync(path, 'utf8')\n",
    tests: "import { lines } from './read-a-file'\nit('reads', () => { expect(lines).toBeDefined() })\n",
    reference: 'export const lines = (): string[] => []\n',
  },
  {
    name: 'without-reference',
    task: 'Has no reference solution.',
    stub: 'export const one = 0\n',
    tests: "import { one } from './without-reference'\nit('is one', () => { expect(one).toBe(1) })\n",
    reference: '',
  },
  {
    name: 'already-solved',
    task: 'Its starter passes.',
    stub: 'export const one = 1\n',
    tests: "import { one } from './already-solved'\nit('is one', () => { expect(one).toBe(1) })\n",
    reference: 'export const one = 1\n',
  },
  {
    name: 'wrong-reference',
    task: 'Its reference fails a test that the collection skips.',
    stub: 'export const one = 0\n',
    tests:
      "import { one } from './wrong-reference'\nit('is a number', () => { expect(one).toBeTypeOf('number') })\nxit('is one', () => { expect(one).toBe(1) })\n",
    reference: 'export const one = 2\n',
  },
]

/** A puzzle for types: a template that is too loose, and cases that compile only if the type is right. */
interface Puzzle {
  readonly name: string
  readonly task: string
  readonly template: string
  readonly cases: string
  /** Collections have none; tests grade it. */
  readonly answer: string
}

const helpers = "import type { Equal, Expect, ExpectFalse, NotEqual } from '@type-challenges/utils'\n\n"
/** As older puzzles import them. */
const ownHelpers = helpers.replace('@type-challenges/utils', '../../utils')
const isOwn = (name: string) => name.includes('-easy-')

export const puzzles: readonly Puzzle[] = [
  {
    name: '00001-warm-yes',
    task: 'Answer with "yes".',
    template: 'type Answer = any\n',
    cases: "type cases = [Expect<Equal<Answer, 'yes'>>]\n",
    answer: "type Answer = 'yes'\n",
  },
  {
    name: '00002-easy-without-keys',
    task: 'Leave out some keys of an object.',
    template: 'type Without<T, K> = any\n',
    cases: `interface Book { title: string; readonly pages?: number; author: string }

type cases = [
  Expect<Equal<Without<Book, 'author'>, { title: string; readonly pages?: number }>>,
  Expect<Equal<Without<Book, 'author' | 'pages'>, { title: string }>>,
  // @ts-expect-error
  Without<Book, 'publisher'>,
]
`,
    answer:
      'type Without<T, K extends keyof T> = { [Key in keyof T as Key extends K ? never : Key]: T[Key] }\n',
  },
  {
    name: '00003-easy-last',
    task: 'Get the last element of a tuple.',
    template: 'type LastOf<T extends any[]> = any\n',
    cases: `type cases = [
  Expect<Equal<LastOf<[3, 2, 1]>, 1>>,
  Expect<Equal<LastOf<[() => 1]>, () => 1>>,
  Expect<Equal<LastOf<[]>, never>>,
]
`,
    answer: 'type LastOf<T extends any[]> = T extends [...any[], infer Last] ? Last : never\n',
  },
  {
    name: '00004-easy-choose',
    task: 'Choose a type by a condition.',
    template: 'type Choose<Condition, Yes, No> = any\n',
    cases: `type cases = [
  Expect<Equal<Choose<true, 'a', 'b'>, 'a'>>,
  Expect<Equal<Choose<boolean, 'a', 'b'>, 'a' | 'b'>>,
]

// @ts-expect-error
type error = Choose<null, 'a', 'b'>
`,
    answer: 'type Choose<Condition extends boolean, Yes, No> = Condition extends true ? Yes : No\n',
  },
  {
    name: '00005-easy-size',
    task: 'Count the elements of a readonly tuple.',
    template: 'type Size<T> = any\n',
    cases: `const planets = ['Mercury', 'Venus', 'Earth'] as const

type cases = [
  Expect<Equal<Size<typeof planets>, 3>>,
  // @ts-expect-error
  Size<5>,
]
`,
    answer: "type Size<T extends readonly unknown[]> = T['length']\n",
  },
  {
    name: '00006-medium-frozen',
    task: 'Make all properties readonly, at every level, but leave functions as they are.',
    template: 'type Frozen<T> = any\n',
    cases: `interface Input { name: string; run: () => void; list: [{ deep: number }] }
interface Output { readonly name: string; readonly run: () => void; readonly list: readonly [{ readonly deep: number }] }

type cases = [Expect<Equal<Frozen<Input>, Output>>, ExpectFalse<Equal<Frozen<Input>, Input>>]
`,
    answer:
      'type Frozen<T> = T extends (...values: never[]) => unknown ? T : { readonly [Key in keyof T]: Frozen<T[Key]> }\n',
  },
  {
    name: '00007-medium-trim',
    task: 'Remove spaces at both ends of a string.',
    template: 'type Trimmed<T extends string> = any\n',
    cases: "type cases = [Expect<Equal<Trimmed<'  a b '>, 'a b'>>, Expect<Equal<Trimmed<''>, ''>>]\n",
    answer: `type Trimmed<T extends string> = T extends \` \${infer Rest}\` | \`\${infer Rest} \` ? Trimmed<Rest> : T\n`,
  },
  {
    name: '00008-medium-settled',
    task: 'Type a function that waits for the values of a tuple.',
    template: 'declare function waitFor(values: any): any\n',
    cases: `const one = waitFor([1, Promise.resolve('b')] as const)
const two = waitFor([Promise.resolve(3), true])

type cases = [
  Expect<Equal<typeof one, Promise<[1, string]>>>,
  Expect<NotEqual<typeof two, Promise<unknown>>>,
  Expect<Equal<typeof two, Promise<[number, boolean]>>>,
]
`,
    answer: `declare function waitFor<T extends readonly unknown[]>(
  values: readonly [...T],
): Promise<{ -readonly [Key in keyof T]: Awaited<T[Key]> }>
`,
  },
  {
    name: '00009-hard-camel',
    task: 'Turn snake case into camel case.',
    template: 'type Camel<S extends string> = any\n',
    cases:
      "type cases = [Expect<Equal<Camel<'some_long_NAME'>, 'someLongName'>>, Expect<Equal<Camel<'plain'>, 'plain'>>]\n",
    answer: `type Camel<S extends string> = S extends \`\${infer First}_\${infer Rest}\`
  ? \`\${Lowercase<First>}\${Capitalize<Camel<Rest>>}\`
  : Lowercase<S>
`,
  },
  {
    name: '00009-hard-dialog',
    task: 'Type the options of a dialog whose methods use its data.',
    template: 'declare function dialog(options: any): any\n',
    cases: `dialog({
  data: () => ({ text: 'Hello' }),
  methods: {
    show() {
      alert(this.text)
      const cases: [Expect<Equal<typeof this.text, string>>] = [true]
    },
  },
})
`,
    answer: `declare function dialog<Data, Methods>(options: {
  data: () => Data
  methods: Methods & ThisType<Data & Methods>
}): Methods
`,
  },
  {
    name: '00008-medium-contains',
    task: 'Say whether a tuple contains exactly a type. Template and cases can use the same helpers.',
    template: 'type Contains<T, U> = any\n',
    cases:
      "type cases = [Expect<Equal<Contains<[1, boolean], true>, false>>, Expect<Equal<Contains<['a', true], true>, true>>]\n",
    answer:
      'export type Contains<T, U> = T extends [infer A, ...infer B] ? (Equal<A, U> extends true ? true : Contains<B, U>) : false\n',
  },
  {
    name: '00010-extreme-sum',
    task: 'Add two small numbers.',
    template: 'type Sum<A extends number, B extends number> = any\n',
    cases:
      'type cases = [Expect<Equal<Sum<2, 3>, 5>>, Expect<Equal<Sum<0, 0>, 0>>, Expect<Equal<Sum<40, 2>, 42>>]\n',
    answer: `type Tuple<N extends number, T extends unknown[] = []> = T['length'] extends N ? T : Tuple<N, [...T, unknown]>
type Sum<A extends number, B extends number> = [...Tuple<A>, ...Tuple<B>]['length']
`,
  },
]

/** Writes a track of exercises, licensed as its root says. */
export function writeTrack(folder: string, list: readonly Exercise[]): void {
  const write = writerOf(folder)
  write('package.json', '{ "name": "track", "license": "MIT" }\n')
  write('node_modules/other/other.test.ts', 'no exercise')
  for (const { name, task, stub, tests, reference, more = {} } of list) {
    const at = `exercises/practice/${name}`
    write(`${at}/package.json`, `{ "name": "track-${name}", "type": "module" }\n`)
    write(`${at}/jest.config.js`, 'module.exports = {}\n')
    write(`${at}/tsconfig.json`, '{ "compilerOptions": { "strict": true } }\n')
    write(`${at}/.docs/instructions.md`, `# Instructions\n\n${task}\n`)
    write(`${at}/${name}.ts`, stub)
    write(`${at}/${name}.test.ts`, tests)
    if (reference !== '') write(`${at}/.meta/proof.ci.ts`, reference)
    for (const [path, text] of Object.entries(more)) write(`${at}/${path}`, text)
  }
}

/** Writes a collection of puzzles, licensed by a file, and a folder with the answers. */
export function writePuzzles(folder: string, list: readonly Puzzle[]): void {
  const write = writerOf(folder)
  write('LICENSE', 'MIT License\n\nCopyright (c) the authors\n')
  for (const { name, task, template, cases, answer } of list) {
    write(`questions/${name}/README.md`, `# ${name}\n\n${task}\n`)
    write(`questions/${name}/info.yml`, `title: ${name}\n`)
    write(`questions/${name}/template.ts`, template)
    write(`questions/${name}/test-cases.ts`, (isOwn(name) ? ownHelpers : helpers) + cases)
    write(`answers/${name}.ts`, answer)
  }
}

const writerOf = (folder: string) => (path: string, text: string) => {
  const target = join(folder, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}
