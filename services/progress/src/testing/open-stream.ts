/** A message of a server-sent event stream. */
interface Message {
  id: string
  event: string
  data: string
}

export interface OpenStream {
  messages: Message[]
  hasEnded: boolean
  close(): void
}

/** Opens a stream and collects its messages. @throws with the status, if it isn't 200 */
export async function openStream(url: string, token: string, lastEventId?: string): Promise<OpenStream> {
  const leaving = new AbortController()
  const reply = await fetch(url, {
    signal: leaving.signal,
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  })
  if (reply.status !== 200 || reply.body === null) throw new Error(`answered ${reply.status}`)
  const stream: OpenStream = { messages: [], hasEnded: false, close: () => leaving.abort() }
  void gather(reply.body, stream.messages)
    .catch(() => {})
    .finally(() => {
      stream.hasEnded = true
    })
  return stream
}

async function gather(body: ReadableStream<Uint8Array>, messages: Message[]): Promise<void> {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const fields = new Map(
        part.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      )
      const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')]
      if (id && event && data) messages.push({ id, event, data })
    }
  }
}
