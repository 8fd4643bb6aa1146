import {
  type ItemProblem,
  type ItemReport,
  type ItemReportQuery,
  itemProblem,
  itemReportQuery,
  itemReportReply,
  paginate,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import type { App, Database } from '@rehearse/service-kit'
import { bringUpToDate } from '../read-models/catch-up.ts'
import type { ProgressTables } from '../tables.ts'
import type { ItemFigures } from './item-figures-repository.ts'
import { readAllItems } from './item-figures-repository.ts'
import { isNoticeablyWorse } from './item-view.ts'

/** The hardest questions, and those that something is wrong with. */
export function itemReportRoute(app: App, { db }: Database<ProgressTables>, log: EventLog): void {
  // It looks at every first attempt there is.
  const readReports = paced(async () => {
    await bringUpToDate(log, db, 'statistics')
    return toReports(await readAllItems(db))
  })
  app.get(
    '/api/admin/progress/questions',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['progress'],
        summary: 'The hardest questions, or those that something is wrong with, from 30 first attempts on',
        querystring: itemReportQuery,
        response: { 200: itemReportReply },
      },
    },
    async (request) => {
      const { page, pageSize, order } = request.query
      const reports = inOrder(await readReports(), order)
      return {
        success: true as const,
        data: reports.slice((page - 1) * pageSize, page * pageSize),
        pagination: paginate(page, pageSize, reports.length),
      }
    },
  )
}

/** How many times as long as it takes a reading rests: it has a tenth of one connection at most. */
const rest = 10
/** Milliseconds that anybody waits for a reading's turn. */
const longestRest = 10_000

/**
 * Shares an expensive reading among all who ask. Whoever asks gets one that began after they asked, so nothing that they know
 * of is missing from it; but between two readings there is a pause, in proportion to what one costs.
 */
export function paced<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  let restUntil = 0
  const turn = async () => {
    await running
    const pause = restUntil - performance.now()
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    next = undefined
    const begun = performance.now()
    const reading = read().finally(() => {
      const now = performance.now()
      restUntil = now + Math.min(longestRest, rest * (now - begun))
    })
    running = reading.catch(() => undefined)
    return reading
  }
  return () => {
    next ??= turn()
    return next
  }
}

/** Below it a question hardly tells those who know from those who don't. */
const weak = 0.1

/** Questions by their newest version that has figures, with what is wrong with each. */
export function toReports(figures: readonly ItemFigures[]): ItemReport[] {
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

function toReport(item: ItemFigures, before: ItemFigures | null): ItemReport {
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

const signs: Record<ItemProblem, (item: ItemFigures, before: ItemFigures | null) => boolean> = {
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
