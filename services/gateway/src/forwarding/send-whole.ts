import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'

/**
 * Bytes up to which head and body leave as one text. Node writes a head and a buffer as two parts, which costs about as
 * much as the copy does here; read as Latin-1 every byte is a character, whatever it stands for.
 */
const onePiece = 14 * 1024

/** A body as it is sent: short ones as text with a character for each byte. */
export type SentBody = Buffer | string

export const toSent = (body: Buffer): SentBody => (body.length > onePiece ? body : body.toString('latin1'))

/** Sends a complete reply, past Fastify's own way of replying. */
export function sendWhole(
  reply: FastifyReply,
  status: number,
  head: Readonly<OutgoingHttpHeaders>,
  body: Buffer | SentBody,
): void {
  const { raw } = reply.hijack()
  raw.writeHead(status, head)
  const sent = typeof body === 'string' ? body : toSent(body)
  if (sent.length === 0 || reply.request.method === 'HEAD') raw.end()
  else if (typeof sent === 'string') raw.end(sent, 'latin1')
  else raw.end(sent)
}
