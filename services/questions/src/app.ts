import { type App, createBackend, openPipeline, servePersonalData } from '@rehearse/service-kit'
import type { QuestionsConfig } from './config.ts'
import { loadContent } from './content/load-content.ts'
import { migrations } from './db/migrations.ts'
import type { Tables } from './db/tables.ts'
import { importAnswerer } from './http/answer-import.ts'
import { backupRoutes } from './http/backup-routes.ts'
import { bulkActionRoutes } from './http/bulk-action-routes.ts'
import { catalogueRoutes } from './http/catalogue-routes.ts'
import { coverageRoute } from './http/coverage-route.ts'
import { exportRoute } from './http/export-route.ts'
import { importBatchRoutes } from './http/import-batch-routes.ts'
import { importRoute } from './http/import-route.ts'
import { interviewRoutes } from './http/interview-routes.ts'
import { issueListingRoute } from './http/issue-listing-route.ts'
import { libraryRoutes } from './http/library-routes.ts'
import { installMultipart } from './http/multipart-import.ts'
import { placeWriteRoutes } from './http/place-write-routes.ts'
import { planCheckRoute } from './http/plan-check-route.ts'
import { questionCreateRoute } from './http/question-create-route.ts'
import { questionReadRoutes } from './http/question-read-routes.ts'
import { questionReportRoutes } from './http/question-report-routes.ts'
import { questionSearchRoute } from './http/question-search-route.ts'
import { questionWriteRoutes } from './http/question-write-routes.ts'
import { statsRoute } from './http/stats-route.ts'
import { ReadingThreads } from './imports/reading-threads.ts'
import { createInterviewer } from './interviewer/interviewer.ts'
import { openIssueCache } from './issue-listing/open-issue-cache.ts'
import { answerReplays } from './messaging/answer-replays.ts'
import { countUsage } from './messaging/count-usage.ts'
import { keepAudio } from './messaging/keep-audio.ts'
import { openChallenges } from './messaging/open-challenges.ts'
import { personalData } from './privacy/personal-data.ts'
import { keepRetention } from './retention/keep-retention.ts'
import { keepSearch } from './search/keep-search.ts'
import { Translations } from './translations/translations.ts'

/** The bank of questions and the catalogues they are filed under. */
export async function buildApp(config: QuestionsConfig): Promise<App> {
  const backend = await createBackend<Tables>({
    name: 'questions',
    description: 'The bank of questions, the catalogues they are filed under, and how they get in and out',
    config,
    migrations,
  })
  const { app, database, beforeServing } = backend
  const { db } = database
  const searches = openPipeline<Tables>({
    url: config.DATABASE_URL,
    name: 'questions-searches',
    connections: 4,
    log: app.log,
  })
  app.addHook('onClose', searches.close)

  app.decorateReply('shownVersion', undefined)
  await installMultipart(app)
  const translations = new Translations()
  questionReadRoutes(app, db, translations)
  questionSearchRoute(app, searches)
  questionWriteRoutes(app, db)
  const threads = new ReadingThreads(
    { cpuSeconds: config.IMPORT_CPU_SECONDS, memoryMb: config.IMPORT_MEMORY_MB },
    app.log,
  )
  app.addHook('onClose', () => threads.close())
  const imports = { answer: importAnswerer(db), threads }
  questionCreateRoute(app, db, imports)
  importRoute(app, db, imports)
  importBatchRoutes(app, db)
  exportRoute(app, db)
  backupRoutes(app, db, threads)
  bulkActionRoutes(app, db)
  questionReportRoutes(app, db)
  statsRoute(app, db)
  coverageRoute(app, db)
  catalogueRoutes(app, db)
  placeWriteRoutes(app, db)
  libraryRoutes(app, db)
  planCheckRoute(app, db)
  issueListingRoute(app, db, openIssueCache(app, config))
  interviewRoutes(app, db, createInterviewer(config))
  countUsage(backend)
  openChallenges(backend)
  keepAudio(backend)
  answerReplays(backend)
  keepRetention(backend)
  servePersonalData('questions', backend, personalData)

  keepSearch(backend)
  if (config.CONTENT_DIR !== 'none') {
    beforeServing('content', () => loadContent(db, config.CONTENT_DIR, app.log))
    beforeServing('translations', () => translations.load(config.CONTENT_DIR, app.log))
  }
  return app
}
