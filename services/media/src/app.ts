import type { MessagingTables } from '@rehearse/service-kit'
import { type App, createBackend } from '@rehearse/service-kit'
import type { MediaConfig } from './config.ts'
import { openStorageFolder } from './storage/storage-folder.ts'

/** Audio files and their storage. */
export async function buildApp(config: MediaConfig): Promise<App> {
  const { app, readiness, beforeServing } = await createBackend<MessagingTables>({
    name: 'media',
    description: 'Audio files of questions and answers',
    config,
    migrations: [],
  })
  const storage = openStorageFolder(config.STORAGE_DIR)
  readiness.add('storage', storage.check)
  beforeServing('storage folder', storage.prepare)
  return app
}
