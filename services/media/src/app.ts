import { join } from 'node:path'
import { mediaBuckets, questionMessage } from '@rehearse/contracts'
import { type App, createBackend, servePersonalData } from '@rehearse/service-kit'
import { storeQuestions } from './audio/repository.ts'
import { audioRoutes } from './audio/routes.ts'
import { startSweepJob } from './audio/sweep.ts'
import type { MediaConfig } from './config.ts'
import { imageRoutes } from './images/routes.ts'
import { startImageSweepJob } from './images/sweep.ts'
import { imageFolder, openFolderStorage } from './storage/folder-storage.ts'
import { openNatsStorage } from './storage/nats-storage.ts'
import { installForms } from './storage/receive-form.ts'
import { observeDisk, openStaging } from './storage/staging.ts'
import type { Storage } from './storage/storage.ts'
import { migrations, type Tables } from './tables.ts'
import { trashRoutes } from './trash/routes.ts'

/** Builds the service of the audio of questions and their answers, and of images. */
export async function buildApp(config: MediaConfig): Promise<App> {
  const backend = await createBackend<Tables>({
    name: 'media',
    description: 'Audio files of questions and answers, and images',
    config,
    migrations,
  })
  const { app, database, metrics, nats, readiness, beforeServing } = backend
  const { db } = database
  const isInNats = config.MEDIA_STORAGE === 'nats'
  const open = (bucket: string, folder: string): Storage =>
    isInNats ? openNatsStorage(nats, bucket) : openFolderStorage(folder)
  const storage = open(mediaBuckets.audio, config.MEDIA_DIR)
  const images = open(mediaBuckets.images, join(config.MEDIA_DIR, imageFolder))
  const staging = openStaging(join(config.MEDIA_DIR, '.staging'))

  await installForms(app)
  audioRoutes(app, { db, nats, storage }, staging)
  imageRoutes(app, { db, nats, storage: images, staging })
  trashRoutes(app, db)
  // Audio is attached only to existing questions, and removed with them.
  backend.consume({
    name: 'media-questions',
    schema: questionMessage,
    handle: (messages, trx) => storeQuestions(trx, messages),
  })
  // Audio and images belong to content: this service stores no data of learners.
  servePersonalData('media', backend, { collections: async () => ({}), erase: async () => {} })

  readiness.add('storage', storage.check)
  observeDisk(metrics, config.MEDIA_DIR)
  beforeServing('storage', async () => {
    await storage.prepare()
    await images.prepare()
    await staging.prepare()
  })
  startSweepJob(backend, storage, staging)
  startImageSweepJob(backend, images)
  return app
}
