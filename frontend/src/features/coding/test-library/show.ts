import { RUN_TEXT } from '@rehearse/contracts/constants'
import { format, type PrettyFormatOptions, plugins } from '@vitest/pretty-format'

const { AsymmetricMatcher, DOMCollection, DOMElement, ReactElement, ReactTestComponent } = plugins

export const shorten = (text: string): string =>
  text.length > RUN_TEXT ? `${text.slice(0, RUN_TEXT - 1)}…` : text

/** Formats a value as code, over several lines if it is large, with sorted properties: to compare two of them. */
export const show = (value: unknown): string =>
  safely(value, (more) => {
    const short = format(value, { ...options, ...more, min: true })
    return shorten(short.length <= 80 ? short : format(value, { ...options, ...more }))
  })

/** Formats a value as code on one line. */
export const print = (value: unknown): string =>
  safely(value, (more) =>
    shorten(format(value, { ...options, ...more, min: true, compareKeys: null, maxWidth: 100 })),
  )

/** Code may throw while its values are read. */
function safely(value: unknown, write: (more: PrettyFormatOptions) => string): string {
  try {
    return write({})
  } catch {
    try {
      return write({ callToJSON: false })
    } catch (error) {
      return unreadable(value, error)
    }
  }
}

function unreadable(value: unknown, error: unknown): string {
  const what = typeof value === 'function' ? 'Function' : 'Object'
  try {
    return `[${what} that can't be read: ${String(error)}]`
  } catch {
    return `[${what} that can't be read]`
  }
}

const options: PrettyFormatOptions = {
  printBasicPrototype: false,
  escapeString: true,
  singleQuote: false,
  maxDepth: 8,
  plugins: [ReactTestComponent, ReactElement, DOMElement, DOMCollection, AsymmetricMatcher],
}
