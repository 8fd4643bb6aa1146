import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { gzip, isCompressible, keepForClient, type SentBody, toSent, varying } from '../proxy/response.ts'
import type { ChangeWatch } from './change-watch.ts'

interface Entry {
  reply: KeptReply
  storedAt: number
}

/** Bytes of all bodies together. */
const capacity = 64 * 1024 * 1024
/** Larger ones are asked for each time: a few of them would push out all the others. */
const largestReply = 1024 * 1024
/** Milliseconds after which a reply is asked for anew even if nobody told of a change: some count days. */
const longest = 60_000
/** Milliseconds that a reply may be used while nobody can say whether it still holds. */
const unsureFor = 1_000

/**
 * Replies that are the same for every visitor, until something changes. Whoever asks for one that is being fetched
 * waits for that: a thousand at once are one request to the service.
 */
export class ReplyCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: capacity,
    sizeCalculation: ({ reply }, key) =>
      reply.body.length + (reply.zipped?.body.length ?? 0) + key.length + 512,
  })
  readonly #changes: Pick<ChangeWatch, 'isCurrent'>
  #fetches = new Map<string, Promise<KeptReply>>()

  constructor(changes: Pick<ChangeWatch, 'isCurrent'>) {
    this.#changes = changes
  }

  /** Forgets everything, also what is being fetched: it may have been read before the change. */
  clear(): void {
    this.#entries.clear()
    this.#fetches = new Map()
  }

  /** The reply if it is known and holds, at once. */
  find(key: string): KeptReply | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    const age = performance.now() - entry.storedAt
    return age < (this.#changes.isCurrent() ? longest : unsureFor) ? entry.reply : undefined
  }

  /** The reply that is on its way, or that `fetch` gets now. */
  fetch(key: string, fetch: () => Promise<KeptReply>): Promise<KeptReply> {
    const fetches = this.#fetches
    const underWay = fetches.get(key)
    if (underWay) return underWay
    const begun = performance.now()
    const reply = fetch()
      .then((reply) => {
        // A change meanwhile has put another map in place.
        const isCurrent = fetches === this.#fetches
        if (isCurrent && reply.status === 200 && reply.body.length <= largestReply) {
          this.#entries.set(key, { reply, storedAt: begun })
        }
        return reply
      })
      .finally(() => fetches.delete(key))
    fetches.set(key, reply)
    return reply
  }
}

/** A reply as it is kept: whole, and ready to be sent. */
export interface KeptReply {
  status: number
  headers: Readonly<OutgoingHttpHeaders>
  body: SentBody
  /** The same compressed, once for all who take it so. */
  zipped?: Pick<KeptReply, 'headers' | 'body'>
}

export function keptReply(status: number, given: IncomingHttpHeaders, body: Buffer): KeptReply {
  const headers = { ...keepForClient(given), 'content-length': body.length }
  if (!isCompressible(status, headers, body.length)) return { status, headers, body: toSent(body) }
  const told = varying(headers)
  const zipped = gzip(told, body)
  return {
    status,
    headers: told,
    body: toSent(body),
    zipped: { headers: zipped.headers, body: toSent(zipped.body) },
  }
}

/** The same to somebody who has it already. */
export function notModified({ headers }: KeptReply): OutgoingHttpHeaders {
  const { 'content-type': _type, 'content-length': _length, ...others } = headers
  return others
}
