import { createHash } from 'node:crypto'
import type { SharedOrder } from '@rehearse/contracts'
import { type Pagination, paginate, type QuestionListQuery, questionType } from '@rehearse/contracts'
import type { QuestionFilter } from '../question-filter.ts'
import type { StoredQuestion } from '../questions/question.ts'
import type { Visibility } from '../questions/question-view.ts'
import { filterOf } from '../search/filter-of.ts'
import type { Db } from '../tables.ts'
import type { CountCache, Counts } from './count-cache.ts'
import type { ValueOrder } from './order.ts'
import { isValueOrder, type KeyOrder, type Order, orderOf } from './order.ts'
import {
  highestPosition,
  matchingPositions,
  type NodeOrder,
  nodesByName,
  readAtPositions,
  readSlices,
  type Slice,
} from './queries.ts'

export interface QuestionList {
  questions: StoredQuestion[]
  /** Omitted if it wasn't requested. */
  pagination?: Pagination
}

/** One page of matching questions, or a random selection of them. */
export async function listQuestions(
  { db, bank }: { db: Db; bank: CountCache },
  query: QuestionListQuery,
  visible: Visibility,
): Promise<QuestionList> {
  const [filter, bankCounts] = await Promise.all([filterOf(db, query, visible), bank.now()])
  const page = query.random ? 1 : query.page
  const pageSize = query.random ? (query.count ?? query.pageSize) : query.pageSize
  const read = async () =>
    filter === null
      ? []
      : readQuestions(db, { filter, bankCounts, query, offset: (page - 1) * pageSize, pageSize })
  if (!query.includePagination) return { questions: await read() }
  const pagination = paginate(page, pageSize, filter === null ? 0 : await bankCounts.total(filter))
  // Past the last page there is nothing to read.
  return { questions: page > pagination.totalPages ? [] : await read(), pagination }
}

interface Reading {
  filter: QuestionFilter
  bankCounts: Counts
  query: QuestionListQuery
  offset: number
  pageSize: number
}

async function readQuestions(
  db: Db,
  { filter, bankCounts, query, offset, pageSize }: Reading,
): Promise<StoredQuestion[]> {
  if (query.random) return selectRandomQuestions(db, filter, pageSize, query.seed)
  const total = query.includePagination ? await bankCounts.total(filter) : 0
  return readInOrder({ db, bankCounts }, orderOf(query), { filter, offset, limit: pageSize, total })
}

async function selectRandomQuestions(
  db: Db,
  filter: QuestionFilter,
  count: number,
  seed: string | undefined,
): Promise<StoredQuestion[]> {
  const source = {
    highest: () => highestPosition(db),
    among: (candidates: readonly number[]) => matchingPositions(db, filter, candidates),
    all: () => matchingPositions(db, filter),
  }
  return readAtPositions(db, await selectRandom(source, count, randomNumbers(seed)))
}

interface Page {
  filter: QuestionFilter
  offset: number
  limit: number
  /** The number of matches, if known; it decides how a search runs. */
  total?: number
}

/** From this number of matches on, a page is read in list order rather than by gathering all matches. */
const denseFrom = 5_000
const newestFirst: KeyOrder = { by: 'createdAt', direction: 'desc' }

/** The questions of one page, however deep in the list. */
export async function readInOrder(
  { db, bankCounts }: { db: Db; bankCounts: Counts },
  order: Order,
  page: Page,
): Promise<StoredQuestion[]> {
  const sliceOf = async (by: KeyOrder, { filter, offset, limit, total = 0 }: Page): Promise<Slice> => ({
    ...(await bankCounts.anchorBefore(filter, by, offset)),
    filter,
    limit,
    dense: total > denseFrom,
  })
  if (!isValueOrder(order)) return readSlices(db, order, [await sliceOf(order, page)])
  const lists = await listsOf({ db, bankCounts }, page.filter, order)
  const parts = partsOf(lists, page.offset, page.limit).map(({ list, skip, limit }) =>
    sliceOf(newestFirst, { filter: list.filter, offset: skip, limit, total: list.count }),
  )
  return readSlices(db, newestFirst, await Promise.all(parts))
}

/** The part of a list that belongs to a page. */
interface Part<List> {
  list: List
  skip: number
  limit: number
}

/** Where a page lies in consecutive lists. */
export function partsOf<List extends { count: number }>(
  lists: readonly List[],
  offset: number,
  limit: number,
): Part<List>[] {
  const parts: Part<List>[] = []
  let before = 0
  for (const list of lists) {
    const skip = Math.max(offset - before, 0)
    const end = Math.min(offset + limit - before, list.count)
    if (end > skip) parts.push({ list, skip, limit: end - skip })
    before += list.count
  }
  return parts
}

/** The questions to select from, by position. */
export interface Candidates {
  /** The highest position. */
  highest(): Promise<number>
  /** The positions among these that have a matching question. */
  among(candidates: readonly number[]): Promise<readonly number[]>
  /** All positions that have a matching question. */
  all(): Promise<readonly number[]>
}

/** The number of candidates drawn for each requested question before all matches are listed. */
const candidatesPerQuestion = 8

/**
 * Selects up to `count` positions with equal probability, without sorting or reading them all: positions are drawn at
 * random, and those without a matching question are dropped. If so few questions match that too many draws miss, all
 * matching positions are listed and drawn from.
 */
export async function selectRandom(
  source: Candidates,
  count: number,
  random: RandomNumbers,
): Promise<number[]> {
  const highest = await source.highest()
  const candidates = distinctNumbers(highest, count * candidatesPerQuestion, random)
  const hits = new Set(await source.among(candidates))
  if (hits.size >= count) return candidates.filter((position) => hits.has(position)).slice(0, count)
  return shuffledStart(await source.all(), count, random)
}

/** Distinct whole numbers from 1 to `highest`, in the order they were drawn. */
function distinctNumbers(highest: number, wanted: number, random: RandomNumbers): number[] {
  const drawn = new Set<number>()
  // If nearly all numbers would be drawn anyway, repetitions are dropped rather than drawn again.
  for (let turn = 0; turn < wanted; turn += 1) drawn.add(1 + Math.floor(random() * highest))
  return [...drawn]
}

/** The first `count` elements of a Fisher-Yates shuffle. */
function shuffledStart(positions: readonly number[], count: number, random: RandomNumbers): number[] {
  const pool = [...positions]
  const length = Math.min(count, pool.length)
  for (let index = 0; index < length; index += 1) {
    const other = index + Math.floor(random() * (pool.length - index))
    const picked = pool[other] as number
    pool[other] = pool[index] as number
    pool[index] = picked
  }
  return pool.slice(0, length)
}

/** Questions that share a value: the filter that matches them, and their number. */
interface SharedList {
  filter: QuestionFilter
  count: number
}

type Narrowing = Partial<QuestionFilter>

/** Values that are the same in every bank, in order, as additions to a filter. */
const fixed: Readonly<Record<Exclude<SharedOrder, NodeOrder>, readonly Narrowing[]>> = {
  difficulty: [{ difficulty: 'beginner' }, { difficulty: 'intermediate' }, { difficulty: 'advanced' }],
  type: questionType.options.toSorted().map((type) => ({ type })),
  status: [
    { isActive: true, approved: true },
    ...(['scheduled', 'in-review', 'draft', 'archived'] as const).map((status) => ({
      isActive: true,
      approved: false,
      status,
    })),
    { isActive: false },
  ],
}

/** The lists that make up a shared order, one per value. Questions in no path come last in either direction. */
async function listsOf(
  { db, bankCounts }: { db: Db; bankCounts: Counts },
  filter: QuestionFilter,
  { by, direction }: ValueOrder,
): Promise<SharedList[]> {
  const inDirection = <Value>(values: readonly Value[]) =>
    direction === 'asc' ? values : [...values].reverse()
  if (by === 'category' || by === 'learningPath') {
    const [counts, names] = await Promise.all([bankCounts.perPlace(filter, by), nodesByName(db, by)])
    const places: (string | null)[] = [...inDirection(names), ...(by === 'learningPath' ? [null] : [])]
    return places.flatMap((place) => {
      const count = counts.get(place) ?? 0
      const narrowing = by === 'category' ? { categoryId: place as string } : { learningPathId: place }
      return count > 0 ? [{ filter: { ...filter, ...narrowing }, count }] : []
    })
  }
  const lists = inDirection(fixed[by])
    .filter((narrowing) => agrees(filter, narrowing))
    .map(async (narrowing) => {
      const narrowed = { ...filter, ...narrowing }
      return { filter: narrowed, count: await bankCounts.total(narrowed) }
    })
  return Promise.all(lists)
}

/** False if the filter already requires another value. */
const agrees = (filter: QuestionFilter, narrowing: Narrowing): boolean =>
  (Object.keys(narrowing) as (keyof QuestionFilter)[]).every(
    (name) => filter[name] === undefined || filter[name] === narrowing[name],
  )

/** Numbers from 0 (included) to 1 (excluded). */
type RandomNumbers = () => number

/**
 * Random numbers, the same for the same seed (sfc32, PractRand-tested, seeded with SHA-256); without a seed,
 * different each time.
 */
export function randomNumbers(seed: string | undefined): RandomNumbers {
  if (seed === undefined) return Math.random
  const digest = createHash('sha256').update(seed).digest()
  let a = digest.readInt32LE(0)
  let b = digest.readInt32LE(4)
  let c = digest.readInt32LE(8)
  let counter = digest.readInt32LE(12)
  return () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
}
