import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { gzip, isCompressible, varying } from '../forwarding/gzip.ts'
import { keepBack } from '../forwarding/reply-headers.ts'
import { type SentBody, toSent } from '../forwarding/send-whole.ts'

/** A reply as it is kept: whole, and ready to be sent. */
export interface KeptReply {
  status: number
  headers: Readonly<OutgoingHttpHeaders>
  body: SentBody
  /** The same compressed, once for all who take it so. */
  zipped?: Pick<KeptReply, 'headers' | 'body'>
}

export function keptReply(status: number, given: IncomingHttpHeaders, body: Buffer): KeptReply {
  const headers = { ...keepBack(given), 'content-length': body.length }
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
