import { join } from 'node:path'
import { build, type Plugin } from 'vite'

export const testLibraries = ['script', 'worker', 'page'] as const
export type TestLibrary = (typeof testLibraries)[number]

/**
 * Builds what the runner evaluates before a challenge's code: the test library, for pages also React and Testing
 * Library. A script that declares `challengeLibrary`.
 */
export async function buildTestLibrary(name: TestLibrary): Promise<string> {
  const output = await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'error',
    mode: 'development',
    // Of React only the development build has `act`, which Testing Library needs.
    define: { 'process.env.NODE_ENV': '"development"', 'process.env': '{}' },
    plugins: [guardedExpect()],
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      copyPublicDir: false,
      lib: {
        entry: join(import.meta.dirname, `../src/features/coding/test-library/${name}.ts`),
        formats: ['iife'],
        name: 'challengeLibrary',
      },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error(`the library ${name} was not built`)
  return `${captured}${first.output[0].code}`
}

/** Challenge code may replace them later. */
const captured = `const {
  AggregateError, Date, Document, DocumentFragment, Element, Event, HTMLElement, MessageChannel, MutationObserver, Node,
  SVGElement, URL,
  clearInterval, clearTimeout, getComputedStyle, queueMicrotask, setInterval, setTimeout,
} = globalThis;
`

const state = 'virtual:expect-state'

/**
 * Closes what challenge code could use to make Vitest's matchers pass: their state is in global properties, and what
 * looks like an asymmetric matcher, a DOM node or an Immutable.js collection compares itself.
 */
function guardedExpect(): Plugin {
  const replace = (code: string, one: string, other: string): string => {
    if (!code.includes(one)) throw new Error(`@vitest/expect has changed: ${one}`)
    return code.replaceAll(one, other)
  }
  return {
    name: 'guarded-expect',
    enforce: 'pre',
    resolveId: (source) => (source === state ? `\0${state}` : undefined),
    load: (id) => (id === `\0${state}` ? 'export const expectState = {}' : undefined),
    transform(code, id) {
      if (!/@vitest\/expect\/dist\/index\.js/.test(id)) return undefined
      const edits = [
        ['globalThis', 'expectState'],
        [
          'return !!obj && typeof obj === "object" && "asymmetricMatch" in obj && isA("Function", obj.asymmetricMatch);',
          'return obj instanceof AsymmetricMatcher;',
        ],
        [
          'return obj !== null && typeof obj === "object" && "nodeType" in obj',
          'return typeof Node === "function" && obj instanceof Node && "nodeType" in obj',
        ],
        ['return !!(maybeKeyed && ', 'return !!(false && maybeKeyed && '],
        ['return !!(maybeSet && ', 'return !!(false && maybeSet && '],
      ] as const
      const guarded = edits.reduce((text, [one, other]) => replace(text, one, other), code)
      return { code: `import { expectState } from '${state}'\n${guarded}`, map: null }
    },
  }
}
