import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface ChatRequest {
  path: string
  headers: IncomingHttpHeaders
  body: { model: string; messages: { role: string; content: string }[] }
}

export interface ModelHost {
  /** As OPENAI_BASE_URL. */
  url: string
  /** What was asked, in order. */
  requests: ChatRequest[]
  /** Answers from now on. */
  answer: (reply: ServerResponse, request: ChatRequest) => void
  close(): Promise<void>
}

/** A host of language models that speaks the chat-completions protocol, and says what a test wants. */
export async function startModelHost(): Promise<ModelHost> {
  const server = createServer(async (request, reply) => {
    const body = (await json(request)) as ChatRequest['body']
    const asked = { path: request.url ?? '', headers: request.headers, body }
    host.requests.push(asked)
    host.answer(reply, asked)
  })
  const host: ModelHost = {
    url: '',
    requests: [],
    answer: says('{}'),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return host
}

/** Answers with these words, as a chat completion. */
export const says =
  (content: unknown): ModelHost['answer'] =>
  (reply) => {
    const message = { role: 'assistant', content }
    reply.setHeader('content-type', 'application/json')
    reply.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'tiny',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
  }

/** Answers with something else than a chat completion. */
export const answers =
  (status: number, body = '', headers: Record<string, string> = {}): ModelHost['answer'] =>
  (reply) =>
    reply.writeHead(status, headers).end(body)
