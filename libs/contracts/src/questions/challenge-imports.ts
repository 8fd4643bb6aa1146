// Without schemas: the type checker's worker needs it too.

export const isTestFile = (path: string): boolean => /\.test\.[jt]sx?$/.test(path)

/** What a preview renders first, if it is there. */
export const isAppFile = (path: string): boolean => /(?:^|\/)App\.[jt]sx?$/.test(path)

/** Comments, so that an example in one isn't taken for an import. One without an end goes to the end of the text. */
const comments = /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|^[ \t]*\/\/.*$/gm
/** Its parts are bounded, so that the time grows with the text's length only. */
const importing =
  /^[ \t]*(?:import|export)\b(?![ \t]+type\b)\s{0,9}(?:[^'"`;]{0,2000}?\sfrom\s{0,9})?['"]([^'"\n]+)['"]|\b(?:import|require)\(\s*['"]([^'"\n]+)['"]\s*\)/gm

/** The modules that a file imports when it runs, as it names them; type imports leave no trace. */
export function importsOf(text: string): string[] {
  const found = text.replace(comments, '').matchAll(importing)
  return [...new Set([...found].map(([, from, call]) => from ?? call ?? ''))]
}

const endings = ['', '.ts', '.tsx', '.js', '.jsx', '.json', '.css', '/index.ts', '/index.tsx', '/index.js']

/**
 * The path of the file that `source` names in the file `from`; null if there is none. As in TypeScript, `./a.js` can
 * name `a.ts`.
 */
export function resolveImport(
  from: string,
  source: string,
  files: { has(path: string): boolean },
): string | null {
  const parts = from.split('/').slice(0, -1)
  for (const part of source.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  const base = parts.join('/')
  const candidates = [...endings.map((ending) => base + ending), ...asSource(base)]
  return candidates.find((candidate) => files.has(candidate)) ?? null
}

const asSource = (base: string): string[] =>
  /\.jsx?$/.test(base) ? [base.replace(/\.js(x?)$/, '.ts$1'), base.replace(/\.js$/, '.tsx')] : []
