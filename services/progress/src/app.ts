import { eventLogChannel, openEventLog } from '@rehearse/event-store'
import { type App, createBackend, openPipeline, servePersonalData } from '@rehearse/service-kit'
import { keepTimeZones, personalData } from './accounts/accounts.ts'
import { itemReportRoute, itemStatisticsRoute, overviewRoute } from './admin/routes.ts'
import { answerRepository } from './answers/answer-repository.ts'
import { saveRoutes } from './answers/routes.ts'
import { answerTaker } from './answers/save-answers.ts'
import { learningSessionRoutes } from './answers/session-routes.ts'
import { bookmarkRoutes, noteRoutes } from './bookmarks/routes.ts'
import { challengeRoutes } from './challenges/routes.ts'
import { type Config, vaultSecrets } from './config.ts'
import { learnerRoutes } from './explain/as-of-routes.ts'
import { explainRoute } from './explain/explain-route.ts'
import { eventCatalogue } from './learner/event-catalog.ts'
import { backfillBadges } from './learner-store/badge-backfill.ts'
import { recorder } from './learner-store/command-handler.ts'
import { LearnersAtHand } from './learner-store/learner-cache.ts'
import { eventLogSource } from './learner-store/relay-source.ts'
import { liveRoutes } from './live/routes.ts'
import { migrations } from './migrations/migrations.ts'
import { certificateRoutes, sectionRoutes } from './paths/routes.ts'
import { ownPlanRoutes, planMoveRoutes } from './plans/routes.ts'
import {
  keepAnswerKeys,
  keepBadges,
  keepDefinitions,
  replayBank,
} from './question-copies/consume-questions.ts'
import { questionLearner, questionRequirer } from './question-copies/find-question.ts'
import { followLog, observeLog } from './read-models/follow-log.ts'
import { noticeRoutes, regradeRoutes, workOffRegrades } from './regrade/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { analyticsRoute, historyRoutes, mistakeRoute, progressRoutes, resetRoute } from './stats/routes.ts'
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
