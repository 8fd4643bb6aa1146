import { join } from 'node:path'
import { type App, createBackend, servePersonalData } from '@rehearse/service-kit'
import { downloadRoute } from './audio/download-route.ts'
import { keepQuestions } from './audio/keep-questions.ts'
import { deleteRoute, uploadRoute } from './audio/routes.ts'
import { installForms } from './audio/upload-form.ts'
import type { MediaConfig } from './config.ts'
import { openFolderStorage } from './storage/folder-storage.ts'
import { openNatsStorage } from './storage/nats-storage.ts'
import { observeDisk } from './storage/observe-disk.ts'
import { openStaging } from './storage/staging.ts'
import { keepSwept } from './storage/sweep.ts'
import { migrations, type Tables } from './tables.ts'

/** The audio of questions and of their answers. */
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

  await installForms(app)
  uploadRoute(app, { db, nats, storage }, staging)
  deleteRoute(app, db)
  downloadRoute(app, db, storage)
  keepQuestions(backend)
  // Audio belongs to questions: nothing here is a learner's.
  servePersonalData('media', backend, { collections: async () => ({}), erase: async () => {} })

  readiness.add('storage', storage.check)
  observeDisk(metrics, config.MEDIA_DIR)
  beforeServing('storage', async () => {
    await storage.prepare()
    await staging.prepare()
  })
  keepSwept(backend, storage, staging)
  return app
}
