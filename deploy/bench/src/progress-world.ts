import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  compileCache,
  freePorts,
  provisionDatabase,
  repositoryRoot,
  startNats,
  startPlatform,
  startPostgres,
} from '@rehearse/local-platform'
import { startTestIdentity, type TestIdentity } from '@rehearse/testing/test-identity'
import pg from 'pg'
import { buildFrontend } from '../../local/build-frontend.ts'
import { startChild, untilReady } from './child-processes.ts'

/** The progress service alone, with its own servers. */
export interface ProgressWorld {
  url: string
  /** The superuser's connection to its database. */
  sql: pg.Client
  identity: TestIdentity
  /** The environment of its commands. */
  env: Record<string, string>
}

const secret = 'only-for-this-run-and-no-longer-than-it'

export async function openProgressWorld(stack: AsyncDisposableStack): Promise<ProgressWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  // When run as root, Postgres runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  const server = await startPostgres({ dataDir: join(folder, 'postgres') })
  stack.defer(server.stop)
  const nats = await startNats({ dataDir: join(folder, 'nats') })
  stack.defer(nats.stop)
  const { databaseUrl, ownerUrl } = await provisionDatabase(server.url, { name: 'progress', secret })
  const identity = await startTestIdentity(nats.url)
  stack.defer(identity.close)
  const [port = 0] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const env = { DATABASE_OWNER_URL: ownerUrl, PERSONAL_DATA_SECRET: secret }
  stack.use(
    await startChild(process.execPath, [join(repositoryRoot, 'services/progress/src/main.ts')], {
      ...env,
      DATABASE_URL: databaseUrl,
      NATS_URL: nats.url,
      PORT: `${port}`,
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: compileCache,
    }),
  )
  await untilReady(`${url}/readyz`)
  const address = new URL(server.url)
  address.pathname = '/progress'
  const sql = new pg.Client({ connectionString: address.href })
  await sql.connect()
  stack.defer(() => sql.end())
  return { url, sql, identity, env }
}

/** The whole platform with its shipped content, and an empty page for comparison. */
export interface PagesWorld {
  url: string
  emptyPage: string
}

const emptyPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>Empty</title></head>
  <body><p>Nothing</p></body>
</html>
`
const unlimited = { RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '0', RATE_LIMIT_ANSWERS: '0' }

export async function openPagesWorld(stack: AsyncDisposableStack, signal: AbortSignal): Promise<PagesWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  // When run as root, Postgres runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  const frontendDir = join(folder, 'pages')
  await cp((await buildFrontend()).dir, frontendDir, { recursive: true })
  await writeFile(join(frontendDir, 'empty.html'), emptyPage)
  const platform = await startPlatform({
    dataDir: join(folder, 'data'),
    signal,
    frontendDir,
    logLevel: 'error',
    nodeEnv: 'development',
    env: { gateway: unlimited },
  })
  stack.defer(platform.stop)
  return { url: platform.gatewayUrl, emptyPage: `${platform.gatewayUrl}/empty.html` }
}
