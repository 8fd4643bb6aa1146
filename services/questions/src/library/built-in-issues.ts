import { type BuiltInIssue, builtInIssue } from '@rehearse/contracts'
import type { Db } from '../tables.ts'
import { builtInIssueKind } from './built-in-issue-kind.ts'
import { listEntries } from './repository.ts'

/** The list that came with the product. */
export async function readBuiltInIssues(db: Db): Promise<BuiltInIssue[]> {
  const entries = await listEntries(db, builtInIssueKind.name)
  return entries.map(({ id, document }) => builtInIssue.parse({ id, ...document }))
}
