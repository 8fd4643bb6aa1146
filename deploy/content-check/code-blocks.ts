import { transform } from 'lightningcss'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { parse, parseFragment } from 'parse5'
import ts from 'typescript'
import type { Engine, EngineName, Program } from './check.ts'
import { type CommentedLog, commentedLogs, compareLogs, numberLogs, parseScript } from './commented-logs.ts'

export type Engines = Readonly<Record<EngineName, Engine>>

/** How a block is checked. `text` isn't code: HTTP, a shell session, an outcome. */
export type Proof = 'run' | 'compiled' | 'parsed' | 'fragment' | 'text'

/** A code block, and how it is checked. */
interface Plan {
  readonly proof: Proof
  /** Returns what is wrong. */
  readonly check: (engines: Engines) => Promise<string[]>
}

interface Block {
  readonly language: string
  /** From the info string: `fragment`, `error`, `continued`. */
  readonly mark: string
  readonly code: string
}

/** What may build on earlier blocks: a script on those that it continues, a page on its markup and styles. */
const nothing: Program = { html: '', css: '', script: '' }

/**
 * Plans the check of each code block of a text. A block is checked by itself, or together with those before it if it is
 * marked `continued`.
 * @param statesOutcomes whether a block `text` states the outcome of the block before it, as in articles
 */
export function planBlocks(markdown: string, statesOutcomes: boolean): Plan[] {
  const blocks = codeBlocks(markdown)
  let program = nothing
  return blocks.map((block, position) => {
    const [before, after] = [blocks[position - 1], blocks[position + 1]]
    const isOutcome = statesOutcomes && block.language === 'text'
    if (isOutcome && (before === undefined || before.language === 'text'))
      return wrong(`no code has the outcome "${block.code}"`)
    const outcome = statesOutcomes && after?.language === 'text' ? after.code : undefined
    const whole = joined(program, block)
    program = outcome === undefined ? whole : { ...nothing, script: whole.script }
    return planBlock(block, whole, outcome)
  })
}

/** The fenced code blocks of a text, in order. */
const codeBlocks = (markdown: string): Block[] =>
  [...nodes(fromMarkdown(markdown))].flatMap((node) =>
    node.type === 'code' ? [{ language: node.lang ?? 'text', mark: node.meta ?? '', code: node.value }] : [],
  )

function joined(before: Program, { language, mark, code }: Block): Program {
  if (mark === 'fragment') return before
  if (language === 'html' || language === 'css')
    return { ...before, [language]: `${before[language]}${code}\n` }
  if (!isScript(language)) return before
  return { ...before, script: mark === 'continued' ? `${before.script}\n${code}` : code }
}

const isTyped = (language: string): boolean => language === 'ts' || language === 'tsx'
const isScript = (language: string): boolean => language === 'js' || language === 'jsx' || isTyped(language)

function planBlock(block: Block, whole: Program, outcome: string | undefined): Plan {
  const { language, mark } = block
  if (mark === 'fragment') return { proof: 'fragment', check: async () => [] }
  if (mark === 'error') return planError(block, whole)
  if (mark !== '' && mark !== 'continued') return wrong(`has an unknown mark: ${mark}`)
  if (isTyped(language)) return planTyped(whole, outcome)
  const error = syntaxError(block)
  if (error !== '') return wrong(error)
  if (outcome !== undefined) return planOutcome(language, whole, outcome)
  if (language === 'js') return planLogs(whole)
  return { proof: parsed.has(language) ? 'parsed' : 'text', check: async () => [] }
}

const parsed: ReadonlySet<string> = new Set(['js', 'jsx', 'html', 'css', 'json'])

const wrong = (problem: string): Plan => ({ proof: 'parsed', check: async () => [problem] })

/** A block that is marked as an error has one: it doesn't compile, doesn't parse, or throws. */
const planError = (block: Block, whole: Program): Plan => ({
  proof: isTyped(block.language) ? 'compiled' : 'run',
  check: async (engines) => {
    if (isTyped(block.language))
      return (await engines.typescript(asModule(whole))) === 'compiles'
        ? ['is marked as an error, but compiles']
        : []
    if (syntaxError(block) !== '' || /^throws /m.test(await engines.node(whole))) return []
    return ['is marked as an error, but nothing is wrong with it']
  },
})

/** So that its names don't clash with those of the page, and it can await. */
const asModule = (program: Program): Program => ({ ...program, script: `${program.script}\nexport {}` })

/** TypeScript compiles, unless the text states the error. What its comments say that it logs is checked as well. */
function planTyped(whole: Program, outcome = 'compiles'): Plan {
  const compiles = async (engines: Engines) => differs(outcome, await engines.typescript(asModule(whole)))
  if (outcome !== 'compiles') return { proof: 'compiled', check: compiles }
  const logs = planLogs({ ...whole, script: withoutTypes(whole.script) })
  return {
    proof: logs.proof === 'run' ? 'run' : 'compiled',
    check: async (engines) => [...(await compiles(engines)), ...(await logs.check(engines))],
  }
}

const withoutTypes = (script: string): string =>
  ts.transpile(script, {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    jsx: ts.JsxEmit.ReactJSX,
  })

/** What a text states the outcome of runs: a page if there is markup, a component `App`, or a script. */
function planOutcome(language: string, whole: Program, outcome: string): Plan {
  const component = language === 'jsx' && whole.script.includes('function App(')
  if (language !== 'js' && !component) return wrong(`no code has the outcome "${outcome}"`)
  const engine = component ? 'react' : whole.html === '' ? 'node' : 'page'
  return { proof: 'run', check: async (engines) => differs(outcome, await engines[engine](whole)) }
}

const differs = (stated: string, actual: string): string[] =>
  actual === stated ? [] : [`states "${stated}", but the outcome is "${actual}"`]

/** A script whose comments say what it logs runs: `console.log(1 + 1) // 2`. */
function planLogs(whole: Program): Plan {
  const logs: CommentedLog[] = commentedLogs(whole.script)
  if (logs.length === 0) return { proof: 'parsed', check: async () => [] }
  const engine = usesPage.test(whole.script) ? 'page' : 'node'
  const script = numberLogs(whole.script, logs)
  return {
    proof: 'run',
    check: async (engines) => compareLogs(logs, await engines[engine]({ ...whole, script })),
  }
}

const usesPage = /\b(?:document|window|customElements|HTMLElement|DOMParser|localStorage)\b/

/** The message of the parser; empty if there is nothing wrong. */
function syntaxError({ language, code }: Pick<Block, 'language' | 'code'>): string {
  try {
    if (language === 'js' || language === 'jsx') parseScript(code, language)
    if (language === 'json') JSON.parse(code)
    if (language === 'css') transform({ filename: 'block.css', code: Buffer.from(code) })
    return language === 'html' ? markupErrors(code).join(', ') : ''
  } catch (error) {
    return `can't be parsed: ${error instanceof Error ? error.message : error}`
  }
}

/** The parse errors of a page, or a part of one. */
export function markupErrors(html: string): string[] {
  const errors: string[] = []
  const onParseError = ({ code, startLine }: { code: string; startLine: number }) =>
    errors.push(`${code} in line ${startLine}`)
  if (/^\s*<!doctype/i.test(html)) parse(html, { onParseError })
  else parseFragment(html, { onParseError })
  return errors
}

type MarkdownNode = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]

/** A node and everything in it, in document order. */
export function* nodes(node: MarkdownNode): Generator<MarkdownNode> {
  yield node
  if ('children' in node) for (const child of node.children) yield* nodes(child)
}
