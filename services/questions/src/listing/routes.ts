import {
  deleteSavedFilter,
  listQuestions as listQuestionsEndpoint,
  listSavedFilters,
  saveFilter,
} from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import { tagReply } from '../edits/etag.ts'
import { withStatistics } from '../questions/question-repository.ts'
import {
  type FindTranslations,
  renderIn,
  seesEverything,
  viewFor,
  visibility,
  withoutReserved,
} from '../questions/question-view.ts'
import type { FindReserved } from '../questions/reserved-questions.ts'
import type { Db } from '../tables.ts'
import { CountCache } from './count-cache.ts'
import { listQuestions } from './list-questions.ts'
import { readSavedFilters, removeFilter, storeFilter } from './saved-filters-repository.ts'

/** Route that lists questions in pages, filtered and in any order. */
export function listingRoute(
  app: App,
  db: Db,
  { findTranslations, findReserved }: { findTranslations: FindTranslations; findReserved: FindReserved },
): void {
  const bank = new CountCache(db)

  serve(app, listQuestionsEndpoint, { onSend: tagReply }, async (request) => {
    const { principal, query } = request
    const { language } = query
    const view = await withoutReserved(viewFor(principal, query.include), principal, findReserved)
    const list = await listQuestions({ db, bank }, query, visibility(principal))
    const translations = await findTranslations(list.questions, language)
    const rendered = list.questions.map((question) =>
      renderIn(translations, question, { view: view(question), language }),
    )
    const data = seesEverything(principal) ? await withStatistics(db, rendered) : rendered
    return { success: true as const, data, ...(list.pagination && { pagination: list.pagination }) }
  })
}

/** Routes of each admin's saved filters. */
export function savedFilterRoutes(app: App, db: Db): void {
  serve(app, listSavedFilters, async (request) => ({
    success: true as const,
    data: await readSavedFilters(db, principalOf(request).id),
  }))

  serve(app, saveFilter, async (request) => ({
    success: true as const,
    data: await storeFilter(db, principalOf(request).id, request.body),
  }))

  serve(app, deleteSavedFilter, async (request) => {
    await removeFilter(db, principalOf(request).id, request.params.filterId)
    return { success: true as const }
  })
}
