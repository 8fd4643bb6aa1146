import { DomainError } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { ZodError } from 'zod'
import type { Db, Trx } from '../db/tables.ts'
import { lockImports } from '../imports/batch-repository.ts'
import { kindOfFile } from '../library/content-kinds.ts'
import { type ContentFile, readContentFiles } from './content-files.ts'
import { loadedFiles, rememberFile } from './content-repository.ts'
import { loadLearningPaths, loadSections } from './load-catalogue.ts'
import { loadLibrary } from './load-library.ts'
import { loadQuestions } from './load-questions.ts'

/**
 * Loads what is new or changed in a folder of content, each file in a transaction of its own. An unchanged file costs
 * nothing; several replicas may do this at once. A faulty file is logged and left out: it must not keep the service
 * from serving what it has.
 */
export async function loadContent(db: Db, folder: string, log: FastifyBaseLogger): Promise<void> {
  const files = await readContentFiles(folder)
  if (files.length === 0) log.warn({ folder }, 'content: nothing to load')
  const loaded = await loadedFiles(db)
  for (const file of files) {
    if (isLoaded(file, loaded)) continue
    try {
      await db.transaction().execute((trx) => loadOnce(trx, file, log))
    } catch (error) {
      if (!isFaultOfFile(error)) throw error
      log.error({ err: error, file: file.path }, 'content: this file can not be loaded')
    }
  }
}

async function loadOnce(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
  await lockImports(trx)
  // While this one waited for the lock, another replica may have done it.
  if (isLoaded(file, await loadedFiles(trx))) return
  await loaderOf(file.path)(trx, file, log)
  await rememberFile(trx, file)
}

const isLoaded = (file: ContentFile, loaded: ReadonlyMap<string, Buffer>): boolean =>
  loaded.get(file.path)?.equals(file.sha256) === true

function loaderOf(path: string) {
  if (path === 'learning-paths.json') return loadLearningPaths
  if (path === 'sections.json') return loadSections
  return kindOfFile(path) === undefined ? loadQuestions : loadLibrary
}

const isFaultOfFile = (error: unknown): boolean =>
  error instanceof DomainError || error instanceof ZodError || error instanceof SyntaxError
