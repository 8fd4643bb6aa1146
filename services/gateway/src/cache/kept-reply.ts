import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { keepBack } from '../forwarding/reply-headers.ts'
import { type SentBody, toSent } from '../forwarding/send-whole.ts'

/** A reply as it is kept: whole, and ready to be sent. */
export interface KeptReply {
  status: number
  headers: Readonly<OutgoingHttpHeaders>
  body: SentBody
}

export function keptReply(status: number, given: IncomingHttpHeaders, body: Buffer): KeptReply {
  return { status, headers: { ...keepBack(given), 'content-length': body.length }, body: toSent(body) }
}

/** The same to somebody who has it already. */
export function notModified({ headers }: KeptReply): OutgoingHttpHeaders {
  const { 'content-type': _type, 'content-length': _length, ...others } = headers
  return others
}
