import type { Plugin } from 'prettier'
import { format } from 'prettier/standalone'

type Load = () => Promise<{ default: Plugin }>

const estree: Load = () => import('prettier/plugins/estree') as Promise<{ default: Plugin }>
const babel: Load = () => import('prettier/plugins/babel')
const typescript: Load = () => import('prettier/plugins/typescript')
const postcss: Load = () => import('prettier/plugins/postcss')
const html: Load = () => import('prettier/plugins/html')

/** The parser and its plugins, by ending or language. */
const parsers: Partial<Record<string, readonly [parser: string, plugins: readonly Load[]]>> = {
  html: ['html', [html, postcss, babel, estree]],
  css: ['css', [postcss]],
  javascript: ['babel', [babel, estree]],
  js: ['babel', [babel, estree]],
  jsx: ['babel', [babel, estree]],
  ts: ['typescript', [typescript, estree]],
  tsx: ['typescript', [typescript, estree]],
  json: ['json', [babel, estree]],
}

/**
 * Formats a file in the style of the challenges.
 * @param path of a file; of a `web` challenge, the language
 * @returns null if there is no formatter for it
 * @throws {SyntaxError} if the text can't be parsed
 */
export async function formatCode(path: string, text: string): Promise<string | null> {
  const found = parsers[path.slice(path.lastIndexOf('.') + 1)]
  if (!found) return null
  const [parser, loads] = found
  const plugins = await Promise.all(loads.map(async (load) => (await load()).default))
  return format(text, { parser, plugins, semi: false, singleQuote: true, printWidth: 100 })
}
