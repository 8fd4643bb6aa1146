import { join } from 'node:path'
import type { NatsUrls } from './nats-access.ts'

export const serviceNames = ['gateway', 'questions', 'progress', 'identity', 'media'] as const
export type ServiceName = (typeof serviceNames)[number]

/** The repository's folder, which contains the services. */
export const repositoryRoot = join(import.meta.dirname, '../../..')

/** Node's cache of compiled TypeScript: the next start is faster, and the compiler needs no memory. */
export const compileCache = join(repositoryRoot, '.cache/compiled')

/** The settings that all services of a platform share. */
export interface ServiceSurroundings {
  dataDir: string
  host: string
  publicPort: number
  runnerPort: number
  innerPorts: Readonly<Record<ServiceName, number>>
  natsUrls: NatsUrls
  gatewaySecret: string
  databases: Readonly<Partial<Record<ServiceName, { databaseUrl: string; ownerUrl: string }>>>
  logLevel: string
  nodeEnv: string
  frontendDir: string | undefined
}

/** The services with a database: all but the gateway. */
export const databaseOwners = serviceNames.filter((name) => name !== 'gateway')

/** The URL of a service's `/livez` and `/readyz`; for all but the gateway it is the only port. */
export function innerUrl(ports: Readonly<Record<ServiceName, number>>, name: ServiceName): string {
  return `http://127.0.0.1:${ports[name]}`
}

/** The environment variables of a service; the same as in the README's table. */
export function serviceEnvironment(name: ServiceName, of: ServiceSurroundings): Record<string, string> {
  const database = of.databases[name]
  return {
    NODE_ENV: of.nodeEnv,
    LOG_LEVEL: of.logLevel,
    NATS_URL: of.natsUrls[name],
    GATEWAY_SECRET: of.gatewaySecret,
    NODE_COMPILE_CACHE: compileCache,
    // By default glibc keeps a separate heap for each thread, which holds some 20 MB in every service.
    MALLOC_ARENA_MAX: '2',
    // Short-lived objects get 4 MB instead of 16: an idle service then uses some 30 MB less. Not in the gateway and
    // in progress, which handle every answer: they would pause for garbage collection every few hundred requests.
    ...(name !== 'gateway' && name !== 'progress' && { NODE_OPTIONS: '--max-semi-space-size=4' }),
    // The links in emails, unless PUBLIC_ORIGIN is set.
    ...(name === 'identity' && { MAIL_ORIGIN: publicUrl('localhost', of.publicPort) }),
    ...(name === 'media' && { MEDIA_DIR: join(of.dataDir, name) }),
    ...(database && { DATABASE_URL: database.databaseUrl, DATABASE_OWNER_URL: database.ownerUrl }),
    ...(name === 'gateway'
      ? gatewayEnvironment(of)
      : { HOST: '127.0.0.1', PORT: String(of.innerPorts[name]) }),
  }
}

function gatewayEnvironment(of: ServiceSurroundings): Record<string, string> {
  return {
    HOST: of.host,
    PORT: String(of.publicPort),
    RUNNER_PORT: String(of.runnerPort),
    INNER_PORT: String(of.innerPorts.gateway),
    QUESTIONS_URL: innerUrl(of.innerPorts, 'questions'),
    PROGRESS_URL: innerUrl(of.innerPorts, 'progress'),
    IDENTITY_URL: innerUrl(of.innerPorts, 'identity'),
    MEDIA_URL: innerUrl(of.innerPorts, 'media'),
    ...(of.frontendDir && { FRONTEND_DIR: of.frontendDir }),
  }
}

/** The launcher's own variables: URLs of superusers, the first admin's password, those of npm. */
const notPassedOn =
  /^(POSTGRES_URL|NATS_URL|GATEWAY_SECRET|ADMIN_.*|PORT|HOST|DATABASE_.*URL|npm_.*|NODE_CHANNEL_.*|VITEST.*|INIT_CWD)$/

/** The platform's URL for a browser on this machine; https if the gateway has a certificate. */
export function publicUrl(host: string, port: number, env: NodeJS.ProcessEnv = process.env): string {
  const name = host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host
  return `${env.TLS_CERT_FILE ? 'https' : 'http'}://${name}:${port}`
}

/** The variables that a service inherits: proxies, certificates, API keys, its other settings. */
export function inheritedEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const passedOn = Object.entries(env).filter(
    ([name, value]) => value !== undefined && !notPassedOn.test(name),
  )
  return Object.fromEntries(passedOn) as Record<string, string>
}
