import { fromMarkdown } from 'mdast-util-from-markdown'
import { z } from 'zod'

/**
 * How one question is proven by running it. The checks of a question file `scope.md` are in
 * `scope.checks.json`, by the ids of the questions. A text in place of a check says why nothing can be run.
 */
export type Check = z.infer<typeof check>
export type RunCheck = Exclude<Check, string>

/** Where code runs: see the engine of the same name. */
export type EngineName = z.infer<typeof engineName>

const engineName = z.enum(['node', 'page', 'typescript', 'react'])
const perOption = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value)

const place = {
  in: engineName,
  /**
   * An expression (for `typescript` a name) whose value after the run is the outcome. Without it, the outcome is what
   * the code logs, or whether it compiles.
   */
  evaluate: z.string().optional(),
  /** Code around the question's own, which replaces `{code}`. */
  code: z.string().optional(),
  /** For a page: the markup, if the question has none. */
  html: z.string().optional(),
}

/** The outcome that each option claims. `null`: the option is incorrect for a reason that running can't show. */
const outcomes = z.strictObject({ ...place, outcomes: perOption(z.string().nullable()) })

/** Each option is code that replaces `{option}` in `code`: only the correct one has this outcome. */
const each = z.strictObject({ ...place, gives: z.string() })

/** Each option is a claim: an expression that is true for the correct options only. */
const facts = z.strictObject({ ...place, facts: perOption(z.string()) })

/** An open question has no options: its code has the outcome `defect`, the code of its model answer `corrected`. */
const correction = z.strictObject({ ...place, defect: z.string(), corrected: z.string() })

const check = z.union([z.string().min(20), outcomes, each, facts, correction])

export const checksFile = z.record(z.string(), check)

/** Runs a limited number of tasks at a time, and returns the results in the order of the items. */
export async function runConcurrently<Item, Result>(
  items: readonly Item[],
  workers: number,
  work: (item: Item) => Promise<Result>,
  say: (done: number, all: number) => void = () => {},
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  let done = 0
  const worker = async () => {
    for (const [position, item] of queue) {
      results[position] = await work(item)
      done += 1
      say(done, items.length)
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return results
}

/** The code of a question, by language. */
export interface Program {
  readonly html: string
  readonly css: string
  readonly script: string
  readonly evaluate?: string | undefined
}

/** Runs a program and returns its outcome. */
export type Engine = (program: Program) => Promise<string>

type MarkdownNode = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]

const scripts = ['js', 'javascript', 'mjs', 'ts', 'typescript', 'jsx', 'tsx']

/** The fenced code blocks of a text; blocks of one language are joined. */
export function programOf(markdown: string): Program {
  const blocks = [...nodes(fromMarkdown(markdown))].filter((node) => node.type === 'code')
  const of = (...languages: string[]) =>
    blocks
      .filter(({ lang }) => languages.includes(lang ?? ''))
      .map(({ value }) => value)
      .join('\n')
  return { html: of('html'), css: of('css'), script: of(...scripts) }
}

/** An option's code: its first block, or its first inline code, or its text. */
export function codeOfOption(markdown: string): string {
  const all = [...nodes(fromMarkdown(markdown))]
  const found = all.find((node) => node.type === 'code') ?? all.find((node) => node.type === 'inlineCode')
  return found?.value ?? markdown
}

export const hasCode = (markdown: string): boolean =>
  [...nodes(fromMarkdown(markdown))].some((node) => node.type === 'code')

function* nodes(node: MarkdownNode): Generator<MarkdownNode> {
  yield node
  if ('children' in node) for (const child of node.children) yield* nodes(child)
}
