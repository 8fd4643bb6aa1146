export { abortable, whenAborted } from './abortable.ts'
export { authorize, bearerToken, installAuth, principalOf } from './auth.ts'
export { type Backend, createBackend, type Park } from './backend.ts'
export { type BackgroundWork, startBackgroundWork } from './background-work.ts'
export {
  ConfigError,
  type DatabaseConfig,
  databaseConfig,
  readConfig,
  type ServiceConfig,
  serviceConfig,
} from './config.ts'
export { type Consumer, type ConsumerOptions, startConsumer } from './consumer.ts'
export { type Database, openDatabase } from './database.ts'
export { delay } from './delay.ts'
export { describeSettings } from './describe-settings.ts'
export { EventStream } from './event-stream.ts'
export { GroupCommit, type GroupCommitOptions } from './group-commit.ts'
export { type Check, Readiness } from './health.ts'
export { readJsonWithinBounds } from './json-body.ts'
export { type KeySet, publishKeySet, watchKeySet } from './key-set.ts'
export { eraseLearnerTables, learnerTables } from './learner-tables.ts'
export { lookOnNotification } from './listener.ts'
export { lookUpQuestion } from './look-up-question.ts'
export type { MessagingTables } from './messaging-tables.ts'
export { messagingMigrations, migrate } from './migrate.ts'
export { type Nats, openNats } from './nats.ts'
export { enqueue, type NewMessage, outboxChannel, outboxSource } from './outbox.ts'
export {
  type Collections,
  type PersonalData,
  type ReadCollection,
  readPersonalData,
  servePersonalData,
} from './personal-data.ts'
export { personalTable, wholeCollection } from './personal-table.ts'
export { openPipeline, type Pipeline } from './pipeline.ts'
export { type OutgoingMessage, type Relay, type RelaySource, startRelay } from './relay.ts'
export { currentContext, isTransportableId, type RequestContext, runInContext } from './request-context.ts'
export { answerRequests, ask } from './request-reply.ts'
export { type Runnable, runService } from './run-service.ts'
export { type App, createService, type Service, type ServiceOptions } from './service.ts'
export { startInBackground } from './startup.ts'
export { readFigures } from './status.ts'
export { startTokenChecks, type TokenChecks } from './token-checks.ts'
export { createTokenVerifier, type Principal, type TokenVerifier } from './token-verifier.ts'
export { takeTraceparent } from './tracing/traceparent.ts'
export type { Span, Tracing } from './tracing/tracing.ts'
export { isUnavailable } from './unavailable.ts'
export { unseen } from './unseen.ts'
