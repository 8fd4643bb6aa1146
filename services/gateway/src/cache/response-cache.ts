import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import {
  forwardedHeaders,
  gzip,
  isCompressible,
  type SentBody,
  toSent,
  varying,
} from '../upstreams/response.ts'
import type { ChangeWatch } from './watch-changes.ts'

interface Entry {
  reply: CachedResponse
  storedAt: number
}

/** Total bytes of all bodies. */
const capacity = 64 * 1024 * 1024
/** Larger responses aren't cached: a few of them would evict all the others. */
const largestResponse = 1024 * 1024
/** Milliseconds after which a response is fetched again without a change: some contain counts of days. */
const longest = 60_000
/** How long (ms) a response may be used while changes may be missed. */
const unsureFor = 1_000

/**
 * Responses that are the same for every visitor, until something changes. Requests for one that is being fetched wait
 * for it: a thousand at once are one request to the service.
 */
export class ResponseCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: capacity,
    sizeCalculation: ({ reply }, key) =>
      reply.body.length + (reply.zipped?.body.length ?? 0) + key.length + 512,
  })
  readonly #changes: Pick<ChangeWatch, 'isCurrent'>
  #fetches = new Map<string, Promise<CachedResponse>>()

  constructor(changes: Pick<ChangeWatch, 'isCurrent'>) {
    this.#changes = changes
  }

  /** Clears everything, including fetches in progress, which may have read the state before the change. */
  clear(): void {
    this.#entries.clear()
    this.#fetches = new Map()
  }

  /** The response, if it is cached and still valid. */
  find(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    const age = performance.now() - entry.storedAt
    return age < (this.#changes.isCurrent() ? longest : unsureFor) ? entry.reply : undefined
  }

  /** The fetch in progress for this key, or else a new `fetch`. */
  fetch(key: string, fetch: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const fetches = this.#fetches
    const underWay = fetches.get(key)
    if (underWay) return underWay
    const begun = performance.now()
    const reply = fetch()
      .then((reply) => {
        // A change in the meantime has replaced the map.
        const isCurrent = fetches === this.#fetches
        if (isCurrent && reply.status === 200 && reply.body.length <= largestResponse) {
          this.#entries.set(key, { reply, storedAt: begun })
        }
        return reply
      })
      .finally(() => fetches.delete(key))
    fetches.set(key, reply)
    return reply
  }
}

/** A complete response, ready to be sent. */
export interface CachedResponse {
  status: number
  headers: Readonly<OutgoingHttpHeaders>
  body: SentBody
  /** The same compressed, once for all clients that accept it. */
  zipped?: Pick<CachedResponse, 'headers' | 'body'>
}

export function toCachedResponse(
  status: number,
  upstreamHeaders: IncomingHttpHeaders,
  body: Buffer,
): CachedResponse {
  const headers = { ...forwardedHeaders(upstreamHeaders), 'content-length': body.length }
  if (!isCompressible(status, headers, body.length)) return { status, headers, body: toSent(body) }
  const variedHeaders = varying(headers)
  const zipped = gzip(variedHeaders, body)
  return {
    status,
    headers: variedHeaders,
    body: toSent(body),
    zipped: { headers: zipped.headers, body: toSent(zipped.body) },
  }
}

/** Headers of a 304. */
export function notModified({ headers }: CachedResponse): OutgoingHttpHeaders {
  const { 'content-type': _type, 'content-length': _length, ...others } = headers
  return others
}
