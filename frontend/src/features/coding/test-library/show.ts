import { format, plugins } from '@vitest/pretty-format'

const longest = 2_000
const { AsymmetricMatcher, DOMCollection, DOMElement, ReactElement, ReactTestComponent } = plugins

export const shorten = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text

/** Formats a value as code, over several lines if it is large. */
export function show(value: unknown): string {
  try {
    const short = format(value, { ...options, min: true })
    return shorten(short.length <= 80 ? short : format(value, options))
  } catch {
    // A getter that throws.
    return Object.prototype.toString.call(value)
  }
}

const options = {
  printBasicPrototype: false,
  escapeString: true,
  singleQuote: false,
  maxDepth: 8,
  plugins: [ReactTestComponent, ReactElement, DOMElement, DOMCollection, AsymmetricMatcher],
}
