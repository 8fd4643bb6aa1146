import { readdirSync, readFileSync } from 'node:fs'
import type { ArticleDocument, CheatSheetDocument, GuideDocument } from '@rehearse/contracts'
import { chromiumOnDemand } from '@rehearse/testing'
import { readPathSteps } from '../../services/questions/src/content/content-files.ts'
import { type Engine, runConcurrently } from './check.ts'
import { openEngines } from './check-content.ts'
import { type Engines, markupErrors, type Proof, planBlocks } from './code-blocks.ts'
import { parseEntry } from './commented-logs.ts'
import { readEntries } from './read-content.ts'
import {
  readingMinutes,
  readSite,
  type Site,
  siteLinks,
  validateArticle,
  wordsIn,
} from './validate-article.ts'
import { hashOf, readVerified } from './verified.ts'

/** The result for one text. */
export interface LibraryRow {
  readonly kind: 'lesson' | 'guide' | 'article' | 'cheat sheet'
  readonly id: string
  readonly words: number
  readonly minutes: number
  /** The number of code blocks by how they were checked. */
  readonly blocks: Readonly<Partial<Record<Proof, number>>>
}

export interface LibraryReport {
  readonly rows: readonly LibraryRow[]
  /** One line per problem. */
  readonly problems: readonly string[]
  /** Of the texts whose code holds. */
  readonly hashes: readonly string[]
}

/** A text, or one part of it, whose code is checked by itself. */
interface Text {
  /** `articles/react-keys` */
  readonly at: string
  readonly markdown: string
  readonly statesOutcomes: boolean
}

/**
 * Checks the claims and the code of lessons, guides, articles and cheat sheets.
 * @param folder of the content, with a trailing slash
 * @param changed runs only the code of texts that changed since they were last verified
 */
export async function checkLibrary(folder: URL, changed = false): Promise<LibraryReport> {
  const site = readSite(folder)
  const lessons = readLessons(folder)
  const guides = readEntries<GuideDocument>(folder, 'guides')
  const articles = readEntries<ArticleDocument>(folder, 'articles')
  const sheets = readEntries<CheatSheetDocument>(folder, 'cheatsheets')
  const texts: Text[] = [
    ...lessons,
    ...guides.flatMap(({ id, sections }) =>
      sections.map(({ title, description }) => ({
        at: `guides/${id}: "${title}"`,
        markdown: description,
        statesOutcomes: true,
      })),
    ),
    ...articles.map(({ id, body }) => ({ at: `articles/${id}`, markdown: body, statesOutcomes: true })),
  ]
  const verified = changed ? readVerified() : new Set<string>()
  const browser = chromiumOnDemand()
  try {
    const engines = openEngines(browser)
    const found = await runConcurrently(texts, atOnce, async (text) =>
      verified.has(hashOf(text)) ? [] : (await checkCode(text, engines)).map((one) => `${text.at} ${one}`),
    )
    const shown = await runConcurrently(sheets, atOnce, async (one) =>
      verified.has(hashOf(one)) ? [] : withFile(one.id, await validateCheatSheet(one, engines)),
    )
    return {
      rows: [
        ...lessons.map(lessonRow),
        ...guides.map(guideRow),
        ...articles.map(articleRow),
        ...sheets.map(sheetRow),
      ],
      problems: [
        ...guides.flatMap((one) => withFile(one.id, validateGuide(one, site))),
        ...articles.flatMap((one) => withFile(one.id, validateArticle(one, site))),
        ...found.flat(),
        ...shown.flat(),
      ],
      hashes: [
        ...texts.filter((_, position) => found[position]?.length === 0),
        ...sheets.filter((_, position) => shown[position]?.length === 0),
      ].map(hashOf),
    }
  } finally {
    await browser.close()
  }
}

const atOnce = 2

const withFile = (id: string, problems: readonly string[]): string[] =>
  problems.map((problem) => `${id}: ${problem}`)

/** The lessons of all learning paths. */
function readLessons(folder: URL): Text[] {
  const paths = new URL('paths/', folder)
  const files = readdirSync(paths, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  return files.sort().map((name) => {
    const [file = ''] = name.split('/').slice(-1)
    const [step] = readPathSteps(JSON.stringify([{ file, text: readFileSync(new URL(name, paths), 'utf8') }]))
    return { at: `paths/${name}`, markdown: step?.lesson ?? '', statesOutcomes: false }
  })
}

/** What is wrong with the code blocks of a text, each with its number. */
async function checkCode({ markdown, statesOutcomes }: Text, engines: Engines): Promise<string[]> {
  const found = await runConcurrently(planBlocks(markdown, statesOutcomes), 1, ({ check }) => check(engines))
  return found.flatMap((problems, position) => problems.map((problem) => `block ${position + 1}: ${problem}`))
}

function countBlocks(texts: readonly string[], statesOutcomes: boolean): LibraryRow['blocks'] {
  const proofs = texts.flatMap((text) => planBlocks(text, statesOutcomes)).map(({ proof }) => proof)
  return Object.fromEntries(
    [...Map.groupBy(proofs, (proof) => proof)].map(([proof, all]) => [proof, all.length]),
  )
}

const lessonRow = ({ at, markdown }: Text): LibraryRow => ({
  kind: 'lesson',
  id: at,
  words: wordsIn(markdown),
  minutes: readingMinutes(markdown),
  blocks: countBlocks([markdown], false),
})

const guideRow = ({ id, estimatedTime, sections }: GuideDocument & { id: string }): LibraryRow => {
  const texts = sections.map(({ description }) => description)
  return {
    kind: 'guide',
    id,
    words: wordsIn(texts.join('\n\n')),
    minutes: estimatedTime,
    blocks: countBlocks(texts, true),
  }
}

const articleRow = ({ id, body }: ArticleDocument & { id: string }): LibraryRow => ({
  kind: 'article',
  id,
  words: wordsIn(body),
  minutes: readingMinutes(body),
  blocks: countBlocks([body], true),
})

function sheetRow({ id, groups, language }: CheatSheetDocument & { id: string }): LibraryRow {
  const entries = groups.flatMap((group) => group.entries)
  const text = entries.map(({ code, description }) => `${code} ${description}`).join('\n\n')
  const run = entries.filter(
    ({ code }) => language === 'css' || (language === 'javascript' && code.includes(arrow)),
  ).length
  const isCode = isParsed(language)
  return {
    kind: 'cheat sheet',
    id,
    words: wordsIn(text),
    minutes: readingMinutes(text),
    blocks: { run, [isCode ? 'parsed' : 'text']: entries.length - run },
  }
}

const isParsed = (language: string): boolean => ['javascript', 'typescript', 'jsx', 'html'].includes(language)

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

/**
 * Checks in Chromium that it supports the declarations, rules and selectors of a CSS sheet. Scripts and markup are
 * parsed. JavaScript sheets can state an outcome after `// →`, which is checked.
 */
export async function validateCheatSheet(
  { groups, language }: CheatSheetDocument,
  engines: Readonly<{ page: Engine; node: Engine }>,
): Promise<string[]> {
  const codes = groups.flatMap(({ entries }) => entries.map(({ code }) => code))
  const twice = codes.filter((code, position) => codes.indexOf(code) !== position)
  const problems = twice.map((code) => `shows ${code} twice`)
  if (language === 'css') return [...problems, ...(await unknownCss(codes, engines.page))]
  if (isParsed(language)) problems.push(...parseProblems(language, codes))
  return language === 'javascript' ? [...problems, ...(await untrueOutcomes(codes, engines.node))] : problems
}

/** An entry may be the start of a statement or an element, a part of a type, or a piece of advice in words. */
const parseProblems = (language: string, codes: readonly string[]): string[] =>
  codes
    .filter((code) => !/^[\p{L}, ]+$/u.test(code))
    .filter((code) =>
      language === 'html'
        ? markupErrors(code).some((error) => !error.startsWith('eof-'))
        : !parseEntry(code.replaceAll('…', '')),
    )
    .map((code) => `shows ${code}, which can't be parsed`)

const arrow = ' // → '
const end = '— end of an outcome —'

/** All in one run, since a thread for each would be slow on a busy machine. */
async function untrueOutcomes(codes: readonly string[], run: Engine): Promise<string[]> {
  const claims = codes
    .map((code) => code.split(arrow))
    .flatMap(([expression, stated]) => (stated === undefined ? [] : [{ expression, stated }]))
  if (claims.length === 0) return []
  const script = claims.map(({ expression }) => `console.log(await (${expression}))\nconsole.log('${end}')`)
  const printed = await run({ html: '', css: '', script: ['await null', ...script].join('\n') })
  const outcomes = printed.split(`\n${end}`).map((text) => text.trim())
  return claims.flatMap(({ expression, stated }, position) =>
    outcomes[position] === stated
      ? []
      : [`states that ${expression} is ${stated}, but it is ${outcomes[position] ?? 'nothing'}`],
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
