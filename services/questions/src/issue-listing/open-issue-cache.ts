import type { App } from '@rehearse/service-kit'
import type { QuestionsConfig } from '../config.ts'
import { fetchIssues } from './fetch-issues.ts'
import { IssueCache } from './issue-cache.ts'

type Config = Pick<QuestionsConfig, 'ISSUES_API_URL' | 'ISSUES_REPOSITORY' | 'ISSUES_TOKEN'>

/** The configured repository's issues, first read as soon as the service listens; null without a repository. */
export function openIssueCache(app: App, config: Config): IssueCache | null {
  const repository = config.ISSUES_REPOSITORY
  if (repository === undefined) return null
  const source = { apiUrl: config.ISSUES_API_URL.replace(/\/+$/, ''), repository, token: config.ISSUES_TOKEN }
  const cache = new IssueCache({ fetch: (signal) => fetchIssues(source, signal), log: app.log })
  app.addHook('onListen', async () => {
    cache.current()
  })
  app.addHook('onClose', () => cache.close())
  return cache
}
