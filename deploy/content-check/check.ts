import { fromMarkdown } from 'mdast-util-from-markdown'
import { z } from 'zod'

/**
 * How one question is proven by running it. A file of questions `scope.md` has its checks beside it in
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
  /** An expression (for `typescript` a name) whose value is the outcome, once the code has run. Without: what the code logs, or whether it compiles. */
  evaluate: z.string().optional(),
  /** Around the question's own code: `{code}` is where it goes. */
  code: z.string().optional(),
  /** For a page: the markup, where the question shows none. */
  html: z.string().optional(),
}

/** What each option claims to come out. `null`: the option is wrong for a reason that running can't show. */
const outcomes = z.strictObject({ ...place, outcomes: perOption(z.string().nullable()) })

/** Each option is code: put where `{option}` stands in `code`, it gives this if it is right, and not if it is wrong. */
const each = z.strictObject({ ...place, gives: z.string() })

/** Each option is a claim: an expression that is true if it is right, and false if it is wrong. */
const facts = z.strictObject({ ...place, facts: perOption(z.string()) })

/** An open question has no options: its code comes to `defect`, the code of its model answer to `corrected`. */
const correction = z.strictObject({ ...place, defect: z.string(), corrected: z.string() })

const check = z.union([z.string().min(20), outcomes, each, facts, correction])

export const checksFile = z.record(z.string(), check)

/** Works on some at a time and gives the results in the order of the items. */
export async function inTurns<Item, Result>(
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

/** The code of a question, by what it is written in. */
export interface Program {
  readonly html: string
  readonly css: string
  readonly script: string
  readonly evaluate?: string | undefined
}

/** Runs a program and says what comes out. */
export type Engine = (program: Program) => Promise<string>

type MarkdownNode = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]

const scripts = ['js', 'javascript', 'mjs', 'ts', 'typescript', 'jsx', 'tsx']

/** What the fenced blocks of a text hold; blocks of one language follow each other. */
export function programOf(markdown: string): Program {
  const blocks = [...nodes(fromMarkdown(markdown))].filter((node) => node.type === 'code')
  const of = (...languages: string[]) =>
    blocks
      .filter(({ lang }) => languages.includes(lang ?? ''))
      .map(({ value }) => value)
      .join('\n')
  return { html: of('html'), css: of('css'), script: of(...scripts) }
}

/** The code an option consists of: its first block, else its first piece of code in a line, else its text. */
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
