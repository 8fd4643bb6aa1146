import { join } from 'node:path'
import { type App, createBackend, servePersonalData } from '@rehearse/service-kit'
import type { MediaConfig } from './config.ts'
import { migrations } from './db/migrations.ts'
import type { Tables } from './db/tables.ts'
import { deleteRoute } from './http/delete-route.ts'
import { downloadRoute } from './http/download-route.ts'
import { installForms } from './http/receive-form.ts'
import { uploadRoute } from './http/upload-route.ts'
import { keepQuestions } from './messaging/keep-questions.ts'
import { openFolderStorage } from './storage/folder-storage.ts'
import { openNatsStorage } from './storage/nats-storage.ts'
import { observeDisk } from './storage/observe-disk.ts'
import { keepSwept } from './sweep/keep-swept.ts'
import { openStaging } from './uploads/staging.ts'

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
