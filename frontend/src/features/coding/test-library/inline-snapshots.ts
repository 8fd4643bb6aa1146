import { chai, equals, iterableEquality, subsetEquality } from '@vitest/expect'
import { format, plugins } from '@vitest/pretty-format'

const { AsymmetricMatcher, DOMCollection, DOMElement, ReactElement, ReactTestComponent } = plugins

/** A value as Vitest writes it in a snapshot. */
const serialize = (value: unknown): string =>
  format(value, {
    ...{ printBasicPrototype: false, escapeString: false, escapeRegex: true },
    plugins: [ReactTestComponent, ReactElement, DOMElement, DOMCollection, AsymmetricMatcher],
  }).replaceAll('\r\n', '\n')

/** `toMatchInlineSnapshot(snapshot)` or, with a value whose properties may be matchers, `(properties, snapshot)`. */
export function matchInlineSnapshot(value: unknown, given: readonly unknown[]): void {
  const [first, second] = given
  const [properties, snapshot] =
    typeof first === 'object' && first !== null ? [first, second] : [undefined, first]
  if (properties !== undefined && !equals(value, properties, [iterableEquality, subsetEquality]))
    throw new chai.AssertionError('the value lacks the properties', {
      showDiff: true,
      expected: properties,
      actual: value,
    })
  compare(serialize(properties === undefined ? value : { ...(value as object), ...properties }), snapshot)
}

export function matchThrownSnapshot(value: unknown, given: readonly unknown[], isPromise: boolean): void {
  let thrown = value
  if (!isPromise) {
    try {
      ;(value as () => unknown)()
      thrown = undefined
    } catch (error) {
      thrown = error
    }
  }
  if (thrown === undefined) throw new chai.AssertionError('expected the function to throw')
  compare(serialize(thrown), given[0])
}

function compare(actual: string, snapshot: unknown): void {
  if (typeof snapshot !== 'string')
    throw new chai.AssertionError(`Snapshots can't be written here. Pass this one: \`${actual}\``)
  const expected = withoutIndent(snapshot)
  if (actual.trim() === expected.trim()) return
  throw new chai.AssertionError('the value differs from its snapshot', { showDiff: true, expected, actual })
}

/** Without the indentation of the test file, which its first line has. */
function withoutIndent(snapshot: string): string {
  const lines = snapshot.replaceAll('\r\n', '\n').split('\n')
  if (lines.length <= 2) return snapshot
  const indent = /^[ \t]*/.exec(lines[1] ?? '')?.[0] ?? ''
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n')
}
