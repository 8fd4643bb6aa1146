import type { ArticleDocument } from '@rehearse/contracts'
import type { EngineName } from '../check.ts'
import { inTurns } from '../in-turns.ts'
import type { Engine } from '../program.ts'
import { codeBlocks, readingMinutes, siteLinks } from './prose.ts'
import type { Site } from './site.ts'

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
