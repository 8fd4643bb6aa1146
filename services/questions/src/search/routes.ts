import { questionSearchQuery, questionSearchReply } from '@rehearse/contracts'
import type { App, Pipeline } from '@rehearse/service-kit'
import { tagReply } from '../edits/etag.ts'
import { render, seesEverything, viewFor } from '../questions/question-view.ts'
import type { Tables } from '../tables.ts'
import { matchOf } from './excerpt.ts'
import { searchQuestions } from './search-questions.ts'

/** Finding questions by what stands in them. */
export function questionSearchRoute(app: App, pipeline: Pipeline<Tables>): void {
  app.get(
    '/api/questions/unified/search',
    {
      config: { access: 'anyone' },
      onSend: tagReply,
      schema: {
        tags: ['questions'],
        summary: 'Search questions, best first, with what was found marked',
        querystring: questionSearchQuery,
        response: { 200: questionSearchReply },
      },
    },
    async ({ principal, query }) => {
      const view = viewFor(principal, query.include)
      const openOnly = !seesEverything(principal)
      const found = await pipeline.read((db) => searchQuestions(db, query, { openOnly }))
      const { questions, search, pagination, complete, corrections } = found
      const data = questions.map((question) => ({
        ...render(question, view),
        match: matchOf(question, search),
      }))
      return { success: true as const, data, pagination, complete, corrections }
    },
  )
}
