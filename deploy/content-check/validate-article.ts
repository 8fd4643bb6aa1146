import { readFileSync } from 'node:fs'
import type {
  ArticleDocument,
  ChallengeDocument,
  FeatureDocument,
  GuideDocument,
  LearningPathInput,
} from '@rehearse/contracts'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Engine, EngineName } from './check.ts'
import { runConcurrently } from './check.ts'
import { readEntries } from './read-content.ts'

/** Reading speed for texts about code. */
const WORDS_PER_MINUTE = 200

/** The number of words in a text, including code and excluding URLs. */
export const wordsIn = (markdown: string): number =>
  [...texts(fromMarkdown(markdown))].join(' ').match(word)?.length ?? 0

/** Whole minutes, at least one. */
export const readingMinutes = (markdown: string): number =>
  Math.max(1, Math.ceil(wordsIn(markdown) / WORDS_PER_MINUTE))

/** Links to our own site. */
export const siteLinks = (markdown: string): string[] =>
  [...nodes(fromMarkdown(markdown))].flatMap((node) =>
    node.type === 'link' && node.url.startsWith('/') ? [node.url] : [],
  )

const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu

function* texts(root: ReturnType<typeof fromMarkdown>): Generator<string> {
  for (const node of nodes(root)) {
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') yield node.value
  }
}

/**
 * Checks an article's reading time, sources and links.
 */
export function validateArticle({ body, readingTime, sources }: ArticleDocument, site: Site): string[] {
  const minutes = readingMinutes(body)
  return [
    ...(readingTime === minutes ? [] : [`takes ${minutes} minutes to read, not ${readingTime}`]),
    ...(sources.length === 0 ? ['has no source'] : []),
    ...siteLinks(body)
      .filter((address) => !site.has(address))
      .map((address) => `links to ${address}, which doesn't exist`),
  ]
}

/** Runs the code of a text. A block `text` states the outcome of the blocks before it. */
export const validateCode = async (markdown: string, engines: Engines): Promise<string[]> =>
  (await runConcurrently(snippetsOf(markdown), 1, (snippet) => validateSnippet(snippet, engines))).flat()

interface Snippet {
  readonly html: string
  readonly css: string
  readonly script: string
  readonly language: 'javascript' | 'typescript' | 'react' | 'none'
  /** The outcome that the text states; undefined if it states none. */
  readonly says: string | undefined
}

/** The number of a text's code blocks that are run. */
export const countRun = (body: string): number => snippetsOf(body).filter(isRun).length

const isRun = ({ language, says }: Snippet): boolean =>
  language === 'typescript' || (language !== 'none' && says !== undefined)

async function validateSnippet(snippet: Snippet, engines: Engines): Promise<string[]> {
  if (!isRun(snippet)) return snippet.says === undefined ? [] : [`nothing gives "${snippet.says}"`]
  const { html, css, script, says = 'compiles' } = snippet
  const engine = engines[engineOf(snippet)]
  const came = await engine({ html, css, script })
  return came === says ? [] : [`says "${says}", but what comes out is "${came}"`]
}

const engineOf = ({ html, language }: Snippet): EngineName =>
  language === 'typescript' || language === 'react' ? language : html === '' ? 'node' : 'page'

function snippetsOf(body: string): Snippet[] {
  const snippets: Snippet[] = []
  let waiting = nothing
  for (const { language, code } of codeBlocks(body)) {
    if (language === 'text') {
      snippets.push({ ...waiting, says: code })
      waiting = nothing
    } else if (language === 'html' || language === 'css') {
      waiting = { ...waiting, [language]: `${waiting[language]}${code}\n` }
    } else if (language === 'js' || language === 'ts') {
      // TypeScript is checked block by block; scripts build on the blocks before them, until an outcome is stated.
      if (waiting.language === 'typescript') snippets.push(waiting)
      const before = waiting.language === 'typescript' ? '' : waiting.script
      waiting = {
        ...waiting,
        script: `${before}${code}\n`,
        language: language === 'ts' ? 'typescript' : 'javascript',
      }
    } else if (language === 'jsx' && code.includes('function App(')) {
      // Only whole components run; other `jsx` blocks are fragments.
      if (waiting.language === 'typescript') snippets.push(waiting)
      waiting = { ...nothing, script: code, language: 'react' }
    }
  }
  return [...snippets, waiting]
}

const nothing: Snippet = { html: '', css: '', script: '', language: 'none', says: undefined }

/** The addresses of our own site that library texts may link to. */
export interface Site {
  /** Whether this address exists. */
  has(address: string): boolean
}

/** @param folder of the content, with a trailing slash */
export function readSite(folder: URL): Site {
  const paths: Pick<LearningPathInput, 'id'>[] = JSON.parse(
    readFileSync(new URL('learning-paths.json', folder), 'utf8'),
  )
  const addresses = new Set([
    ...readEntries<FeatureDocument>(folder, 'features').flatMap(({ status, url }) =>
      status === 'completed' && url !== undefined ? [url] : [],
    ),
    ...readEntries<ChallengeDocument>(folder, 'challenges').map(({ id }) => `/coding/${id}`),
    ...paths.map(({ id }) => `/questions?learningPath=${id}`),
    ...readEntries<ArticleDocument>(folder, 'articles').map(({ id }) => `/articles/${id}`),
    ...readEntries<GuideDocument>(folder, 'guides').map(({ id }) => `/preparation-guides/${id}`),
  ])
  return addresses
}
