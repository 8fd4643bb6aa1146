import { type App, createBackend, servePersonalData } from '@rehearse/service-kit'
import { backupRoutes } from './backups/routes.ts'
import { bulkActionRoutes } from './bulk-actions/routes.ts'
import { presenceRoutes } from './comments/presence-routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { startUnreadMail } from './comments/unread-mail.ts'
import type { QuestionsConfig } from './config.ts'
import { loadContent } from './content/load-content.ts'
import { questionListRoute } from './content/question-lists.ts'
import { ContentTranslations } from './content/translations.ts'
import { exportRoute } from './exports/routes.ts'
import { serveImageUses } from './images/image-uses.ts'
import { installMultipart } from './imports/import-form.ts'
import { ReadingThreads } from './imports/reading-threads.ts'
import { importRoutes } from './imports/routes.ts'
import { createInterviewer } from './interviewer/interviewer.ts'
import { interviewRoutes } from './interviewer/routes.ts'
import { createSpeech } from './interviewer/speech.ts'
import { consumeChallengeOpenings } from './library/challenges.ts'
import { openIssueCache } from './library/issue-cache.ts'
import { libraryRoutes } from './library/routes.ts'
import { listingRoute, savedFilterRoutes } from './listing/routes.ts'
import { personalData } from './privacy/personal-data.ts'
import { startRetentionJob } from './privacy/repository.ts'
import { consumeAnswers, consumeAudio, consumeStatistics } from './questions/consumers.ts'
import type { FindTranslations } from './questions/question-view.ts'
import { findReservedQuestions } from './questions/reserved-questions.ts'
import { questionRoutes } from './questions/routes.ts'
import { serveReplays } from './replay/replay.ts'
import { reportRoutes } from './reports/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { startScheduleJob } from './reviews/schedule-job.ts'
import { startSearchIndexJob } from './search/index-job.ts'
import { questionSearchRoute } from './search/routes.ts'
import { migrations, type Tables } from './tables.ts'
import { taxonomyRoutes } from './taxonomy/routes.ts'
import { translationRoutes } from './translations/routes.ts'
import { withStored } from './translations/translate-questions.ts'
import { trashRoutes } from './trash/routes.ts'
import { versionRoutes } from './versions/routes.ts'

/** Builds the service of the question bank, its taxonomy and the content library. */
export async function buildApp(config: QuestionsConfig): Promise<App> {
  const backend = await createBackend<Tables>({
    name: 'questions',
    description: 'The bank of questions, the catalogs they are filed under, and how they get in and out',
    config,
    migrations,
  })
  const { app, database, beforeServing } = backend
  const { db } = database
  const searches = backend.openPipeline('questions-searches', 4)

  app.decorateReply('shownVersion', undefined)
  await installMultipart(app)
  const translations = new ContentTranslations()
  const findTranslations: FindTranslations = (questions, language) =>
    withStored(db, translations, questions, language)
  const threads = new ReadingThreads(
    { cpuSeconds: config.IMPORT_CPU_SECONDS, memoryMb: config.IMPORT_MEMORY_MB },
    app.log,
  )
  app.addHook('onClose', () => threads.close())

  const findReserved = findReservedQuestions({ nats: backend.nats, log: app.log })
  questionRoutes(app, db, { findTranslations, findReserved })
  listingRoute(app, db, { findTranslations, findReserved })
  savedFilterRoutes(app, db)
  translationRoutes(app, db, translations)
  questionSearchRoute(app, searches, findReserved)
  bulkActionRoutes(app, db)
  importRoutes(app, db, threads)
  exportRoute(app, db)
  backupRoutes(app, db, threads, config.BACKUP_RESTORE_POINTS)
  reportRoutes(app, db)
  taxonomyRoutes(app, db)
  libraryRoutes(app, db, openIssueCache(app, config))
  questionListRoute(app, db)
  reviewRoutes(app, db)
  trashRoutes(app, db)
  versionRoutes(app, db)
  commentRoutes(app, db)
  presenceRoutes(app, db)
  interviewRoutes(app, db, createInterviewer(config), createSpeech(config))

  consumeAnswers(backend)
  consumeAudio(backend)
  consumeStatistics(backend)
  consumeChallengeOpenings(backend)
  serveReplays(backend)
  serveImageUses(backend)
  servePersonalData('questions', backend, personalData)

  startRetentionJob(backend)
  startScheduleJob(backend)
  startUnreadMail(backend)
  startSearchIndexJob(backend)
  if (config.CONTENT_DIR !== 'none') {
    beforeServing('content', () => loadContent(db, config.CONTENT_DIR, app.log))
    beforeServing('translations', () => translations.load(config.CONTENT_DIR, app.log))
  }
  return app
}
