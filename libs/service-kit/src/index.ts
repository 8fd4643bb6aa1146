export {
  authorize,
  bearerToken,
  createTokenVerifier,
  installAuth,
  type Principal,
  principalOf,
  type TokenVerifier,
} from './auth/auth.ts'
export { type KeySet, publishKeySet, watchKeySet } from './auth/key-set.ts'
export { startTokenChecks, type TokenChecks } from './auth/token-checks.ts'
export { type Backend, createBackend, type DeadLetter } from './backend.ts'
export {
  ConfigError,
  type DatabaseConfig,
  databaseConfig,
  readConfig,
  type ServiceConfig,
  serviceConfig,
} from './config.ts'
export { type Database, openDatabase } from './database/database.ts'
export { GroupCommit, type GroupCommitOptions } from './database/group-commit.ts'
export { type IdempotencyTables, idempotentWrite, withIdempotency } from './database/idempotency.ts'
export { pollOnNotification, WakeSignal } from './database/listener.ts'
export { messagingMigrations, migrate } from './database/migrate.ts'
export {
  type Collections,
  eraseLearnerTables,
  learnerTables,
  type PersonalData,
  personalTable,
  type ReadCollection,
  readPersonalData,
  servePersonalData,
  unpagedCollection,
} from './database/personal-data.ts'
export { openPipeline, type Pipeline } from './database/pipeline.ts'
export { hashedUuid } from './hashed-uuid.ts'
export { auditMessage } from './http/audit.ts'
export { readJsonWithinBounds } from './http/client-errors.ts'
export { EventStream, OpenStreams, sendStream } from './http/event-stream.ts'
export { hasETag } from './http/has-etag.ts'
export { type Check, Readiness, startInBackground } from './http/lifecycle.ts'
export { networkOf } from './http/network-of.ts'
export { type Handler, type ServeOptions, serve } from './http/serve.ts'
export { describeSettings, readMetrics } from './http/status.ts'
export { isUnavailable } from './http/unavailable.ts'
export { type BackgroundWork, startBackgroundWork } from './jobs/background-work.ts'
export { abortable, delay, whenAborted } from './jobs/delay.ts'
export type { JobRun } from './jobs/periodic-job.ts'
export { type Consumer, type ConsumerOptions, startConsumer } from './messaging/consumer.ts'
export { deduplicate } from './messaging/deduplicate.ts'
export type { MessagingTables } from './messaging/messaging-tables.ts'
export { type Nats, openNats } from './messaging/nats.ts'
export { enqueue, type NewMessage, outboxChannel, outboxSource } from './messaging/outbox.ts'
export { type OutgoingMessage, type Relay, type RelaySource, startRelay } from './messaging/relay.ts'
export { answerRequests, ask, lookUpQuestion } from './messaging/request-reply.ts'
export {
  currentContext,
  isTransportableId,
  type RequestContext,
  runInContext,
  takeTraceparent,
} from './observability/request-context.ts'
export type { Span, Tracing } from './observability/tracing.ts'
export { type Runnable, runService } from './run-service.ts'
export { type App, createService, type Service, type ServiceOptions } from './service.ts'
