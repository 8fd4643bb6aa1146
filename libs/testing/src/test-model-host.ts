import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface ChatRequest {
  path: string
  headers: IncomingHttpHeaders
  body: { model: string; messages: { role: string; content: string }[] }
}

export interface ModelHost {
  /** For OPENAI_BASE_URL. */
  url: string
  /** The requests, in order. */
  requests: ChatRequest[]
  /** Handles all further requests. */
  answer: (reply: ServerResponse, request: ChatRequest) => void
  close(): Promise<void>
}

/** A host of language models with the chat-completions protocol, whose responses a test chooses. */
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

/** Responds with this text, as a chat completion. */
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

/** Responds with something other than a chat completion. */
export const answers =
  (status: number, body = '', headers: Record<string, string> = {}): ModelHost['answer'] =>
  (reply) =>
    reply.writeHead(status, headers).end(body)
