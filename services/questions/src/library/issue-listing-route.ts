import { issueListReply } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { tagReply } from '../edits/etag.ts'
import type { Db } from '../tables.ts'
import { readBuiltInIssues } from './built-in-issues.ts'
import type { IssueCache } from './issue-cache.ts'
import { listIssues } from './list-issues.ts'

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
