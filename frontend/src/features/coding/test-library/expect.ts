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
  setState,
} from '@vitest/expect'

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

/** `expect` of Vitest, without snapshots. */
export const expect = ((value: unknown, message?: string) => {
  change({ assertionCalls: stateOf().assertionCalls + 1 })
  return chai.expect(value, message)
}) as unknown as ExpectStatic

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
  unreachable: (message?: string) => chai.assert.fail(message ?? 'expected not to be reached'),
})
extendExpect(customMatchers)

export function extendExpect(matchers: object): void {
  const chaiExpect = chai.expect as unknown as { extend(target: ExpectStatic, matchers: object): void }
  chaiExpect.extend(expect, matchers)
}

export const beginAssertions = (): void => change({ ...zero })

/** @throws {Error} if a test announced other assertions than it made */
export function endAssertions(): void {
  const { assertionCalls, expectedAssertionsNumber, isExpectingAssertions } = stateOf()
  if (expectedAssertionsNumber !== null && expectedAssertionsNumber !== assertionCalls)
    throw new Error(`expected ${expectedAssertionsNumber} assertions, but ${assertionCalls} were made`)
  if (isExpectingAssertions && assertionCalls === 0) throw new Error('expected at least one assertion')
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
