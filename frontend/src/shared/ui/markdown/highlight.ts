import type { LanguageFn } from 'highlight.js'
import { createLowlight } from 'lowlight'

export type Highlighted = string | { at: number; kind: Kind | undefined; children: Highlighted[] }

/** The token kinds with their own color. More colors would make code harder to read. */
export type Kind = 'keyword' | 'literal' | 'string' | 'comment'

type Grammar = () => Promise<{ default: LanguageFn }>

const javascript: Grammar = () => import('highlight.js/lib/languages/javascript')
const typescript: Grammar = () => import('highlight.js/lib/languages/typescript')
const css: Grammar = () => import('highlight.js/lib/languages/css')
const xml: Grammar = () => import('highlight.js/lib/languages/xml')
const json: Grammar = () => import('highlight.js/lib/languages/json')
const bash: Grammar = () => import('highlight.js/lib/languages/bash')

/** The languages of our questions, by the names used after a code fence. */
const grammars: Partial<Record<string, Grammar>> = {
  ...{ javascript, js: javascript, jsx: javascript, mjs: javascript, cjs: javascript, node: javascript },
  ...{ typescript, ts: typescript, tsx: typescript },
  ...{ css, scss: css },
  ...{ xml, html: xml, svg: xml, vue: xml },
  json,
  ...{ bash, sh: bash, shell: bash, console: bash },
}

const kinds: Partial<Record<string, Kind>> = {
  keyword: 'keyword',
  name: 'keyword',
  'selector-tag': 'keyword',
  'selector-class': 'keyword',
  'selector-id': 'keyword',
  'selector-pseudo': 'keyword',
  literal: 'literal',
  number: 'literal',
  string: 'string',
  regexp: 'string',
  comment: 'comment',
}

const lowlight = createLowlight()

/** Code as nested pieces with a kind each; a single plain piece for an unknown language. */
export async function highlight(code: string, language: string): Promise<Highlighted[]> {
  const name = language.toLowerCase()
  const grammar = grammars[name]
  if (!grammar) return [code]
  if (!lowlight.registered(name)) {
    lowlight.register(name, (await grammar()).default)
    // HTML can contain styles and scripts.
    if (grammar === xml) {
      lowlight.register({ css: (await css()).default, javascript: (await javascript()).default })
    }
  }
  let at = 0
  const convert = (node: ReturnType<typeof lowlight.highlight>['children'][number]): Highlighted[] => {
    if (node.type === 'text') return [node.value]
    if (node.type !== 'element') return []
    at += 1
    const classes = Array.isArray(node.properties.className) ? node.properties.className : []
    const kind = classes.map((entry) => kinds[String(entry).replace('hljs-', '')]).find(Boolean)
    return [{ at, kind, children: node.children.flatMap(convert) }]
  }
  return lowlight.highlight(name, code).children.flatMap(convert)
}
