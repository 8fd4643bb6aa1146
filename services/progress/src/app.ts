import { eventLogChannel, openEventLog } from '@rehearse/event-store'
import { type App, createBackend, openPipeline, servePersonalData } from '@rehearse/service-kit'
import { keepTimeZones } from './accounts/consume-time-zones.ts'
import { personalData } from './accounts/personal-data.ts'
import { itemReportRoute } from './admin/item-report-route.ts'
import { itemStatisticsRoute } from './admin/item-statistics-route.ts'
import { overviewRoute } from './admin/overview-route.ts'
import { answerRepository } from './answers/answer-repository.ts'
import { answerTaker } from './answers/record-answer.ts'
import { saveRoutes } from './answers/routes.ts'
import { learningSessionRoutes } from './answers/session-routes.ts'
import { bookmarkRoutes } from './bookmarks/bookmark-routes.ts'
import { noteRoutes } from './bookmarks/note-routes.ts'
import { challengeRoutes } from './challenges/challenge-routes.ts'
import { type Config, vaultSecrets } from './config.ts'
import { explainRoute } from './explain/explain-route.ts'
import { learnerRoutes } from './explain/learner-routes.ts'
import { eventCatalogue } from './learner/event-catalog.ts'
import { backfillBadges } from './learner-store/backfill-badges.ts'
import { recorder } from './learner-store/command-handler.ts'
import { LearnersAtHand } from './learner-store/learner-cache.ts'
import { eventLogSource } from './learner-store/relay-source.ts'
import { liveRoutes } from './live/live-routes.ts'
import { migrations } from './migrations/migrations.ts'
import { certificateRoutes } from './paths/certificate-routes.ts'
import { sectionRoutes } from './paths/section-routes.ts'
import { ownPlanRoutes } from './plans/own-plan-routes.ts'
import { planMoveRoutes } from './plans/plan-move-routes.ts'
import { keepBadges } from './question-copies/consume-badges.ts'
import { keepDefinitions } from './question-copies/consume-definitions.ts'
import { keepAnswerKeys } from './question-copies/consume-questions.ts'
import { questionLearner } from './question-copies/learn-question.ts'
import { replayBank } from './question-copies/replay.ts'
import { questionRequirer } from './question-copies/require-question.ts'
import { followLog } from './read-models/follow-log.ts'
import { observeLog } from './read-models/observe-log.ts'
import { noticeRoutes } from './regrade/notice-routes.ts'
import { regradeRoutes } from './regrade/regrade-routes.ts'
import { workOffRegrades } from './regrade/work-off-regrades.ts'
import { reviewRoutes } from './reviews/review-routes.ts'
import { analyticsRoute } from './stats/analytics-route.ts'
import { historyRoutes } from './stats/history-routes.ts'
import { mistakeRoute } from './stats/mistake-route.ts'
import { resetRoute } from './stats/reset-route.ts'
import { progressRoutes } from './stats/routes.ts'
import type { ProgressTables } from './tables.ts'

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
