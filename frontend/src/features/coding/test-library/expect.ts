// The build replaces the global object in Vitest's module by this one, which challenge code can't reach.
import { expectState } from 'virtual:expect-state'
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  AsymmetricMatcher,
  addCustomEqualityTesters,
  chai,
  customMatchers,
  type ExpectStatic,
  equals,
  GLOBAL_EXPECT,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  recordAsyncExpect,
  setState,
} from '@vitest/expect'
import { matchInlineSnapshot, matchThrownSnapshot } from './inline-snapshots.ts'

interface Counted {
  assertionCalls: number
  expectedAssertionsNumber: number | null
  isExpectingAssertions: boolean
}

chai.use(JestExtend)
chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)
chai.config.truncateThreshold = 200

const zero: Counted = { assertionCalls: 0, expectedAssertionsNumber: null, isExpectingAssertions: false }
const stateOf = () => getState(expect) as Counted
const change = (state: Partial<Counted>) => setState(state, expect)

/** What Vitest's assertions know of the test that makes them. */
interface AssertingTest {
  type: 'test'
  fullTestName: string
  /** Of assertions that the test doesn't await. */
  promises?: Promise<unknown>[]
  onFinished?: (() => void)[]
  /** Of `expect.soft`. */
  result?: { errors?: unknown[] }
}
let asserting: AssertingTest | null = null

function assertionOf(value: unknown, message?: string, flags: Record<string, unknown> = {}): object {
  change({ assertionCalls: stateOf().assertionCalls + 1 })
  const assertion = chai.expect(value, message)
  for (const [name, flag] of Object.entries({ 'vitest-test': asserting ?? undefined, ...flags }))
    chai.util.flag(assertion, name, flag)
  return assertion
}

/** `expect` of Vitest; of snapshots, those in the test file. */
export const expect = ((value: unknown, message?: string) =>
  assertionOf(value, message)) as unknown as ExpectStatic

Object.assign(expect, chai.expect)
Object.assign(expect, expectState[ASYMMETRIC_MATCHERS_OBJECT])
expectState[GLOBAL_EXPECT] = expect
change(zero)
Object.assign(expect, {
  getState: stateOf,
  setState: change,
  extend: extendExpect,
  addEqualityTesters: (testers: never[]) => addCustomEqualityTesters(testers),
  assertions: (count: number) => change({ expectedAssertionsNumber: count }),
  hasAssertions: () => change({ isExpectingAssertions: true }),
  soft: (value: unknown, message?: string) => assertionOf(value, message, { soft: true }),
  poll: pollExpect,
  unreachable: (message?: string) => chai.assert.fail(message ?? 'expected not to be reached'),
})
extendExpect(customMatchers)

export function extendExpect(matchers: object): void {
  const chaiExpect = chai.expect as unknown as { extend(target: ExpectStatic, matchers: object): void }
  chaiExpect.extend(expect, matchers)
}

export function beginAssertions(fullTestName: string): void {
  change({ ...zero })
  asserting = { type: 'test', fullTestName }
}

/** @throws {Error} if a test announced other assertions than it made, didn't await one, or one of `soft` failed */
export async function endAssertions(): Promise<void> {
  const test = asserting
  asserting = null
  const { assertionCalls, expectedAssertionsNumber, isExpectingAssertions } = stateOf()
  const settled = await Promise.allSettled([...(test?.promises ?? [])])
  const failed = settled.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failed) throw failed.reason
  const [soft] = test?.result?.errors ?? []
  if (soft) throw soft
  for (const check of test?.onFinished ?? []) check()
  if (expectedAssertionsNumber !== null && expectedAssertionsNumber !== assertionCalls)
    throw new Error(`expected ${expectedAssertionsNumber} assertions, but ${assertionCalls} were made`)
  if (isExpectingAssertions && assertionCalls === 0) throw new Error('expected at least one assertion')
}

// Tests may replace them.
const realSetTimeout = setTimeout
const realNow = performance.now.bind(performance)

/** Asks for a value until an assertion holds, as `expect.poll` of Vitest. */
function pollExpect(
  ask: () => unknown,
  { timeout = 1_000, interval = 50, message }: { timeout?: number; interval?: number; message?: string } = {},
): object {
  const test = asserting
  const error = new Error('poll')
  const chainOf = (words: readonly string[]): object =>
    new Proxy(() => {}, {
      get: (_target, word) => chainOf([...words, String(word)]),
      apply: (_target, _this, values) => {
        const attempt = async () => {
          let target: unknown = assertionOf(await ask(), message, { poll: true })
          for (const word of words.slice(0, -1)) target = Reflect.get(target as object, word)
          await (target as Methods)[words.at(-1) ?? '']?.(...values)
        }
        const poll = async () => {
          for (const start = realNow(); ; ) {
            try {
              return await attempt()
            } catch (failure) {
              if (realNow() - start >= timeout) throw failure
            }
            await new Promise((done) => realSetTimeout(done, interval))
          }
        }
        return recordAsyncExpect(test, poll(), `expect.poll(assertion).${words.join('.')}()`, error)
      },
    })
  return chainOf([])
}

for (const [name, match] of Object.entries({
  toMatchInlineSnapshot: matchInlineSnapshot,
  toThrowErrorMatchingInlineSnapshot: matchThrownSnapshot,
})) {
  chai.util.addMethod(chai.Assertion.prototype, name, function (this: object, ...values: unknown[]) {
    match(chai.util.flag(this, 'object'), values, chai.util.flag(this, 'promise') !== undefined)
  })
}
for (const name of ['toMatchSnapshot', 'toMatchFileSnapshot', 'toThrowErrorMatchingSnapshot']) {
  chai.util.addMethod(chai.Assertion.prototype, name, () => {
    throw new Error(`${name} isn't supported here: there are no snapshot files. Use toMatchInlineSnapshot.`)
  })
}

/** Other names that Jest has for matchers. */
const aliases = {
  lastCalledWith: 'toHaveBeenLastCalledWith',
  nthCalledWith: 'toHaveBeenNthCalledWith',
  lastReturnedWith: 'toHaveLastReturnedWith',
  nthReturnedWith: 'toHaveNthReturnedWith',
}
type Methods = Record<string, (...values: unknown[]) => unknown>
for (const [alias, name] of Object.entries(aliases)) {
  chai.util.addMethod(chai.Assertion.prototype, alias, function (this: object, ...values: unknown[]) {
    return (this as Methods)[name]?.(...values)
  })
}

class ArrayOf extends AsymmetricMatcher<unknown> {
  asymmetricMatch(other: unknown) {
    const isMatch = Array.isArray(other) && other.every((one) => equals(this.sample, one))
    return this.inverse ? !isMatch : isMatch
  }
  override toString() {
    return `Array${this.inverse ? 'Not' : ''}Of`
  }
}
Object.assign(expect, { arrayOf: (sample: unknown) => new ArrayOf(sample) })
Object.assign(expect.not, { arrayOf: (sample: unknown) => new ArrayOf(sample, true) })

/** As in Jest, an error as the expected value stands for its message. */
class WithMessage extends AsymmetricMatcher<Error> {
  asymmetricMatch(other: unknown) {
    return (other as Error | null)?.message === this.sample.message
  }
  override toString() {
    return `error with the message ${JSON.stringify(this.sample.message)}`
  }
}
for (const name of ['toThrow', 'toThrowError']) {
  chai.util.overwriteMethod(
    chai.Assertion.prototype,
    name,
    (original: (...values: unknown[]) => unknown) =>
      function (this: unknown, ...values: unknown[]) {
        const [expected] = values
        return expected instanceof Error
          ? original.call(this, new WithMessage(expected))
          : original.apply(this, values)
      },
  )
}
