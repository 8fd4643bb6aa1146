import { readFileSync } from 'node:fs'
import type {
  ArticleDocument,
  ChallengeDocument,
  FeatureDocument,
  GuideDocument,
  LearningPathInput,
} from '@rehearse/contracts'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { nodes } from './code-blocks.ts'
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
