import { eventLogChannel, openEventLog } from '@rehearse/event-store'
import { type App, createBackend, servePersonalData } from '@rehearse/service-kit'
import { consumeTimeZones, personalData } from './accounts/accounts.ts'
import { calibrationRoute } from './admin/calibration.ts'
import { itemReportRoute, itemStatisticsRoute, overviewRoute, publishStatistics } from './admin/routes.ts'
import { answerRepository } from './answers/answer-repository.ts'
import { saveRoutes } from './answers/routes.ts'
import { answerRecorder } from './answers/save-answers.ts'
import { bookmarkRoutes, noteRoutes } from './bookmarks/routes.ts'
import { challengeRoutes } from './challenges/routes.ts'
import { type Config, vaultSecrets } from './config.ts'
import { learnerRoutes } from './explain/as-of-routes.ts'
import { explainRoute } from './explain/explain-route.ts'
import { calendarRoutes } from './interview/calendar-routes.ts'
import { examRoutes } from './interview/exam-routes.ts'
import { cardsToday } from './interview/interview-view.ts'
import { serveReservedQuestions } from './interview/reserved-questions.ts'
import { interviewRoutes } from './interview/routes.ts'
import { eventCatalog } from './learner/event-catalog.ts'
import { backfillBadges } from './learner-store/badge-backfill.ts'
import { commandHandler } from './learner-store/command-handler.ts'
import { LearnerCache } from './learner-store/learner-cache.ts'
import { eventLogSource } from './learner-store/relay-source.ts'
import { liveRoutes } from './live/routes.ts'
import { mockInterviewRoutes } from './mock-interviews/routes.ts'
import { measurePace } from './pace/repository.ts'
import { certificateRoutes, lessonRoute, sectionRoutes } from './paths/routes.ts'
import { customPlanRoutes, planCommandRoutes } from './plans/routes.ts'
import { copyQuestions } from './question-copies/consume-questions.ts'
import { questionFetcher, questionRequirer } from './question-copies/find-question.ts'
import { followDifficulty } from './read-models/follow-difficulty.ts'
import { followLog, observeLog } from './read-models/follow-log.ts'
import { regradeNotificationRoutes, regradeRoutes, runRegrades } from './regrade/routes.ts'
import { fitCardWeights } from './reviews/fit-card-weights.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { cardSettingsRoutes } from './reviews/settings.ts'
import { learningSessionRoutes, selectionRoute } from './sessions/routes.ts'
import { unfinishedSessionRoutes } from './sessions/unfinished-routes.ts'
import {
  analyticsRoute,
  historyRoutes,
  mistakeRoute,
  progressRoutes,
  questionMarkRoute,
  resetRoute,
} from './stats/routes.ts'
import { migrations, type ProgressTables } from './tables.ts'
import { todayRoute } from './today/routes.ts'

export async function buildApp(config: Config): Promise<App> {
  const log = openEventLog({ catalog: eventCatalog, ...vaultSecrets(config) })
  const backend = await createBackend<ProgressTables>({
    name: 'progress',
    description: 'Answers graded, recorded as events and folded into points, streaks and figures',
    config,
    migrations,
    relay: ({ db }) => ({ source: eventLogSource(db, log), channel: eventLogChannel }),
  })
  const { app, database } = backend
  const pipeline = backend.openPipeline('progress-answers', 4)
  const learnerCache = new LearnerCache()
  const fetchQuestion = questionFetcher(backend)
  const requireQuestion = questionRequirer(database, fetchQuestion)
  const readModels = followLog(backend, log, pipeline)
  const handleCommand = commandHandler(database.db, log, learnerCache, readModels)
  followDifficulty(backend, log)
  copyQuestions(backend)
  backfillBadges(backend, log, readModels)
  consumeTimeZones(backend)
  fitCardWeights(backend, handleCommand)
  measurePace(backend)
  runRegrades(backend, log, readModels)
  const recordAnswer = answerRecorder({
    store: answerRepository(pipeline, log, readModels, learnerCache),
    fetchQuestion,
    onBatch: backend.countBatches('answers'),
  })
  saveRoutes(app, { pipeline, readModels, recordAnswer })
  observeLog(backend)
  progressRoutes(app, database)
  historyRoutes(app, database)
  mistakeRoute(app, database)
  questionMarkRoute(app, database)
  analyticsRoute(app, database)
  challengeRoutes(app, { database, log, handleCommand })
  sectionRoutes(app, database, handleCommand)
  lessonRoute(app, database, handleCommand)
  certificateRoutes(app, database)
  customPlanRoutes(app, database)
  planCommandRoutes(app, { database, log, handleCommand })
  resetRoute(app, { database, log, handleCommand })
  selectionRoute(app, database)
  reviewRoutes(app, { database, log, handleCommand, requireQuestion, cardsToday: cardsToday(database) })
  cardSettingsRoutes(app, { database, handleCommand })
  interviewRoutes(app, { database, handleCommand })
  examRoutes(app, { database, log, handleCommand, recordAnswer })
  mockInterviewRoutes(app, database, log)
  serveReservedQuestions(backend, readModels)
  calendarRoutes(app, database)
  todayRoute(app, database)
  explainRoute(app, database, log)
  learnerRoutes(app, database, log)
  overviewRoute(app, database)
  itemStatisticsRoute(app, database)
  itemReportRoute(app, database)
  calibrationRoute(app, database)
  publishStatistics(backend, log)
  regradeRoutes(app, { database, log, fetchQuestion, readModels })
  regradeNotificationRoutes(app, database)
  learningSessionRoutes(app, database)
  unfinishedSessionRoutes(app, database, log)
  bookmarkRoutes(app, database, requireQuestion)
  noteRoutes(app, database, requireQuestion)
  servePersonalData('progress', backend, personalData(log, readModels))
  liveRoutes(backend, config.DATABASE_URL, readModels)
  return app
}
