import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache, freePorts, repositoryRoot, startNats } from '@rehearse/local-platform'
import { startTestIdentity } from '@rehearse/testing/test-identity'
import { startChild } from './child.ts'
import { startNginx } from './nginx.ts'
import { untilReady } from './until-ready.ts'

/** A small service, with the gateway and nginx before it. */
export interface GatewayWorld {
  service: string
  gateway: string
  nginx: string
  learnerToken: string
  gatewayPid: number
}

/** @param program what stands in the services' place */
export async function openGatewayWorld(
  stack: AsyncDisposableStack,
  program = 'tiny-service.mjs',
): Promise<GatewayWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const nats = await startNats({ dataDir: join(folder, 'nats') })
  stack.defer(nats.stop)
  const identity = await startTestIdentity(nats.url)
  stack.defer(identity.close)
  const [servicePort = 0, port = 0, innerPort = 0] = await freePorts(3)
  const service = `http://127.0.0.1:${servicePort}`
  stack.use(startChild(process.execPath, [join(import.meta.dirname, program)], { PORT: `${servicePort}` }))
  const nginx = await startNginx(stack, service)
  const entry = join(repositoryRoot, 'services/gateway/src/main.ts')
  const gateway = stack.use(
    startChild(process.execPath, [entry], {
      NATS_URL: nats.url,
      PORT: `${port}`,
      INNER_PORT: `${innerPort}`,
      RUNNER_PORT: '0',
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: compileCache,
      // Counted as always, with a limit that nobody reaches.
      RATE_LIMIT_READ: '10000000',
      RATE_LIMIT_WRITE: '10000000',
      RATE_LIMIT_ANSWERS: '10000000',
      ...Object.fromEntries(
        ['IDENTITY', 'QUESTIONS', 'PROGRESS', 'MEDIA'].map((name) => [`${name}_URL`, service]),
      ),
    }),
  )
  await untilReady(`http://127.0.0.1:${innerPort}/readyz`)
  return {
    service,
    nginx,
    gateway: `http://127.0.0.1:${port}`,
    learnerToken: await identity.token('learner', { expiresIn: 3_600 }),
    gatewayPid: gateway.pid,
  }
}
