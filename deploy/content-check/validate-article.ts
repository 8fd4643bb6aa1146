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
import { inTurns } from './check.ts'
import { readEntries } from './read-content.ts'

type MarkdownNode = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]

/** How fast people read about code, at a careful pace. */
const WORDS_PER_MINUTE = 200

/** What there is to read in a text, its code included and its addresses not. */
export const wordsIn = (markdown: string): number =>
  [...texts(fromMarkdown(markdown))].join(' ').match(word)?.length ?? 0

/** Whole minutes, one at least. */
export const readingMinutes = (markdown: string): number =>
  Math.max(1, Math.ceil(wordsIn(markdown) / WORDS_PER_MINUTE))

/** Addresses on our own site that a text links to. */
export const siteLinks = (markdown: string): string[] =>
  [...nodes(fromMarkdown(markdown))].flatMap((node) =>
    node.type === 'link' && node.url.startsWith('/') ? [node.url] : [],
  )

/** The fenced blocks of a text, in their order. */
const codeBlocks = (markdown: string): { language: string; code: string }[] =>
  [...nodes(fromMarkdown(markdown))].flatMap((node) =>
    node.type === 'code' ? [{ language: node.lang ?? '', code: node.value }] : [],
  )

const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu

function* texts(root: MarkdownNode): Generator<string> {
  for (const node of nodes(root)) {
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') yield node.value
  }
}

function* nodes(node: MarkdownNode): Generator<MarkdownNode> {
  yield node
  if ('children' in node) for (const child of node.children) yield* nodes(child)
}

type Engines = Readonly<Record<EngineName, Engine>>

/**
 * Holds an article against itself: its reading time, its links, and its code. A block `text` says what comes out of the
 * blocks before it, and TypeScript compiles unless such a block says why not.
 */
export async function judgeArticle(
  { body, readingTime, sources }: ArticleDocument,
  site: Site,
  engines: Engines,
): Promise<string[]> {
  const minutes = readingMinutes(body)
  return [
    ...(readingTime === minutes ? [] : [`is read in ${minutes} minutes, not in ${readingTime}`]),
    ...(sources.length === 0 ? ['names no source'] : []),
    ...siteLinks(body)
      .filter((address) => !site.has(address))
      .map((address) => `links to ${address}, where nothing is`),
    ...(await inTurns(snippetsOf(body), 1, (snippet) => judgeSnippet(snippet, engines))).flat(),
  ]
}

interface Snippet {
  readonly html: string
  readonly css: string
  readonly script: string
  readonly language: 'javascript' | 'typescript' | 'none'
  /** What the article says comes out; undefined where it says nothing. */
  readonly says: string | undefined
}

/** How many pieces of code of this article are run. */
export const countRun = (body: string): number => snippetsOf(body).filter(isRun).length

const isRun = ({ language, says }: Snippet): boolean =>
  language === 'typescript' || (language === 'javascript' && says !== undefined)

async function judgeSnippet(snippet: Snippet, engines: Engines): Promise<string[]> {
  if (!isRun(snippet)) return snippet.says === undefined ? [] : [`nothing gives "${snippet.says}"`]
  const { html, css, script, language, says = 'compiles' } = snippet
  const engine = language === 'typescript' ? engines.typescript : html === '' ? engines.node : engines.page
  const came = await engine({ html, css, script })
  return came === says ? [] : [`says "${says}", but what comes out is "${came}"`]
}

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
      // Types are judged block by block; scripts build on those before them, until their outcome is told.
      if (waiting.language === 'typescript') snippets.push(waiting)
      const before = waiting.language === 'typescript' ? '' : waiting.script
      waiting = {
        ...waiting,
        script: `${before}${code}\n`,
        language: language === 'ts' ? 'typescript' : 'javascript',
      }
    }
  }
  return [...snippets, waiting]
}

const nothing: Snippet = { html: '', css: '', script: '', language: 'none', says: undefined }

/** What a text of the library may link to on our own site. */
export interface Site {
  readonly challenges: ReadonlyMap<string, ChallengeDocument['difficulty']>
  /** Whether there is something at this address. */
  has(address: string): boolean
}

/** @param folder where the content is, with a slash at the end */
export function readSite(folder: URL): Site {
  const paths: Pick<LearningPathInput, 'id'>[] = JSON.parse(
    readFileSync(new URL('learning-paths.json', folder), 'utf8'),
  )
  const challenges = readEntries<ChallengeDocument>(folder, 'challenges')
  const addresses = new Set([
    ...readEntries<FeatureDocument>(folder, 'features').flatMap(({ status, url }) =>
      status === 'completed' && url !== undefined ? [url] : [],
    ),
    ...challenges.map(({ id }) => `/coding/${id}`),
    ...paths.map(({ id }) => `/questions?learningPath=${id}`),
    ...readEntries<ArticleDocument>(folder, 'articles').map(({ id }) => `/articles/${id}`),
    ...readEntries<GuideDocument>(folder, 'guides').map(({ id }) => `/preparation-guides/${id}`),
  ])
  return {
    challenges: new Map(challenges.map(({ id, difficulty }) => [id, difficulty])),
    has: (address) => addresses.has(address),
  }
}
