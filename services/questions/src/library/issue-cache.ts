import { ISSUE_LISTING, type ListedIssue, listedIssue } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { QuestionsConfig } from '../config.ts'

export interface Fetched {
  issues: readonly ListedIssue[]
  at: Date
}

export interface IssueCacheOptions {
  fetch(signal: AbortSignal): Promise<ListedIssue[]>
  log: FastifyBaseLogger
  /** Timeout (ms) for reading the whole list. */
  timeLimit?: number
  /** Milliseconds after which the list is refreshed. */
  maxAge?: number
  /** Milliseconds to wait after a failure. */
  retryAfter?: number
}

/**
 * Caches the last list that was read. A caller never waits for the host: an expired list is returned while it is
 * refreshed in the background, and kept after a failure.
 */
export class IssueCache {
  readonly #options: Required<IssueCacheOptions>
  readonly #closing = new AbortController()
  #last: Fetched | null = null
  #reading: Promise<void> | null = null
  /** A time of `performance.now()`. */
  #nextRead = 0

  constructor(options: IssueCacheOptions) {
    this.#options = { timeLimit: 10_000, maxAge: ISSUE_LISTING.cacheMs, retryAfter: 60_000, ...options }
  }

  /** The cached list; null until it was read for the first time. */
  current(): Fetched | null {
    if (this.#reading === null && performance.now() >= this.#nextRead && !this.#closing.signal.aborted) {
      this.#reading = this.#read().finally(() => {
        this.#reading = null
      })
    }
    return this.#last
  }

  /** Aborts a read in progress. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#reading
  }

  async #read(): Promise<void> {
    const { fetch, log, maxAge, retryAfter, timeLimit } = this.#options
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeLimit)])
    try {
      this.#last = { issues: await fetch(signal), at: new Date() }
      this.#nextRead = performance.now() + maxAge
    } catch (error) {
      this.#nextRead = performance.now() + retryAfter
      if (!this.#closing.signal.aborted) log.warn({ err: error }, 'issues: could not read the listing')
    }
  }
}

type Config = Pick<QuestionsConfig, 'ISSUES_API_URL' | 'ISSUES_REPOSITORY' | 'ISSUES_TOKEN'>

/** The configured repository's issues, first read when the service starts listening; null without a repository. */
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

interface IssueSource {
  /** The base URL of the code host's REST API. */
  apiUrl: string
  /** owner/name */
  repository: string
  token: string | undefined
}

/** The maximum size of a page in bytes. */
const pageLimit = 8 * 1024 * 1024

/** The host also lists pull requests as issues. */
const page = z.array(z.looseObject({ pull_request: z.unknown().optional() }))

/**
 * Reads a repository's issues, newest first, page by page until a page isn't full, up to ten pages.
 * @throws if the response isn't a page of issues, or the signal aborts
 */
export async function fetchIssues(source: IssueSource, signal: AbortSignal): Promise<ListedIssue[]> {
  const issues: ListedIssue[] = []
  for (let number = 1; number <= ISSUE_LISTING.pages; number += 1) {
    const entries = page.parse(JSON.parse(await fetchPage(source, number, signal)))
    const own = entries.filter((entry) => entry.pull_request === undefined)
    issues.push(...z.array(listedIssue).parse(own))
    if (entries.length < ISSUE_LISTING.pageSize) break
  }
  return issues
}

async function fetchPage(source: IssueSource, number: number, signal: AbortSignal): Promise<string> {
  const query = new URLSearchParams({
    state: 'all',
    per_page: String(ISSUE_LISTING.pageSize),
    page: String(number),
  })
  const reply = await fetch(`${source.apiUrl}/repos/${source.repository}/issues?${query}`, {
    headers: {
      accept: 'application/vnd.github+json',
      'user-agent': 'rehearse',
      ...(source.token !== undefined && { authorization: `Bearer ${source.token}` }),
    },
    signal,
  })
  if (!reply.ok) {
    await reply.body?.cancel()
    throw new Error(`the host of the issues answered ${reply.status}`)
  }
  return readLimited(reply)
}

/** A host that never stops sending must not fill the memory. */
async function readLimited(reply: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of reply.body ?? []) {
    length += part.byteLength
    if (length > pageLimit) throw new Error('the host of the issues sent too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
