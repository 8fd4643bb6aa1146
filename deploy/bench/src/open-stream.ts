import { type IncomingMessage, request } from 'node:http'

/** A connection that hears server-sent events. */
export interface HeardStream {
  /** Resolves with the moment at which the next message begins. */
  next(): Promise<number>
  close(): void
}

/** Opens a stream, once it has begun with its first message. */
export async function openStream(url: string, token: string): Promise<HeardStream> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const call = request(url, { agent: false, headers: { authorization: `Bearer ${token}` } }, resolve)
  call.once('error', reject)
  call.end()
  const reply = await promise
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`)
  let heard = Promise.withResolvers<number>()
  reply.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('data: ')) heard.resolve(performance.now())
  })
  reply.once('error', () => {})
  await heard.promise
  return {
    next: () => {
      heard = Promise.withResolvers()
      return heard.promise
    },
    close: () => {
      call.destroy()
    },
  }
}
