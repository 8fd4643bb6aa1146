import { type ItemProblem, type ItemReport, type ItemReportQuery, itemProblem } from '@rehearse/contracts'
import type { ItemFigures } from './item-figures-repository.ts'
import { isNoticeablyWorse } from './item-view.ts'

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
