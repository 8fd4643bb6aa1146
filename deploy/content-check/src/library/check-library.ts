import type { ArticleDocument, CheatSheetDocument, GuideDocument } from '@rehearse/contracts'
import { launchChromium } from '@rehearse/testing'
import { openEngines } from '../check-content.ts'
import { inTurns } from '../in-turns.ts'
import { readEntries } from '../read-entries.ts'
import { countRun, judgeArticle } from './judge-article.ts'
import { countChecked, judgeCheatSheet } from './judge-cheat-sheet.ts'
import { judgeGuide } from './judge-guide.ts'
import { readingMinutes, wordsIn } from './prose.ts'
import { readSite } from './site.ts'

/** What one text of the library comes to. */
export interface LibraryRow {
  readonly kind: 'guide' | 'article' | 'cheat sheet'
  readonly id: string
  readonly words: number
  readonly minutes: number
  /** Pieces of code that were run, or asked about. */
  readonly run: number
}

export interface LibraryReport {
  readonly rows: readonly LibraryRow[]
  /** What is wrong, a line each. */
  readonly faults: readonly string[]
}

/** Holds the guides, articles and cheat sheets of a content folder against what they say. */
export async function checkLibrary(folder: URL): Promise<LibraryReport> {
  const site = readSite(folder)
  const guides = readEntries<GuideDocument>(folder, 'guides')
  const articles = readEntries<ArticleDocument>(folder, 'articles')
  const sheets = readEntries<CheatSheetDocument>(folder, 'cheatsheets')
  const browser = await launchChromium()
  try {
    const engines = openEngines(browser)
    const read = await inTurns(articles, atOnce, async (one) =>
      told(`articles/${one.id}`, await judgeArticle(one, site, engines)),
    )
    const shown = await inTurns(sheets, atOnce, async (one) =>
      told(`cheatsheets/${one.id}`, await judgeCheatSheet(one, engines)),
    )
    const faults = [
      ...guides.flatMap((one) => told(`guides/${one.id}`, judgeGuide(one, site))),
      ...read.flat(),
      ...shown.flat(),
    ]
    return { rows: [...guides.map(guideRow), ...articles.map(articleRow), ...sheets.map(sheetRow)], faults }
  } finally {
    await browser.close()
  }
}

const atOnce = 2

const told = (file: string, faults: readonly string[]): string[] => faults.map((fault) => `${file}: ${fault}`)

const guideRow = ({ id, estimatedTime, sections }: GuideDocument & { id: string }): LibraryRow => ({
  kind: 'guide',
  id,
  words: wordsIn(sections.map(({ description }) => description).join('\n\n')),
  minutes: estimatedTime,
  run: 0,
})

const articleRow = ({ id, body }: ArticleDocument & { id: string }): LibraryRow => ({
  kind: 'article',
  id,
  words: wordsIn(body),
  minutes: readingMinutes(body),
  run: countRun(body),
})

function sheetRow(sheet: CheatSheetDocument & { id: string }): LibraryRow {
  const text = sheet.groups
    .flatMap(({ entries }) => entries.map(({ code, description }) => `${code} ${description}`))
    .join('\n\n')
  return {
    kind: 'cheat sheet',
    id: sheet.id,
    words: wordsIn(text),
    minutes: readingMinutes(text),
    run: countChecked(sheet),
  }
}
