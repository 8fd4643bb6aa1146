import { type App, createBackend, openPipeline, servePersonalData } from '@rehearse/service-kit'
import { backupRoutes } from './backups/routes.ts'
import type { QuestionsConfig } from './config.ts'
import { loadContent } from './content/load-content.ts'
import { Translations } from './content/translations.ts'
import { exportRoute } from './exports/routes.ts'
import { importBatchRoutes } from './imports/import-batch-routes.ts'
import { installMultipart } from './imports/import-form.ts'
import { questionCreateRoute } from './imports/question-create-route.ts'
import { ReadingThreads } from './imports/reading-threads.ts'
import { importRoute } from './imports/routes.ts'
import { importAnswerer } from './imports/run-import.ts'
import { createInterviewer } from './interviewer/interviewer.ts'
import { interviewRoutes } from './interviewer/routes.ts'
import { issueListingRoute } from './library/issue-listing-route.ts'
import { openChallenges } from './library/open-challenges.ts'
import { openIssueCache } from './library/open-issue-cache.ts'
import { planCheckRoute } from './library/plan-check-route.ts'
import { libraryRoutes } from './library/routes.ts'
import { personalData } from './privacy/personal-data.ts'
import { keepRetention } from './privacy/retention.ts'
import { bulkActionRoutes } from './questions/bulk-action-routes.ts'
import { keepAudio } from './questions/consumers.ts'
import { countUsage } from './questions/count-usage.ts'
import { questionWriteRoutes } from './questions/question-write-routes.ts'
import { questionReadRoutes } from './questions/routes.ts'
import { answerReplays } from './replay/answer-replays.ts'
import { coverageRoute } from './reports/coverage-route.ts'
import { questionReportRoutes } from './reports/routes.ts'
import { statsRoute } from './reports/stats-route.ts'
import { keepSearch } from './search/index-job.ts'
import { questionSearchRoute } from './search/routes.ts'
import { migrations, type Tables } from './tables.ts'
import { placeWriteRoutes } from './taxonomy/node-write-routes.ts'
import { catalogueRoutes } from './taxonomy/routes.ts'

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
