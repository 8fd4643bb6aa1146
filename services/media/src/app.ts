import type { MessagingTables } from '@rehearse/service-kit'
import { type App, createBackend, servePersonalData } from '@rehearse/service-kit'
import type { MediaConfig } from './config.ts'
import { openStorageFolder } from './storage/storage-folder.ts'

/** Audio files and their storage. */
export async function buildApp(config: MediaConfig): Promise<App> {
  const backend = await createBackend<MessagingTables>({
    name: 'media',
    description: 'Audio files of questions and answers',
    config,
    migrations: [],
  })
  const { app, readiness, beforeServing } = backend
  // Audio belongs to questions: nothing here is a learner's.
  servePersonalData('media', backend, { collections: async () => ({}), erase: async () => {} })
  const storage = openStorageFolder(config.STORAGE_DIR)
  readiness.add('storage', storage.check)
  beforeServing('storage folder', storage.prepare)
  return app
}
