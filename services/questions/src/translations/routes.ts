import {
  DomainError,
  deleteTranslation as deleteTranslationEndpoint,
  type LibraryRevisedData,
  librarySubjects,
  listTranslations as listTranslationsEndpoint,
  readTranslation as readTranslationEndpoint,
  saveTranslation as saveTranslationEndpoint,
} from '@rehearse/contracts'
import { type App, enqueue, principalOf, serve } from '@rehearse/service-kit'
import type { Translations } from '../questions/question-view.ts'
import type { Db, Trx } from '../tables.ts'
import { removeTranslation } from './repository.ts'
import { listTranslations, readTranslation, saveTranslation } from './translate-questions.ts'

/** Routes that list, read, save and delete translations of questions. */
export function translationRoutes(app: App, db: Db, shipped: Translations): void {
  serve(app, listTranslationsEndpoint, async (request) => ({
    success: true as const,
    ...(await listTranslations(db, shipped, request.query)),
  }))

  serve(app, readTranslationEndpoint, async ({ params }) => ({
    success: true as const,
    data: await readTranslation(db, shipped, params.id.toLowerCase(), params.language),
  }))

  serve(app, saveTranslationEndpoint, async (request) => {
    const { language } = request.params
    const id = request.params.id.toLowerCase()
    await db.transaction().execute(async (trx) => {
      await saveTranslation(trx, { id, language }, request.body, principalOf(request).id)
      await publishChange(trx, id)
    })
    return { success: true as const, data: await readTranslation(db, shipped, id, language) }
  })

  serve(app, deleteTranslationEndpoint, async ({ params }) => {
    const id = params.id.toLowerCase()
    await db.transaction().execute(async (trx) => {
      if (!(await removeTranslation(trx, id, params.language))) throw notFound()
      await publishChange(trx, id)
    })
    return { success: true as const }
  })
}

/** Cached responses may contain the texts from before. */
async function publishChange(trx: Trx, id: string): Promise<void> {
  const data: LibraryRevisedData = { kind: 'translations', entryIds: [id] }
  await enqueue(trx, [{ subject: librarySubjects.revised, type: 'LibraryRevised', version: 1, data }])
}

const notFound = () =>
  new DomainError({ kind: 'not-found', code: 'translation_not_found', message: 'Translation not found' })
