import { builtInIssue, builtInIssueDocument } from '@rehearse/contracts'
import { defineKind } from './kind.ts'

/** The list that is shown where no repository's issues can be; its address is the listing's own. */
export const builtInIssueKind = defineKind({
  name: 'issues',
  noun: 'Issue',
  address: '/api/resources/issues',
  document: builtInIssueDocument,
  view: builtInIssue,
  editable: false,
})
