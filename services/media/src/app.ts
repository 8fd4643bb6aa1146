import { join } from 'node:path'
import { questionMessage } from '@rehearse/contracts'
import { type App, createBackend, servePersonalData } from '@rehearse/service-kit'
import { storeQuestions } from './audio/repository.ts'
import { audioRoutes } from './audio/routes.ts'
import { startSweepJob } from './audio/sweep.ts'
import type { MediaConfig } from './config.ts'
import { openFolderStorage } from './storage/folder-storage.ts'
import { openNatsStorage } from './storage/nats-storage.ts'
import { observeDisk, openStaging } from './storage/staging.ts'
import { migrations, type Tables } from './tables.ts'

/** Builds the service of the audio of questions and their answers. */
export async function buildApp(config: MediaConfig): Promise<App> {
  const backend = await createBackend<Tables>({
    name: 'media',
    description: 'Audio files of questions and answers',
    config,
    migrations,
  })
  const { app, database, metrics, nats, readiness, beforeServing } = backend
  const { db } = database
  const storage =
    config.MEDIA_STORAGE === 'nats' ? openNatsStorage(nats) : openFolderStorage(config.MEDIA_DIR)
  const staging = openStaging(join(config.MEDIA_DIR, '.staging'))

  await audioRoutes(app, { db, nats, storage }, staging)
  // Audio is attached only to existing questions, and removed with them.
  backend.consume({
    name: 'media-questions',
    schema: questionMessage,
    handle: (messages, trx) => storeQuestions(trx, messages),
  })
  // Audio belongs to questions: this service stores no data of learners.
  servePersonalData('media', backend, { collections: async () => ({}), erase: async () => {} })

  readiness.add('storage', storage.check)
  observeDisk(metrics, config.MEDIA_DIR)
  beforeServing('storage', async () => {
    await storage.prepare()
    await staging.prepare()
  })
  startSweepJob(backend, storage, staging)
  return app
}
