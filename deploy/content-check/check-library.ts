import type { ArticleDocument, CheatSheetDocument, GuideDocument } from '@rehearse/contracts'
import { launchChromium } from '@rehearse/testing'
import type { Engine } from './check.ts'
import { inTurns } from './check.ts'
import { openEngines } from './check-content.ts'
import { readEntries } from './read-content.ts'
import type { Engines, Site } from './validate-article.ts'
import {
  countRun,
  readingMinutes,
  readSite,
  siteLinks,
  validateArticle,
  validateCode,
  wordsIn,
} from './validate-article.ts'

/** The result for one library text. */
export interface LibraryRow {
  readonly kind: 'guide' | 'article' | 'cheat sheet'
  readonly id: string
  readonly words: number
  readonly minutes: number
  /** The number of code blocks that were run or checked. */
  readonly run: number
}

export interface LibraryReport {
  readonly rows: readonly LibraryRow[]
  /** One line per problem. */
  readonly problems: readonly string[]
}

/** Checks the claims of the guides, articles and cheat sheets of a content folder. */
export async function checkLibrary(folder: URL): Promise<LibraryReport> {
  const site = readSite(folder)
  const guides = readEntries<GuideDocument>(folder, 'guides')
  const articles = readEntries<ArticleDocument>(folder, 'articles')
  const sheets = readEntries<CheatSheetDocument>(folder, 'cheatsheets')
  const browser = await launchChromium()
  try {
    const engines = openEngines(browser)
    const guided = await inTurns(guides, atOnce, async (one) =>
      told(`guides/${one.id}`, [...validateGuide(one, site), ...(await validateGuideCode(one, engines))]),
    )
    const read = await inTurns(articles, atOnce, async (one) =>
      told(`articles/${one.id}`, await validateArticle(one, site, engines)),
    )
    const shown = await inTurns(sheets, atOnce, async (one) =>
      told(`cheatsheets/${one.id}`, await validateCheatSheet(one, engines)),
    )
    const problems = [...guided.flat(), ...read.flat(), ...shown.flat()]
    return { rows: [...guides.map(guideRow), ...articles.map(articleRow), ...sheets.map(sheetRow)], problems }
  } finally {
    await browser.close()
  }
}

const atOnce = 2

const told = (file: string, problems: readonly string[]): string[] =>
  problems.map((problem) => `${file}: ${problem}`)

const guideRow = ({ id, estimatedTime, sections }: GuideDocument & { id: string }): LibraryRow => ({
  kind: 'guide',
  id,
  words: wordsIn(sections.map(({ description }) => description).join('\n\n')),
  minutes: estimatedTime,
  run: sections.reduce((sum, { description }) => sum + countRun(description), 0),
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

/**
 * Checks a guide's times, links and length. A section's reading time follows from its length, and the guide's time is
 * the sum of its sections.
 */
export function validateGuide({ estimatedTime, sections }: GuideDocument, site: Site): string[] {
  const links = new Set(sections.flatMap(({ description }) => siteLinks(description)))
  const reading = sections.reduce((sum, { description }) => sum + readingMinutes(description), 0)
  return [
    ...sections.flatMap(({ title, description, readingTime, topics }) => [
      ...(readingTime === readingMinutes(description)
        ? []
        : [`"${title}" takes ${readingMinutes(description)} minutes to read, not ${readingTime}`]),
      ...(wordsIn(description) < fewestWords ? [`"${title}" has fewer than ${fewestWords} words`] : []),
      ...(topics.length === 0 ? [`"${title}" has no topics`] : []),
    ]),
    ...[...links]
      .filter((address) => !site.has(address))
      .map((address) => `links to ${address}, which doesn't exist`),
    ...([...links].some((address) => address.startsWith(questionsOf)) ? [] : ['links to no questions']),
    ...(estimatedTime === reading ? [] : [`takes ${reading} minutes to read, not ${estimatedTime}`]),
    ...(estimatedTime > 60 ? [`takes ${estimatedTime} minutes: guides take 25 to 60`] : []),
  ]
}

const fewestWords = 70
const questionsOf = '/questions?learningPath='

/** Runs the code of each section by itself. */
async function validateGuideCode({ sections }: GuideDocument, engines: Engines): Promise<string[]> {
  const problems = await inTurns(sections, 1, ({ description }) => validateCode(description, engines))
  return problems.flatMap((found, position) =>
    found.map((problem) => `"${sections[position]?.title}" ${problem}`),
  )
}

/**
 * Checks in Chromium that it supports the declarations, rules and selectors of a CSS sheet. JavaScript sheets can
 * state an outcome after `// →`, which is checked.
 */
export async function validateCheatSheet(
  { groups, language }: CheatSheetDocument,
  engines: Readonly<{ page: Engine; node: Engine }>,
): Promise<string[]> {
  const codes = groups.flatMap(({ entries }) => entries.map(({ code }) => code))
  const twice = codes.filter((code, position) => codes.indexOf(code) !== position)
  const problems = twice.map((code) => `shows ${code} twice`)
  if (language === 'css') return [...problems, ...(await unknownCss(codes, engines.page))]
  if (language !== 'javascript') return problems
  return [...problems, ...(await untrueOutcomes(codes, engines.node))]
}

/** The number of a sheet's entries that are run or checked. */
const countChecked = ({ groups, language }: CheatSheetDocument): number =>
  groups
    .flatMap(({ entries }) => entries)
    .filter(({ code }) => language === 'css' || (language === 'javascript' && code.includes(arrow))).length

const arrow = ' // → '
const end = '— end of an outcome —'

/** All in one run, since a thread for each would be slow on a busy machine. */
async function untrueOutcomes(codes: readonly string[], run: Engine): Promise<string[]> {
  const claims = codes
    .map((code) => code.split(arrow))
    .flatMap(([expression, says]) => (says === undefined ? [] : [{ expression, says }]))
  if (claims.length === 0) return []
  const script = claims.map(({ expression }) => `console.log(await (${expression}))\nconsole.log('${end}')`)
  const printed = await run({ html: '', css: '', script: ['await null', ...script].join('\n') })
  const outcomes = printed.split(`\n${end}`).map((text) => text.trim())
  return claims.flatMap(({ expression, says }, position) =>
    outcomes[position] === says
      ? []
      : [`states that ${expression} is ${says}, but it is ${outcomes[position] ?? 'nothing'}`],
  )
}

async function unknownCss(codes: readonly string[], inPage: Engine): Promise<string[]> {
  const knows = `(${JSON.stringify(codes)}).filter((code) => {
    const rules = (text) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return sheet.cssRules }
    if (code.includes('{') || code.startsWith('@')) return rules(code).length === 0
    if (/^[-\\w]+:\\s/.test(code)) return code.split(';').some((one) => one.trim() !== '' && !CSS.supports('(' + one.trim() + ')'))
    return !CSS.supports('selector(' + code + ')')
  })`
  const unknown: string[] = JSON.parse(await inPage({ html: '', css: '', script: '', evaluate: knows }))
  return unknown.map((code) => `shows ${code}, which the browser does not support`)
}
