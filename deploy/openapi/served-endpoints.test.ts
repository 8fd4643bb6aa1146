import { join } from 'node:path'
import { endpointsOf } from '@rehearse/contracts/endpoints'
import { type App, readConfig } from '@rehearse/service-kit'
import { expect, test } from 'vitest'
import { buildApp as buildGateway } from '../../services/gateway/src/app.ts'
import { config as gatewayConfig } from '../../services/gateway/src/config.ts'
import { buildApp as buildIdentity } from '../../services/identity/src/app.ts'
import { config as identityConfig } from '../../services/identity/src/config.ts'
import { buildApp as buildMedia } from '../../services/media/src/app.ts'
import { config as mediaConfig } from '../../services/media/src/config.ts'
import { buildApp as buildProgress } from '../../services/progress/src/app.ts'
import { config as progressConfig } from '../../services/progress/src/config.ts'
import { buildApp as buildQuestions } from '../../services/questions/src/app.ts'
import { questionsConfig } from '../../services/questions/src/config.ts'
import type { OpenApi } from './complete-document.ts'
import { describeEndpoints } from './complete-document.ts'

/** An unused address: an app that never listens connects to nothing. */
const nowhere = {
  LOG_LEVEL: 'silent',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere',
  NATS_URL: 'nats://127.0.0.1:1',
  MEDIA_DIR: '/nonexistent',
  IDENTITY_URL: 'http://127.0.0.1:1',
  QUESTIONS_URL: 'http://127.0.0.1:1',
  PROGRESS_URL: 'http://127.0.0.1:1',
  MEDIA_URL: 'http://127.0.0.1:1',
  OPENAPI_FILE: join(import.meta.dirname, 'skeleton.json'),
}

const services = {
  identity: () => buildIdentity(readConfig(identityConfig, nowhere)),
  questions: () => buildQuestions(readConfig(questionsConfig, nowhere)),
  progress: () => buildProgress(readConfig(progressConfig, nowhere)),
  media: () => buildMedia(readConfig(mediaConfig, nowhere)),
  gateway: async () => (await buildGateway(readConfig(gatewayConfig, nowhere))).app,
}

test.each(Object.keys(services) as (keyof typeof services)[])(
  '%s serves exactly the endpoints that are declared for it',
  async (name) => {
    const served = await operationsOf(await services[name]())
    const declared = await describeEndpoints(endpointsOf(name))
    expect(served).toEqual(operations(declared))
  },
  60_000,
)

async function operationsOf(app: App): Promise<Record<string, unknown>> {
  await app.ready()
  const document = app.swagger() as unknown as OpenApi
  await app.close()
  return operations(document)
}

/**
 * Requests and responses by `GET /api/path`; the gateway's forwarding has no summary, and internal addresses aren't
 * endpoints.
 */
function operations({ paths, info }: OpenApi): Record<string, unknown> {
  const forwards = info.title.endsWith('gateway')
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => (forwards ? 'summary' in operation : operation['x-access'] !== 'inner'))
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  )
}
