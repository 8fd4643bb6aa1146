import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { RunnerAddresses } from './runner-addresses.ts'
import { readRunnerScripts, runnerPage, runnerPolicy } from './runner-page.ts'

export interface RunnerServer {
  listen(address: { host: string; port: number }): Promise<void>
  close(): Promise<void>
}

/**
 * The runner's own origin. It has no cookie, no call and no other page, so that code which broke out of everything else
 * would find nothing there.
 */
export async function openRunner(addresses: RunnerAddresses): Promise<RunnerServer> {
  const scripts = await readRunnerScripts()
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 72_000, maxHeaderSize: 16 * 1024 },
    (request, reply) => {
      const platform =
        request.url === '/' && isRead(request) ? addresses.platform(request.headers.host) : null
      if (platform === null) return sendNothing(reply)
      reply.writeHead(200, {
        ...commonHeaders,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': runnerPolicy(platform),
        'origin-agent-cluster': '?1',
      })
      reply.end(request.method === 'HEAD' ? undefined : runnerPage(scripts, platform))
    },
  )
  return {
    listen: (address) => listen(server, address),
    close: async () => {
      if (!server.listening) return
      await new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      })
    },
  }
}

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

function sendNothing(reply: ServerResponse): void {
  reply.writeHead(404, {
    ...commonHeaders,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    // A body that nobody reads would be taken for the next request.
    connection: 'close',
  })
  reply.end()
}

function listen(server: Server, address: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
