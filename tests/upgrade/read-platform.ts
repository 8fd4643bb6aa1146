import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { asking, type RawReply, type RequestOptions, request } from './api.ts'
import type { Filled } from './fill-platform.ts'
import type { Person } from './people.ts'
import { questionsOfAllKinds, type StoredQuestion } from './questions-of-all-kinds.ts'

/** A request that both versions get; it changes nothing. */
export interface Reading {
  /** The name in the report: who asks, for what. */
  name: string
  /** The path in the OpenAPI document. */
  endpoint: string
  path: string
  /** The email of a person; a visitor has none. */
  as: string
  body?: unknown
}

/** Tokens by email. */
export type Tokens = ReadonlyMap<string, string>

/** The replies by the reading's name: JSON as it is, other files by their checksum. */
export type Snapshot = ReadonlyMap<string, unknown>

interface Operation {
  parameters?: { name: string; in: string; required?: boolean }[]
  security?: Record<string, unknown>[]
}

/** Endpoints whose replies aren't stored data. */
const notRead: Readonly<Record<string, string>> = {
  '/.well-known/jwks.json': 'keys rotate; that old tokens are accepted shows that they are kept',
  '/api/admin/platform': 'the state of processes',
  '/api/admin/stream': 'live',
  '/api/auth/oauth/{provider}': 'no sign-in provider is configured',
  '/api/auth/oauth/{provider}/callback': 'no sign-in provider is configured',
  '/api/auth/providers': 'configuration',
  '/api/docs': 'generated',
  '/api/docs/{file}': 'generated',
  '/api/health': 'the state of processes',
  '/api/interviews/interviewer': 'configuration',
  '/api/openapi.json': 'generated',
  '/api/progress/stream': 'live',
  '/api/resources/issues': 'fetched from another site',
  '/api/runner': 'configuration',
  '/api/unsubscribe/{token}': 'a redirect to a page',
}

/** Queries of endpoints that need some, or that return something else with them. */
function queries(filled: Filled): Readonly<Record<string, string[]>> {
  const { questions, sections } = filled.content
  const ids = questions.map(({ id }) => id).join(',')
  const until = `to=${encodeURIComponent(filled.at)}`
  const ofSections = sections.map((section) => encodeURIComponent(section))
  const formats = ['json', 'markdown', 'gift', 'aiken', 'moodle-xml']
  const bank = [
    '',
    'include=answers',
    'language=ar',
    'orderBy=title&orderDirection=asc',
    'category=HTML%2FCSS',
  ]
  return {
    '/api/admin/audit': [until],
    '/api/admin/audit/export': [until],
    '/api/admin/backup': [
      'action=stats',
      'action=files',
      ...ofSections.flatMap((section) => [
        `action=section&section=${section}`,
        `action=points&section=${section}`,
      ]),
    ],
    '/api/admin/backup/download': ofSections.map((section) => `section=${section}`),
    '/api/admin/progress/learners/{uid}': [`asOf=${encodeURIComponent(filled.at)}`],
    '/api/admin/reviews': ['waiting', 'assigned', 'returned', 'submitted'].map((queue) => `queue=${queue}`),
    '/api/admin/reports/questions': ['', 'state=open', 'state=resolved'],
    '/api/admin/translations': ['language=ar', 'language=ar&state=stale'],
    '/api/questions/export': formats.map((format) => `format=${format}`),
    '/api/questions/unified': [...bank, `ids=${ids}`],
    '/api/questions/unified/{id}': ['', 'include=answers', 'language=ar'],
    '/api/questions/unified/search': [
      'search=%60%23intro%60',
      'search=strict',
      'search=HTML%2FCSS',
      'search=التنسيق',
    ],
    '/api/questions/unified/selection': ['', 'category=HTML%2FCSS', 'status=draft'],
    '/api/progress/next': ['count=20&seed=upgrade', 'count=20&seed=upgrade&category=JavaScript'],
    '/api/progress/questions': [`ids=${ids}`],
    '/api/progress/questions/by-status': ['correct', 'missed', 'unseen'].map((status) => `status=${status}`),
    // The queue of due cards grows by itself; each card is compared instead.
    '/api/progress/reviews': [
      'pageSize=1',
      `questions=${ids}`,
      `questions=${filled.learning.bankIds.join(',')}`,
    ],
    '/api/images/{id}': ['', 'w=480'],
  }
}

const plainStats = [
  'points',
  'level',
  'accuracy',
  'totalQuestions',
  'correctAnswers',
  'timeSpent',
  'streak',
  'longestStreak',
  'streakFreezes',
  'completionRate',
  'flashcardRetention',
  'forecast',
  'section:JavaScript',
  'category:HTML & CSS',
]

/** The parameters of paths that have some: each list fills one path. */
async function parameters(url: string, filled: Filled): Promise<Readonly<Record<string, string[][]>>> {
  const ask = asking(url, filled.boss.token)
  const idsOf = async (path: string) => {
    const { data } = await ask<{ data: { id: string }[] }>(path)
    return data.map(({ id }) => [id])
  }
  const { content, learning } = filled
  const questions = [...content.questions, ...content.pathQuestions].map(({ id }) => [id])
  const learners = filled.learners.filter(({ canSignIn }) => canSignIn)
  const uids = filled.learners.map(({ id }) => [id])
  const challenges = await idsOf('/api/challenges')
  const badges = await idsOf('/api/badges')
  const paths = await idsOf('/api/learning-paths')
  const entries = {
    articles: await idsOf('/api/articles'),
    cheatsheets: await idsOf('/api/cheatsheets'),
    guides: await idsOf('/api/guides'),
    jobs: await idsOf('/api/jobs'),
    'question-bank': await idsOf('/api/question-bank'),
    'question-lists': await idsOf('/api/question-lists'),
    resources: await idsOf('/api/resources'),
    plans: await idsOf('/api/guided-learning/plans'),
  }
  const versioned = [
    ['articles', 'filled-articles'],
    ['cheatsheets', 'filled-cheatsheets'],
    ['plans', 'filled-plan'],
    ['learning_path', 'filled-path'],
    ['category', 'filled-0'],
    ...content.challengeIds.map((id) => ['challenges', id]),
  ]
  return {
    '/api/admin/comments/{kind}/{entryId}': [
      ['questions', content.questions[0]?.id as string],
      ['learning_path', content.pathId],
    ],
    '/api/admin/progress/learners/{uid}': uids,
    '/api/admin/progress/learners/{uid}/events': uids,
    '/api/admin/progress/questions/{id}/statistics': questions,
    '/api/admin/users/{uid}': uids,
    '/api/admin/users/{uid}/export': learners.slice(0, 4).map(({ id }) => [id]),
    '/api/admin/versions/{kind}/{entryId}': versioned,
    '/api/articles/{id}': entries.articles,
    '/api/audio/{questionId}/{type}/{name}': content.audioUrls.map((path) => path.split('/').slice(3)),
    '/api/badges/{id}': badges,
    '/api/calendar/{file}': learning.calendarUrls.map((path) => [path.split('/').at(-1) as string]),
    '/api/certificates/{code}': learning.certificateCodes.map((code) => [code]),
    '/api/challenges/{id}': challenges,
    '/api/cheatsheets/{id}': entries.cheatsheets,
    '/api/features/{id}': await idsOf('/api/features'),
    '/api/guided-learning/plans/{id}': entries.plans,
    '/api/guides/{id}': entries.guides,
    '/api/images/{id}': content.imageUrls.map((path) => [path.split('/').at(-1) as string]),
    '/api/jobs/{id}': entries.jobs,
    '/api/learning-paths/{id}': paths,
    '/api/privacy/receipts/{id}': filled.receiptIds.map((id) => [id]),
    '/api/progress/bookmarks/{questionId}': questions.slice(0, 6),
    '/api/progress/challenges/{challengeId}/draft': content.challengeIds.map((id) => [id]),
    '/api/progress/explain/{figure}': [
      ...plainStats.map((figure) => [figure]),
      ...badges.map(([id]) => [`badge:${id}`]),
      ...learning.examIds.map((id) => [`exam:${id}`]),
    ],
    '/api/progress/notes/{questionId}': questions.slice(0, 6),
    '/api/progress/paths/{pathId}': [[content.pathId], ['javascript-deep-dive']],
    '/api/progress/sessions/{sessionId}': learning.sessionIds.map((id) => [id]),
    '/api/question-bank/{id}': entries['question-bank'],
    '/api/question-lists/{id}': entries['question-lists'],
    '/api/question-lists/{id}/questions': entries['question-lists'],
    '/api/questions/imports/{batchId}': content.batchIds.map((id) => [id]),
    '/api/questions/unified/{id}': questions,
    '/api/questions/unified/{id}/history': questions,
    '/api/questions/unified/{id}/translations/{language}': content.questions
      .slice(0, 8)
      .map(({ id }) => [id, 'ar']),
    '/api/questions/{learningPathId}': [[content.pathId], ['advanced-css']],
    '/api/resources/{id}': entries.resources,
  }
}

/**
 * Every figure, file and export of a filled platform: each GET of its OpenAPI document, by everyone who may read it.
 * @throws if an endpoint is missing above, so that what a version adds is compared from then on
 */
export async function readingsOf(url: string, filled: Filled): Promise<Reading[]> {
  const { paths } = await asking(url)<{ paths: Record<string, { get?: Operation }> }>('/api/openapi.json')
  const given = await parameters(url, filled)
  const asked = queries(filled)
  const readings: Reading[] = []
  const missing: string[] = []
  for (const [path, { get }] of Object.entries(paths)) {
    if (get === undefined || path in notRead) continue
    const lists = path.includes('{') ? given[path] : [[]]
    const needsQuery = get.parameters?.some((one) => one.in === 'query' && one.required)
    if (lists === undefined || (needsQuery && !asked[path])) {
      missing.push(path)
      continue
    }
    const isPaged = get.parameters?.some(({ name }) => name === 'pageSize') ?? false
    for (const values of lists) {
      const named = fillIn(path, values)
      for (const query of asked[path] ?? [''])
        for (const reader of readersOf(get, filled))
          readings.push(...(await pagesOf(url, reader, { endpoint: path, named, query, isPaged })))
    }
  }
  if (missing.length > 0)
    throw new Error(`tests/upgrade/read-platform.ts must say how to read ${missing.join(', ')}`)
  return [...readings, ...checks(filled)]
}

const fillIn = (path: string, values: readonly string[]): string => {
  const left = [...values]
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? ''))
}

type Reader = Pick<Person, 'email' | 'token'>
const visitor: Reader = { email: '', token: '' }

export const tokensOf = ({ boss, admins, learners }: Filled): Tokens =>
  new Map([boss, ...admins, ...learners].map(({ email, token }) => [email, token]))

/** A learner's own data is read by each, what admins share by a super admin and an author. */
function readersOf({ security }: Operation, { boss, admins, learners }: Filled): Reader[] {
  const schemes = (security ?? []).flatMap((one) => Object.keys(one))
  if (schemes.length === 0 || security?.some((one) => Object.keys(one).length === 0)) return [visitor, boss]
  if (schemes.includes('adminCookie')) return [boss, admins[0] as Person]
  return learners.filter(
    ({ canSignIn, name }) => canSignIn && (name.startsWith('Learner') || name === 'Crowd 0'),
  )
}

interface Page {
  endpoint: string
  named: string
  query: string
  isPaged: boolean
}

/** All pages of a list, as the version to compare with has them. */
async function pagesOf(
  url: string,
  reader: Reader,
  { endpoint, named, query, isPaged }: Page,
): Promise<Reading[]> {
  const reading = (more: string): Reading => {
    const parameters = [query, more].filter((part) => part !== '').join('&')
    const path = parameters === '' ? named : `${named}?${parameters}`
    return { name: `${reader.email || 'visitor'}: ${path}`, endpoint, path, as: reader.email }
  }
  if (!isPaged || query.includes('pageSize')) return [reading('')]
  const first = reading('pageSize=100')
  const { status, bytes } = await requestAgain(`${url}${first.path}`, { token: reader.token })
  const { pagination } = (status === 200 ? JSON.parse(bytes.toString('utf8')) : {}) as {
    pagination?: { totalPages: number }
  }
  const others = Array.from({ length: (pagination?.totalPages ?? 1) - 1 }, (_, n) => n + 2)
  return [first, ...others.map((page) => reading(`pageSize=100&page=${page}`))]
}

/** Answers whose verdict every version agrees on. */
function checks({ content, boss }: Filled): Reading[] {
  return questionsOfAllKinds.flatMap(({ checks = [] }, at) =>
    checks.map((given, n) => {
      const question = content.questions[at] as StoredQuestion
      const path = `/api/questions/unified/${question.id}/check`
      const name = `check ${n} of “${question.title}”`
      return { name, endpoint: 'check', path, as: boss.email, body: given(question) }
    }),
  )
}

/**
 * The readings that a filled platform replies to: not those of others' data, or of what a learner doesn't have.
 * @throws if a reading is invalid, or nothing of an endpoint could be read
 */
export function successful(readings: readonly Reading[], snapshot: Snapshot): Reading[] {
  const statusOf = ({ name }: Reading) => (snapshot.get(name) as { status: number }).status
  const found = readings.filter((reading) => statusOf(reading) < 400)
  const endpoints = new Set(found.map(({ endpoint }) => endpoint))
  const empty = readings.filter(({ endpoint }) => !endpoints.has(endpoint)).map(({ name }) => name)
  const isExpected = (status: number) => status < 400 || [401, 403, 404, 410].includes(status)
  const invalid = readings.filter((reading) => !isExpected(statusOf(reading))).map(({ name }) => name)
  if (empty.length + invalid.length > 0)
    throw new Error(`these readings are invalid or all empty:\n${[...invalid, ...empty].join('\n')}`)
  return found
}

/** @returns what a platform replies to these readings */
export async function readPlatform(
  url: string,
  readings: readonly Reading[],
  tokens: Tokens,
): Promise<Snapshot> {
  const snapshot = new Map<string, unknown>()
  const waiting = [...readings]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, path, as, body } = next
      snapshot.set(name, contentOf(await requestAgain(`${url}${path}`, { token: tokens.get(as), body })))
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return snapshot
}

/** Repeats a request that a busy platform asks to repeat later. */
async function requestAgain(address: string, options: RequestOptions): Promise<RawReply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await request(address, options)
    if (reply.status !== 503 || tries === 120) return reply
    await pause(1_000)
  }
}

function contentOf({ status, headers, bytes }: RawReply): unknown {
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  if (type === 'application/json') return { status, body: parse(bytes.toString('utf8')) }
  if (type === 'application/zip') return { status, files: filesIn(bytes) }
  if (type.startsWith('text/') || type === 'application/xml')
    return { status, type, lines: bytes.toString('utf8').split('\n') }
  return { status, type, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Lists whose items may come in any order, by what names an item. */
const unordered: Readonly<Record<string, string>> = {
  sectionProgress: 'section',
  learningPaths: 'pathId',
  marks: 'questionId',
}

/** Leaves out the request's id, which errors name. */
const parse = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => {
    if (key === 'requestId') return undefined
    if (!Array.isArray(value)) return value
    // A user's sessions are ordered by their last use, which reading them changes.
    const name = value.some((one) => one?.lastUsedAt) ? 'id' : unordered[key]
    if (name === undefined) return value
    return value.toSorted((one, other) => String(one[name]).localeCompare(String(other[name])))
  })

/** The files of an export; its page shows the same data for people. */
function filesIn(archive: Buffer): unknown {
  const { 'index.html': _, ...files } = unzipSync(archive)
  const read = ([name, bytes]: [string, Uint8Array]) => {
    const text = Buffer.from(bytes).toString('utf8')
    return [name, name.endsWith('.json') ? JSON.parse(text) : text.split('\n')]
  }
  return Object.fromEntries(Object.entries(files).map(read))
}
