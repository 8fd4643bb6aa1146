import { join } from 'node:path'
import { type App, readConfig } from '@rehearse/service-kit'
import { buildApp as buildGateway } from '../../services/gateway/src/app.ts'
import { config as gatewayConfig } from '../../services/gateway/src/config.ts'
import type { Route } from '../../services/gateway/src/routes.ts'
import { buildApp as buildIdentity } from '../../services/identity/src/app.ts'
import { config as identityConfig } from '../../services/identity/src/config.ts'
import { buildApp as buildMedia } from '../../services/media/src/app.ts'
import { config as mediaConfig } from '../../services/media/src/config.ts'
import { buildApp as buildProgress } from '../../services/progress/src/app.ts'
import { config as progressConfig } from '../../services/progress/src/config.ts'
import { buildApp as buildQuestions } from '../../services/questions/src/app.ts'
import { questionsConfig } from '../../services/questions/src/config.ts'
import type { OpenApi } from './open-api.ts'

/** Nobody listens there: an app that is built and never listens connects to nothing. */
const nowhere = {
  LOG_LEVEL: 'silent',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere',
  NATS_URL: 'nats://127.0.0.1:1',
  MEDIA_DIR: '/nonexistent',
  IDENTITY_URL: 'http://127.0.0.1:1',
  QUESTIONS_URL: 'http://127.0.0.1:1',
  PROGRESS_URL: 'http://127.0.0.1:1',
  MEDIA_URL: 'http://127.0.0.1:1',
  // The gateway serves the document that is about to be made; for describing itself the empty one will do.
  OPENAPI_FILE: join(import.meta.dirname, 'skeleton.json'),
}

/** Each service's own document, from the app as it would run. */
export async function describeServices(): Promise<Record<Route['upstream'], OpenApi>> {
  const gateway = await buildGateway(readConfig(gatewayConfig, nowhere))
  return {
    identity: await describe(await buildIdentity(readConfig(identityConfig, nowhere))),
    questions: await describe(await buildQuestions(readConfig(questionsConfig, nowhere))),
    progress: await describe(await buildProgress(readConfig(progressConfig, nowhere))),
    media: await describe(await buildMedia(readConfig(mediaConfig, nowhere))),
    gateway: await describe(gateway.app),
  }
}

async function describe(app: App): Promise<OpenApi> {
  await app.ready()
  const document = app.swagger() as unknown as OpenApi
  await app.close()
  return document
}
