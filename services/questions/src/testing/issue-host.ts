import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface IssueHost {
  url: string
  /** Received requests, in order. */
  requests: { url: URL; authorization: string | undefined }[]
  /** The handler of the following requests. */
  answer: (url: URL, reply: ServerResponse, request: IncomingMessage) => void
}

/** A code host that responds as a test needs; it stops after the test. */
export async function startIssueHost(answer: IssueHost['answer']): Promise<IssueHost> {
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://host')
    host.requests.push({ url, authorization: request.headers.authorization })
    host.answer(url, reply, request)
  })
  const host: IssueHost = { url: '', requests: [], answer }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return host
}

/** An issue as the host's REST API lists it, with some fields that the service doesn't use. */
export const hostIssue = (number: number, changes: object = {}) => ({
  id: 1_000 + number,
  number,
  title: `Issue ${number}`,
  state: 'open',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  closed_at: null,
  labels: [{ id: 1, name: 'bug', color: 'd73a4a', default: true }],
  user: { login: 'ada', id: 7, avatar_url: 'https://example.org/ada.png' },
  html_url: `https://example.org/issues/${number}`,
  body: 'long text',
  ...changes,
})

/** Responds with pages of 100 of these issues. */
export const paged =
  (issues: readonly object[]): IssueHost['answer'] =>
  (url, reply) => {
    const page = Number(url.searchParams.get('page'))
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(issues.slice((page - 1) * 100, page * 100)))
  }
