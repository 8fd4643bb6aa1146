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

/** The listing of the repository's issues, or of the built-in list if there are none. */
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

/** Counts the issues of both states and keeps the first ones of each. */
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

/** An issue's priority: the highest that a word in one of its labels implies, otherwise Low. */
export function priorityOf(labels: readonly { name: string }[]): IssueResource['priority'] {
  const words = new Set(labels.flatMap(({ name }) => name.toLowerCase().split(/[^a-z]+/)))
  return ranks.find(([, names]) => names.some((name) => words.has(name)))?.[0] ?? 'Low'
}

/** The list that is shown when no repository's issues are available; it is served by the listing's endpoint. */
export const builtInIssueKind = defineKind({
  name: 'issues',
  noun: 'Issue',
  endpoints: null,
  document: builtInIssueDocument,
})

/** Reads the list that ships with the product. */
export async function readBuiltInIssues(db: Db): Promise<BuiltInIssue[]> {
  const entries = await listEntries(db, builtInIssueKind.name)
  return entries.map(({ id, document }) => builtInIssue.parse({ id, ...document }))
}
