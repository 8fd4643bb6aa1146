import {
  type BuiltInIssue,
  builtInIssue,
  builtInIssueDocument,
  ISSUE_LISTING,
  type IssueList,
  type IssueResource,
} from '@rehearse/contracts'
import type { Db } from '../tables.ts'
import type { Fetched } from './issue-cache.ts'
import { defineKind } from './kind.ts'
import { listEntries } from './repository.ts'

/** The listing as it is shown: the repository's issues, or the built-in list where there are none. */
export function listIssues(fetched: Fetched | null, builtIn: readonly BuiltInIssue[]): IssueList {
  if (fetched === null || fetched.issues.length === 0) return builtInList(builtIn)
  const issues = fetched.issues.map(
    (issue): IssueResource => ({ ...issue, priority: priorityOf(issue.labels) }),
  )
  const { open, closed, shown } = split(issues, (issue) => issue.state === 'open')
  return {
    data: [...shown.openResources, ...shown.closedResources],
    count: shown.openResources.length + shown.closedResources.length,
    stats: { total: issues.length, open, closed, isMockData: false, ...shown },
    fetchedAt: fetched.at.toISOString(),
  }
}

function builtInList(builtIn: readonly BuiltInIssue[]): IssueList {
  const { open, closed, shown } = split(builtIn, (issue) => !issue.completed)
  return {
    data: [...builtIn],
    count: builtIn.length,
    stats: { total: builtIn.length, open, closed, isMockData: true, ...shown },
    fetchedAt: null,
  }
}

/** Counts both states and keeps the first of each. */
function split<Issue>(issues: readonly Issue[], isOpen: (issue: Issue) => boolean) {
  const open = issues.filter(isOpen)
  const closed = issues.filter((issue) => !isOpen(issue))
  return {
    open: open.length,
    closed: closed.length,
    shown: {
      openResources: open.slice(0, ISSUE_LISTING.kept),
      closedResources: closed.slice(0, ISSUE_LISTING.kept),
    },
  }
}

const ranks = [
  ['Critical', ['critical', 'urgent']],
  ['High', ['high', 'bug']],
  ['Medium', ['medium', 'enhancement']],
] as const

/** How urgent an issue is, by the words in its labels' names: the highest that any of them says, else Low. */
export function priorityOf(labels: readonly { name: string }[]): IssueResource['priority'] {
  const words = new Set(labels.flatMap(({ name }) => name.toLowerCase().split(/[^a-z]+/)))
  return ranks.find(([, names]) => names.some((name) => words.has(name)))?.[0] ?? 'Low'
}

/** The list that is shown where no repository's issues can be; its address is the listing's own. */
export const builtInIssueKind = defineKind({
  name: 'issues',
  noun: 'Issue',
  endpoints: null,
  document: builtInIssueDocument,
})

/** The list that came with the product. */
export async function readBuiltInIssues(db: Db): Promise<BuiltInIssue[]> {
  const entries = await listEntries(db, builtInIssueKind.name)
  return entries.map(({ id, document }) => builtInIssue.parse({ id, ...document }))
}
