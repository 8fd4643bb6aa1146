import {
  DomainError,
  getItemStatistics,
  getProgressOverview,
  ITEM_STATISTICS_MIN,
  type ItemProblem,
  type ItemReport,
  type ItemReportQuery,
  type ItemVersionStatistics,
  isCorrectResponse,
  itemProblem,
  listItemReport,
  paginate,
  promptOf,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Backend, type Database, serve } from '@rehearse/service-kit'
import { localDay } from '../learner/days.ts'
import { accuracy } from '../learner/points.ts'
import { daySpan } from '../stats/routes.ts'
import type { ProgressTables } from '../tables.ts'
import {
  type ItemRow,
  type ItemStats,
  pickKey,
  type ResponseCount,
  readAllItems,
  readItem,
  readPicks,
  readPlanFunnel,
  readPlatformDays,
  readPlatformTotals,
  readResponses,
} from './queries.ts'
import { publishItemStatistics } from './statistics-repository.ts'

/** The drop in discrimination from which an edit is reported as the cause. */
const noticeable = 0.1

/** What an admin sees of each version; statistics based on too few answers are left out. */
export function toStatistics(
  items: readonly ItemRow[],
  picks: ReadonlyMap<string, number>,
  responses: readonly ResponseCount[] = [],
): ItemVersionStatistics[] {
  return items.map((item, index) => {
    const { version, versions, n, options } = item
    const shown = statsOf(item)
    const before = items.slice(index + 1).find((earlier) => statsOf(earlier).discrimination !== null)
    return {
      version,
      versions,
      n,
      ...shown,
      picks:
        n < ITEM_STATISTICS_MIN
          ? null
          : options.map(({ id: optionId, isCorrect }) => {
              const count = picks.get(pickKey(version, optionId)) ?? 0
              return { optionId, isCorrect, count, share: count / n }
            }),
      responses: n < ITEM_STATISTICS_MIN ? null : responsesOf(item, responses),
      isWorse: before !== undefined && isNoticeablyWorse(shown, before),
    }
  })
}

type GivenResponse = NonNullable<ItemVersionStatistics['responses']>[number]

/** A version's responses as texts, most frequent first, of pairs by left side. */
function responsesOf({ version, n, answer }: ItemRow, all: readonly ResponseCount[]): GivenResponse[] {
  const prompt = promptOf({ id: '', version, answer })
  if (answer === null || prompt === null) return []
  const textOf = (side: 'left' | 'right', id: string) =>
    prompt.kind === 'pairs' ? prompt[side].find((item) => item.id === id)?.text : undefined
  const order = (left: string | null) =>
    prompt.kind === 'pairs' ? prompt.left.findIndex(({ text }) => text === left) : 0
  return all
    .filter((one) => one.version === version)
    .flatMap(({ response, count }): GivenResponse[] => {
      const share = count / n
      if (response.kind !== 'pairs') {
        const text = response.kind === 'text' ? response.text : String(response.value)
        return [{ left: null, text, isCorrect: isCorrectResponse(answer, prompt, response), count, share }]
      }
      return response.pairs.flatMap(({ left: leftId, right: rightId }) => {
        const [left, text] = [textOf('left', leftId), textOf('right', rightId)]
        if (left === undefined || text === undefined) return []
        const isCorrect =
          answer.kind === 'pairs' && answer.pairs.some(({ id, right }) => id === leftId && right === text)
        return [{ left, text, isCorrect, count, share }]
      })
    })
    .toSorted((one, other) => order(one.left) - order(other.left) || other.count - one.count)
}

/** Whether a version discriminates so much less than the previous one that the edit is the likely cause. */
const isNoticeablyWorse = (
  { discrimination: now }: { discrimination: number | null },
  { discrimination: before }: { discrimination: number | null },
): boolean => now !== null && before !== null && now < before - noticeable

function statsOf({ n, facility, discrimination, medianTime }: ItemRow) {
  const says = n >= ITEM_STATISTICS_MIN
  return says
    ? { facility, discrimination, medianTime }
    : { facility: null, discrimination: null, medianTime: null }
}

/** Platform statistics: totals, per day and per plan. */
export function overviewRoute(app: App, { db }: Database<ProgressTables>): void {
  serve(app, getProgressOverview, async (request) => {
    const span = daySpan(request.query, localDay(new Date(), 'UTC'))
    const [totals, days, plans] = await Promise.all([
      readPlatformTotals(db),
      readPlatformDays(db, span),
      readPlanFunnel(db),
    ])
    return {
      success: true as const,
      totals: withAccuracy(totals),
      ...span,
      days: days.map(withAccuracy),
      plans,
    }
  })
}

const withAccuracy = <Row extends { answers: number; correctAnswers: number }>(row: Row) => ({
  ...row,
  accuracy: accuracy(row.correctAnswers, row.answers),
})

/** Milliseconds between two runs of the job, or more if a run took long. */
const statisticsInterval = 5_000

/** Publishes new statistics of questions to other services. */
export function publishStatistics(
  { database: { db }, runPeriodically }: Backend<ProgressTables>,
  log: EventLog,
): void {
  runPeriodically('item statistics', statisticsInterval, async () => {
    const begun = performance.now()
    const isMore = await db.transaction().execute((trx) => publishItemStatistics(trx, log))
    const pause = Math.min(pauseMax, rest * (performance.now() - begun))
    return isMore ? pause : Math.max(pause, statisticsInterval)
  })
}

/** Route that lists the hardest questions, and those with problems. */
export function itemReportRoute(app: App, { db }: Database<ProgressTables>): void {
  // Reads every first attempt in the database.
  const readReports = throttled(async () => toReports(await readAllItems(db)))
  serve(app, listItemReport, async (request) => {
    const { page, pageSize, order } = request.query
    const reports = inOrder(await readReports(), order)
    return {
      success: true as const,
      data: reports.slice((page - 1) * pageSize, page * pageSize),
      pagination: paginate(page, pageSize, reports.length),
    }
  })
}

/** The pause after a read, as a multiple of its duration: reads use at most a tenth of one connection. */
const rest = 10
/** The longest pause (ms) between two reads. */
const pauseMax = 10_000

/**
 * Shares an expensive read among concurrent requests. Each request gets a read that began after it arrived, so the
 * result includes everything the client knows of. Between two reads there is a pause in proportion to the duration of
 * the last one.
 */
export function throttled<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  let pauseUntil = 0
  const turn = async () => {
    await running
    const pause = pauseUntil - performance.now()
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    next = undefined
    const begun = performance.now()
    const reading = read().finally(() => {
      const now = performance.now()
      pauseUntil = now + Math.min(pauseMax, rest * (now - begun))
    })
    running = reading.catch(() => undefined)
    return reading
  }
  return () => {
    next ??= turn()
    return next
  }
}

/** Below this discrimination a question hardly separates learners who know the topic from those who don't. */
const weak = 0.1

/** Questions by their newest version with statistics, and the problems of each. */
export function toReports(figures: readonly ItemStats[]): ItemReport[] {
  return [...Map.groupBy(figures, ({ questionId }) => questionId).values()].flatMap(([item, before]) =>
    item === undefined ? [] : [toReport(item, before ?? null)],
  )
}

export function inOrder(reports: readonly ItemReport[], order: ItemReportQuery['order']): ItemReport[] {
  if (order === 'hardest') return reports.toSorted((a, b) => a.facility - b.facility || byId(a, b))
  return reports
    .filter(({ problems }) => problems.length > 0)
    .toSorted(
      (a, b) => gravity(a) - gravity(b) || (a.discrimination ?? 1) - (b.discrimination ?? 1) || byId(a, b),
    )
}

function toReport(item: ItemStats, before: ItemStats | null): ItemReport {
  const { questionId, title, version, newestVersion, n, facility, discrimination, medianTime } = item
  return {
    ...{ questionId, title, version, newestVersion, n, facility, discrimination, medianTime },
    problems: itemProblem.options.filter((problem) => signs[problem](item, before)),
    before: before && {
      version: before.version,
      facility: before.facility,
      discrimination: before.discrimination,
    },
  }
}

const signs: Record<ItemProblem, (item: ItemStats, before: ItemStats | null) => boolean> = {
  'negative-discrimination': ({ discrimination }) => discrimination !== null && discrimination < 0,
  'worse-after-edit': (item, before) => before !== null && isNoticeablyWorse(item, before),
  'below-chance': ({ facility, optionCount, rightCount }) =>
    rightCount === 1 && optionCount > 1 && facility < 1 / optionCount,
  'weak-discrimination': ({ discrimination }) =>
    discrimination !== null && discrimination >= 0 && discrimination < weak,
}

const gravity = ({ problems: [gravest] }: ItemReport) =>
  gravest === undefined ? itemProblem.options.length : itemProblem.options.indexOf(gravest)

const byId = (a: ItemReport, b: ItemReport) => (a.questionId < b.questionId ? -1 : 1)

/** Statistics of a question, version by version. */
export function itemStatisticsRoute(app: App, { db }: Database<ProgressTables>): void {
  serve(app, getItemStatistics, async (request) => {
    const questionId = request.params.id.toLowerCase()
    const [items, picks, responses] = await Promise.all([
      readItem(db, questionId),
      readPicks(db, questionId),
      readResponses(db, questionId),
    ])
    const [newest] = items
    if (newest === undefined) throw questionNotFound()
    return {
      success: true as const,
      questionId,
      title: newest.title,
      versions: toStatistics(items, picks, responses),
    }
  })
}

const questionNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'question_not_found', message: 'Question not found' })
