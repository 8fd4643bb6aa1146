import { fromMarkdown } from 'mdast-util-from-markdown'

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
