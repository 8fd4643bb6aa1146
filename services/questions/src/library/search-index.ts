import { getSearchIndex, type SearchEntry, type SearchEntryKind } from '@rehearse/contracts'
import { type App, serve } from '@rehearse/service-kit'
import { tagReply } from '../edits/etag.ts'
import type { Db } from '../tables.ts'
import { listLearningPaths, listSteps } from '../taxonomy/queries.ts'
import { visitor } from './kind.ts'
import { kindNamed } from './kinds.ts'
import { readLibrary, type Shown } from './read-library.ts'

/** Route of the titles, first lines and search words of all content except questions, which have their own search. */
export function searchIndexRoute(app: App, db: Db): void {
  serve(app, getSearchIndex, { onSend: tagReply }, async () => ({
    success: true as const,
    data: await readIndex(db),
  }))
}

async function readIndex(db: Db): Promise<SearchEntry[]> {
  const paths = (await listLearningPaths(db)).map(
    ({ id, title, description, targetSkills, questionCategories }): SearchEntry => ({
      kind: 'path',
      id,
      title,
      text: description,
      words: [...questionCategories, ...targetSkills],
    }),
  )
  const steps = (await listSteps(db)).map(
    ({ pathId, path, id, title, summary, lesson }): SearchEntry => ({
      kind: 'step',
      id: `${pathId}/${id}`,
      title,
      text: summary,
      words: [path, ...termsOf(lesson)],
    }),
  )
  const entries = await Promise.all(libraryKinds.map((one) => entriesOf(db, one)))
  return [...paths, ...steps, ...entries.flat(), ...(await companiesOf(db))]
}

interface IndexedKind {
  /** The kind's name in the library. */
  name: string
  kind: SearchEntryKind
  /** The field shown as the entry's line. */
  text: string
  /** Fields that contain one word or a list of words. */
  words: readonly string[]
}

const libraryKinds: readonly IndexedKind[] = [
  { name: 'challenges', kind: 'challenge', text: 'description', words: ['category', 'tags'] },
  { name: 'guides', kind: 'guide', text: 'description', words: ['sections', 'targetSkills'] },
  { name: 'articles', kind: 'article', text: 'summary', words: ['category', 'tags'] },
  { name: 'cheatsheets', kind: 'cheatsheet', text: 'description', words: ['category', 'tags', 'groups'] },
  { name: 'question-lists', kind: 'list', text: 'description', words: [] },
  { name: 'resources', kind: 'resource', text: 'description', words: ['tags'] },
  { name: 'jobs', kind: 'job', text: 'description', words: ['company', 'location', 'skills'] },
]

async function entriesOf(db: Db, { name, kind, text, words }: IndexedKind): Promise<SearchEntry[]> {
  return (await readShown(db, name)).map((entry) => ({
    kind,
    id: entry.id,
    title: String(entry.title),
    text: firstLine(String(entry[text])),
    words: words.flatMap((field) => wordsIn(entry[field])),
  }))
}

/** The companies named by entries of the question bank. */
async function companiesOf(db: Db): Promise<SearchEntry[]> {
  const items = await readShown(db, 'question-bank')
  const companies = new Set(items.flatMap(({ companies }) => wordsIn(companies)))
  return [...companies].map((name) => ({ kind: 'company', id: name, title: name, text: '', words: [] }))
}

/** The entries of a kind that every visitor may see. */
async function readShown(db: Db, name: string): Promise<Shown[]> {
  return (await readLibrary(db, kindNamed(name), {}, visitor)).data
}

/** The texts in a field: its own, its elements', or the titles, topics and code of nested groups. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (typeof value !== 'object' || value === null) return []
  const { title, topics, entries, code } = value as Record<string, unknown>
  return [title, topics, entries, code].flatMap(wordsIn)
}

/** What a lesson is about: its headings and emphasized words, but for those that all lessons share. */
function termsOf(lesson: string): string[] {
  const text = lesson.replaceAll(/^ *```.*?^ *```/gms, '')
  const found = [...text.matchAll(/^#+ (.+)$|\*\*(.+?)\*\*|(?<![\w*])\*([^\s*][^*\n]*)\*/gm)]
  const terms = new Set(found.map(([, heading, strong, emphasis]) => heading ?? strong ?? emphasis ?? ''))
  return [...terms].filter((term) => !sharedHeadings.has(term))
}

const sharedHeadings: ReadonlySet<string> = new Set(['In the interview', 'Read more'])

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''
