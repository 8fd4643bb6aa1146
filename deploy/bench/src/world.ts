import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Platform, type PlatformOptions, startPlatform } from '@rehearse/local-platform'
import { unlimited } from '@rehearse/testing/unlimited'
import pg from 'pg'

/** The whole platform with its own data, and ways to send requests to it. */
export interface World {
  platform: Platform
  /** The superuser's connection to the questions database. */
  sql: pg.Client
  adminToken: string
  /** Requests a path directly from the questions service, and returns the parsed body. */
  read<Body = unknown>(path: string): Promise<Body>
  /** Sends JSON through the gateway, as an admin. */
  write<Body = unknown>(path: string, body: object): Promise<Body>
}

interface WorldOptions {
  /** The built frontend; without it the gateway serves none. */
  frontendDir?: string
  env?: PlatformOptions['env']
  /** A checkout of another version, with installed packages, to start instead of this one. */
  from?: string | undefined
}

const admin = { email: 'bench@example.org', password: 'only-for-this-run' }

/** Starts the platform, runs `work` with it, and removes everything afterwards. */
export async function withWorld(
  work: (world: World) => Promise<void>,
  signal: AbortSignal,
  /** Rate limits are off by default. */
  { env = { identity: unlimited, gateway: unlimited }, from, frontendDir }: WorldOptions = {},
): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'rehearse-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  // When run as root, Postgres runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711)
  const other = from && join(resolve(from), 'libs/local-platform/src/index.ts')
  const { startPlatform: start } = other ? await import(other) : { startPlatform }
  const platform: Platform = await start({
    dataDir,
    signal,
    logLevel: 'error',
    nodeEnv: 'development',
    frontendDir,
    env: {
      questions: { CONTENT_DIR: 'none' },
      ...env,
      identity: { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...env.identity },
    },
  })
  stack.defer(platform.stop)
  const address = new URL(platform.postgresUrl)
  address.pathname = '/questions'
  const sql = new pg.Client({ connectionString: address.href })
  await sql.connect()
  stack.defer(() => sql.end())

  const signedIn = await ask<{ admin: { token: string } }>(`${platform.gatewayUrl}/api/admin/auth`, {
    body: admin,
  })
  const adminToken = signedIn.admin.token
  await work({
    platform,
    sql,
    adminToken,
    read: (path) => ask(platform.innerUrls.questions + path),
    write: (path, body) => ask(platform.gatewayUrl + path, { body, token: adminToken }),
  })
}

async function ask<Body>(
  url: string,
  { body, token }: { body?: object; token?: string } = {},
): Promise<Body> {
  const reply = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${url} returned ${reply.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as Body
}
