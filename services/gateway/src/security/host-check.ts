import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'

/** Whether an authority (`name[:port]` as in a request) is one that we serve. */
export type HostCheck = (authority: string) => boolean

type Settings = Pick<
  GatewayConfig,
  'PUBLIC_ORIGIN' | 'RUNNER_ORIGIN' | 'RUNNER_PARENT_ORIGIN' | 'ALLOWED_HOSTS'
>

/** The platform's hosts: configured names, localhost, and IP addresses, since DNS rebinding needs a name. */
export const platformHosts = ({
  PUBLIC_ORIGIN,
  RUNNER_PARENT_ORIGIN,
  ALLOWED_HOSTS = [],
}: Settings): HostCheck => hostCheck([...namesOf(PUBLIC_ORIGIN, RUNNER_PARENT_ORIGIN), ...ALLOWED_HOSTS])

/** The runner's hosts: its configured origin, or else the platform's hosts on the runner's port. */
export const runnerHosts = (settings: Settings): HostCheck =>
  settings.RUNNER_ORIGIN === undefined ? platformHosts(settings) : hostCheck(namesOf(settings.RUNNER_ORIGIN))

/**
 * Rejects requests with a `Host` that isn't ours: a page of another site whose name resolves to this server (DNS
 * rebinding) would otherwise be same-origin with us, and redirects, policies and cookies would use its name.
 */
export function installHostCheck(app: FastifyInstance, isOurs: HostCheck, { refuse }: RateLimits): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host, ':authority': authority } = request.raw.headers
    const stated = [host, authority, targetAuthorities.get(request.raw)].filter((name) => name !== undefined)
    // Behind a trusted proxy this is the forwarded host, otherwise one of those above.
    if (stated.length > 0) stated.push(request.host)
    if (stated.every((name) => isOurs(String(name)))) done()
    else refuse(request, misdirected, done)
  })
}

const targetAuthorities = new WeakMap<IncomingMessage, string>()
const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/is

/**
 * Fastify's `rewriteUrl`: for a target in absolute-form, only the path is routed; its host is checked with the
 * others.
 */
export function originForm(request: IncomingMessage): string {
  const { url = '/' } = request
  if (url.startsWith('/')) return url
  const [, authority, path] = absoluteForm.exec(url) ?? []
  if (authority === undefined || path === undefined) return url
  targetAuthorities.set(request, authority)
  return path.startsWith('/') ? path : `/${path}`
}

/**
 * The number of hosts in a request, of which Node uses the first. @param rawHeaders names and values alternating, as
 * received
 */
export function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

function hostCheck(names: readonly string[]): HostCheck {
  const ours = new Set(names.map((name) => name.toLowerCase()))
  const isOurs = (authority: string) => {
    const [, hostname = '', port = '0'] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(authority) ?? []
    if (hostname === '' || Number(port) > 65_535) return false
    if (hostname.startsWith('[')) return isIPv6(hostname.slice(1, -1))
    const name = hostname.toLowerCase().replace(/\.$/, '')
    return ours.has(name) || name === 'localhost' || name.endsWith('.localhost') || isIPv4(name)
  }
  // Nearly all requests name the same host.
  let last: string | undefined
  return (authority) => {
    if (authority === last) return true
    if (!isOurs(authority)) return false
    last = authority
    return true
  }
}

const namesOf = (...origins: readonly (string | undefined)[]): string[] =>
  origins.filter((origin) => origin !== undefined).map((origin) => new URL(origin).hostname)

const misdirected = new DomainError({
  kind: 'misdirected',
  code: 'misdirected_request',
  message: 'This server is not configured for that host name (PUBLIC_ORIGIN, ALLOWED_HOSTS)',
})

/**
 * Rejects requests with invalid framing (RFC 9112, 3.2 and 6.1): without a host (Node's own check, which responds
 * without a body, is turned off), with two hosts, of which Node uses the first, or with an unknown length, because
 * the transfer encoding isn't `chunked`. Node rejects the last one too, but emits the request first: a cached
 * response would be sent.
 */
export function installFramingCheck(app: FastifyInstance, { refuse }: RateLimits): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, httpVersion, rawHeaders } = request.raw
    const encoding = headers['transfer-encoding']
    const hosts = countHosts(rawHeaders)
    const isKnownLength = encoding === undefined || encoding.toLowerCase() === 'chunked'
    if (isKnownLength && (hosts === 1 || (hosts === 0 && httpVersion !== '1.1'))) done()
    else refuse(request, malformed, done)
  })
}

const malformed = new DomainError({
  kind: 'invalid',
  code: 'malformed_request',
  message: 'The request is malformed',
})
