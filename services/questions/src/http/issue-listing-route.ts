import { issueListReply } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { Db } from '../db/tables.ts'
import { readBuiltInIssues } from '../issue-listing/built-in-issues.ts'
import type { IssueCache } from '../issue-listing/issue-cache.ts'
import { listIssues } from '../issue-listing/list-issues.ts'
import { tagReply } from './etag.ts'

/** Resources that are a repository's issues; `cache` is null where no repository is configured. */
export function issueListingRoute(app: App, db: Db, cache: IssueCache | null): void {
  app.get(
    '/api/resources/issues',
    {
      config: { access: 'anyone' },
      onSend: tagReply,
      schema: {
        tags: ['library'],
        summary: 'Resources from the issues of the configured repository, else the built-in list',
        response: { 200: issueListReply },
      },
    },
    async () => {
      const fetched = cache?.current() ?? null
      return { success: true as const, ...listIssues(fetched, await readBuiltInIssues(db)) }
    },
  )
}
