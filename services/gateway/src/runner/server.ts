import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import { type ConnectionLimits, limitConnections } from '../rate-limits/connections.ts'
import { Turns } from '../rate-limits/turns.ts'
import { countHosts, type HostCheck } from '../security/host-check.ts'
import { ofHttps } from '../security/security-headers.ts'
import type { Certificate } from '../security/tls.ts'
import type { RunnerAddresses } from './addresses.ts'

export interface RunnerServer {
  /** TLS options; null for plain http. */
  tls: TlsServer | null
  listen(address: { host: string; port: number }): Promise<void>
  close(): Promise<void>
}

/**
 * The runner's own origin. It has no cookies, API or other pages, so code that escapes every other barrier finds
 * nothing here.
 */
export async function openRunner(
  addresses: RunnerAddresses,
  isOurs: HostCheck,
  certificate: Certificate | null,
  connections: ConnectionLimits,
): Promise<RunnerServer> {
  const scripts = await readRunnerScripts()
  const commonHeaders = certificate ? { ...plainHeaders, ...ofHttps } : plainHeaders
  const answer = (request: IncomingMessage, reply: ServerResponse) => {
    const { host } = request.headers
    if (countHosts(request.rawHeaders) > 1) return sendNothing(reply, 400, commonHeaders)
    if (host !== undefined && !isOurs(host)) return sendNothing(reply, 421, commonHeaders)
    const platform = request.url === '/' && isRead(request) ? addresses.platform(host) : null
    if (platform === null) return sendNothing(reply, 404, commonHeaders)
    reply.writeHead(200, {
      ...commonHeaders,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': runnerPolicy(platform),
      'origin-agent-cluster': '?1',
      // Chrome, from 152: no connections or host lookups, even when code navigates the frame.
      'connection-allowlist': '()',
    })
    reply.end(request.method === 'HEAD' ? undefined : runnerPage(scripts, platform))
  }
  const turns = new Turns()
  const answerInTurn = (request: IncomingMessage, reply: ServerResponse) =>
    turns.take(request.socket, reply, () => answer(request, reply))
  const tls = certificate && createTlsServer({ ...limits, ...certificate }, answerInTurn)
  const server = tls ?? createServer(limits, answerInTurn)
  // Of silence, also of a client that doesn't read.
  server.setTimeout(150_000)
  const stopLimits = limitConnections(server, connections)
  return {
    tls,
    listen: (address) => listen(server, address),
    close: async () => {
      stopLimits()
      if (!server.listening) return
      await new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      })
    },
  }
}

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 72_000,
  maxHeaderSize: 16 * 1024,
}

const plainHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

function sendNothing(reply: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  reply.writeHead(status, {
    ...headers,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    // An unread body would be parsed as the next request.
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

/** Scripts of the page and its worker, which run isolated from everything else. */
export interface RunnerScripts {
  frame: string
  worker: string
}

/** Reads the scripts once; in the source they are modules, in the browser each set shares one scope. */
export async function readRunnerScripts(): Promise<RunnerScripts> {
  const [shared, frame, worker] = await Promise.all(
    [['report', 'lock', 'modules'], ['focus', 'frame'], ['worker']].map(async (names) => {
      const texts = names.map((name) => readFile(new URL(`./page/${name}.js`, import.meta.url), 'utf8'))
      return (await Promise.all(texts)).join('\n').replace(/^import .*$|^export /gm, '')
    }),
  )
  return {
    frame: `'use strict'\n${shared}\n${frame}`,
    worker: `(() => {\n'use strict'\n${shared}\n${worker}\nstartWorker()\n})()`,
  }
}

/** The one page of the runner's origin. It accepts messages from pages of `platform` only. */
export function runnerPage({ frame, worker }: RunnerScripts, platform: string): string {
  const settings = inScript({ platform, workerSource: worker })
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Code runner</title></head>
<body><script>(() => {
${frame}
startFrame(${settings})
})()</script></body>
</html>
`
}

/**
 * Allows everything that challenge code needs, and nothing that leaves the frame. Forms may be submitted to the
 * code's own listeners, never to a URL; `sandbox` also applies when the page is opened outside a frame.
 */
export function runnerPolicy(platform: string): string {
  return [
    "default-src 'none'",
    "script-src 'unsafe-inline' 'unsafe-eval' blob:",
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    // All markup passes through the policy in frame.js: see closeNetwork.
    "require-trusted-types-for 'script'",
    'trusted-types default',
    `frame-ancestors ${platform}`,
    'sandbox allow-scripts allow-forms',
  ].join('; ')
}

/** JSON that can't contain `</script>`. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
