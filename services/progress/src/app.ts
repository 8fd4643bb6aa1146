import { eventLogChannel, openEventLog } from '@rehearse/event-store'
import { type App, createBackend, openPipeline, servePersonalData } from '@rehearse/service-kit'
import { overviewRoute } from './admin/overview-route.ts'
import { analyticsRoute } from './analytics/analytics-route.ts'
import { questionLearner } from './answer-keys/learn-question.ts'
import { questionRequirer } from './answer-keys/require-question.ts'
import { learnerRoutes } from './as-of/learner-routes.ts'
import { backfillBadges } from './badges/backfill-badges.ts'
import { bookmarkRoutes } from './bookmarks/bookmark-routes.ts'
import { certificateRoutes } from './certificates/certificate-routes.ts'
import { challengeRoutes } from './challenges/challenge-routes.ts'
import { answerTaker } from './commands/take-answer.ts'
import { type Config, vaultSecrets } from './config.ts'
import { answerRepository } from './db/answer-repository.ts'
import { eventLogSource } from './db/event-log-source.ts'
import { LearnersAtHand } from './db/learners-at-hand.ts'
import { migrations } from './db/migrations.ts'
import { recorder } from './db/recorder.ts'
import type { ProgressTables } from './db/tables.ts'
import { eventCatalogue } from './events/catalogue.ts'
import { explainRoute } from './explain/explain-route.ts'
import { historyRoutes } from './history/history-routes.ts'
import { progressRoutes } from './http/progress-routes.ts'
import { saveRoutes } from './http/save-routes.ts'
import { learningSessionRoutes } from './learning-sessions/session-routes.ts'
import { liveRoutes } from './live/live-routes.ts'
import { keepAnswerKeys } from './messaging/keep-answer-keys.ts'
import { keepBadges } from './messaging/keep-badges.ts'
import { keepDefinitions } from './messaging/keep-definitions.ts'
import { keepTimeZones } from './messaging/keep-time-zones.ts'
import { replayBank } from './messaging/replay-bank.ts'
import { mistakeRoute } from './mistakes/mistake-route.ts'
import { noteRoutes } from './notes/note-routes.ts'
import { observeLog } from './observe.ts'
import { sectionRoutes } from './paths/section-routes.ts'
import { ownPlanRoutes } from './plans/own-plan-routes.ts'
import { planMoveRoutes } from './plans/plan-move-routes.ts'
import { personalData } from './privacy/personal-data.ts'
import { followLog } from './projections/follow-log.ts'
import { noticeRoutes } from './regrade/notice-routes.ts'
import { regradeRoutes } from './regrade/regrade-routes.ts'
import { workOffRegrades } from './regrade/work-off-regrades.ts'
import { resetRoute } from './reset/reset-route.ts'
import { reviewRoutes } from './reviews/review-routes.ts'
import { itemReportRoute } from './statistics/item-report-route.ts'
import { itemStatisticsRoute } from './statistics/item-statistics-route.ts'

export async function buildApp(config: Config): Promise<App> {
  const log = openEventLog({ catalogue: eventCatalogue, ...vaultSecrets(config) })
  const backend = await createBackend<ProgressTables>({
    name: 'progress',
    description: 'Answers graded, recorded as events and folded into points, streaks and figures',
    config,
    migrations,
    relay: ({ db }) => ({ source: eventLogSource(db, log), channel: eventLogChannel }),
  })
  const { app, database } = backend
  const pipeline = openPipeline<ProgressTables>({
    url: config.DATABASE_URL,
    name: 'progress-answers',
    connections: 4,
    log: app.log,
  })
  app.addHook('onClose', pipeline.close)
  const atHand = new LearnersAtHand()
  const learn = questionLearner(backend)
  const requireQuestion = questionRequirer(database, learn)
  const record = recorder(database.db, log, atHand)
  keepAnswerKeys(backend)
  keepBadges(backend)
  backfillBadges(backend, log)
  keepDefinitions(backend)
  keepTimeZones(backend)
  replayBank(backend)
  followLog(backend, log)
  workOffRegrades(backend, log)
  saveRoutes(app, {
    pipeline,
    takeAnswer: answerTaker({
      store: answerRepository(pipeline, log, atHand),
      learn,
      onBatch: backend.countBatches('answers'),
    }),
  })
  observeLog(backend)
  progressRoutes(app, database)
  historyRoutes(app, database)
  mistakeRoute(app, database)
  analyticsRoute(app, database)
  challengeRoutes(app, { database, log, record })
  sectionRoutes(app, database, record)
  certificateRoutes(app, database)
  ownPlanRoutes(app, database)
  planMoveRoutes(app, { database, log, record })
  resetRoute(app, { database, log, record })
  reviewRoutes(app, { database, log, record, requireQuestion })
  explainRoute(app, database, log)
  learnerRoutes(app, database, log)
  overviewRoute(app, database, log)
  itemStatisticsRoute(app, database, log)
  itemReportRoute(app, database, log)
  regradeRoutes(app, { database, log, learn })
  noticeRoutes(app, database)
  learningSessionRoutes(app, database)
  bookmarkRoutes(app, database, requireQuestion)
  noteRoutes(app, database, requireQuestion)
  servePersonalData('progress', backend, personalData(log))
  liveRoutes(backend, config.DATABASE_URL)
  return app
}
