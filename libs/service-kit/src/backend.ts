import {
  type AuditRecord,
  type DurableConsumerName,
  durableConsumers,
  EXIT_OTHER_VERSION,
  type StreamOwner,
} from '@rehearse/contracts'
import type { Transaction } from 'kysely'
import type { Registry } from 'prom-client'
import { installAuth, type TokenVerifier } from './auth/auth.ts'
import {
  observeClock,
  rejectWhileClockIsWrong,
  verifyWhileClockIsCorrect,
  watchClock,
} from './auth/clock-watch.ts'
import type { KeySet } from './auth/key-set.ts'
import { startTokenChecks } from './auth/token-checks.ts'
import type { DatabaseConfig, ServiceConfig } from './config.ts'
import { type Database, openDatabase } from './database/database.ts'
import {
  messagingMigrations,
  migrate,
  requireFinishedRestore,
  requireMigrations,
  UnknownMigrationsError,
} from './database/migrate.ts'
import { openPipeline, type Pipeline } from './database/pipeline.ts'
import { installAudit, publishAudit } from './http/audit.ts'
import { type Readiness, startInBackground } from './http/lifecycle.ts'
import { type JobRun, startPeriodicJob } from './jobs/periodic-job.ts'
import {
  type ConsumedMessage,
  type Consumer,
  type ConsumerOptions,
  startConsumer,
} from './messaging/consumer.ts'
import {
  type DeadLetterWork,
  deadLetterWork,
  describeDeadLetters,
  type Handler,
  replayDeadLetters,
} from './messaging/dead-letters.ts'
import { sweepConsumed } from './messaging/deduplicate.ts'
import type { MessagingTables } from './messaging/messaging-tables.ts'
import { type Nats, openNats } from './messaging/nats.ts'
import { outboxChannel, outboxSource } from './messaging/outbox.ts'
import { type Relay, type RelaySource, startRelay } from './messaging/relay.ts'
import {
  countBatches,
  countOutcomes,
  observeConsumers,
  observeDeadLetters,
  observePools,
  observeRelays,
} from './observability/metrics.ts'
import { type App, createService } from './service.ts'

export interface BackendOptions<Tables> {
  name: StreamOwner
  description: string
  config: ServiceConfig & DatabaseConfig
  /** Folders of migrations, after service-kit's own. */
  migrations: readonly string[]
  bodyLimit?: number
  /** Publishes more than the outbox: the service's own log. */
  relay?: (database: Database<Tables>) => { source: RelaySource; channel: string }
  /** Stores entries of the audit log; by default they are published for identity, which keeps the log. */
  storeAudit?: (db: Database<Tables>['db'], id: string, record: AuditRecord) => Promise<void>
  /** Finds the keys for checking tokens; by default identity's, watched over NATS. */
  keys?: KeySet
}

export interface Backend<Tables extends MessagingTables> {
  app: App
  readiness: Readiness
  /** The registry of the service's own metrics. */
  metrics: Registry
  /** Returns a function that records the batch sizes of a group commit. */
  countBatches(group: string): (size: number) => void
  /** Checks the token of an open stream: a stream may outlive the session it was opened in. */
  verifier: TokenVerifier
  database: Database<Tables>
  nats: Nats
  /** Opens pipelined connections, which close once the jobs and consumers that use them have stopped. */
  openPipeline(name: string, connections: number): Pipeline<Tables>
  /** Adds a step to run after the migrations and before requests are served; retried until it succeeds. */
  beforeServing(name: string, step: () => Promise<void>): void
  /**
   * Runs a job once the schema is ready, then periodically until the service closes.
   * @param every milliseconds between the end of one run and the start of the next
   */
  runPeriodically(name: string, every: number, run: JobRun): void
  /** Consumes messages of another service, as listed in `durableConsumers`, once the schema is ready. */
  consume<Message extends ConsumedMessage>(
    options: Pick<ConsumerOptions<Tables, Message>, 'schema' | 'handle'> & { name: DurableConsumerName },
  ): void
  /**
   * Lets the service dead-letter its own work like messages: listed by `npm run ops -- dead-letters`, counted, reported by `/readyz`,
   * and retried on request.
   */
  deadLetters(worker: string, handle: Handler<Tables>): DeadLetter<Tables>
}

/** Dead-letters work within a transaction that continues afterwards. */
export type DeadLetter<Tables> = (trx: Transaction<Tables>, work: DeadLetterWork) => Promise<void>

/**
 * A service with a database, a NATS connection and token checks, wired but not started. When the app listens, it
 * connects, migrates, publishes and consumes, in order; when the app closes, it stops them in order.
 */
export async function createBackend<Tables extends MessagingTables>(
  options: BackendOptions<Tables>,
): Promise<Backend<Tables>> {
  const { config, name } = options
  const { app, metrics, readiness, tracing } = await createService({
    name,
    description: options.description,
    logLevel: config.LOG_LEVEL,
    tracing: config,
    config,
    behindGateway: true,
    gatewaySecret: config.GATEWAY_SECRET,
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
  })
  const { log } = app
  const database = openDatabase<Tables>({
    url: config.DATABASE_URL,
    name,
    poolSize: config.DATABASE_POOL,
    log,
  })
  const nats = openNats({ url: config.NATS_URL, name, replicas: config.NATS_REPLICAS, log, owns: name })
  const clock = watchClock({ common: database.now, log })
  rejectWhileClockIsWrong(app, clock)
  const tokens = startTokenChecks(nats, log, options.keys)
  const verifier = verifyWhileClockIsCorrect(tokens.verifier, clock)
  installAuth(app, verifier)
  const { storeAudit = publishAudit(name) } = options
  installAudit(app, (id, record) => storeAudit(database.db, id, record))
  readiness.add('postgres', database.check)
  readiness.add('clock', clock.check)
  readiness.add('nats', nats.check)
  readiness.add('keys', tokens.check)
  readiness.add('dead-letters', () => describeDeadLetters(database.db))

  const relays: Record<string, { source: RelaySource; channel: string }> = {
    ...(options.relay && { [`${name}-relay`]: options.relay(database) }),
    [`${name}-outbox`]: { source: outboxSource(database.db), channel: outboxChannel },
  }
  const steps: Record<string, () => Promise<void>> = { clock: clock.check }
  const consumers: { name: string; from: StreamOwner; start: () => Consumer }[] = []
  const handlers = new Map<string, Handler<Tables>>()
  const outcomesOf = countOutcomes(metrics)
  const running: (Consumer | Relay)[] = []
  const pipelines: Pipeline<Tables>[] = []
  observePools(metrics, { [name]: database.pool })
  observeClock(metrics, clock)
  observeDeadLetters(metrics, database)
  observeRelays(
    metrics,
    Object.fromEntries(Object.entries(relays).map(([relayName, { source }]) => [relayName, source])),
  )
  observeConsumers(metrics, nats, () => consumers)
  const ownerUrl = config.DATABASE_OWNER_URL
  const migrations = [messagingMigrations, ...options.migrations]
  steps.restore = () => requireFinishedRestore(database.db)
  steps.migrations = async () => {
    if (ownerUrl === undefined) return requireMigrations(database.db, migrations)
    const names = await migrate(ownerUrl, migrations).catch(endIfUnknown)
    if (names.length > 0) log.info({ migrations: names }, 'schema migrated')
  }
  app.addHook('onReady', async () => {
    steps.messaging = async () => {
      running.push(
        ...Object.entries(relays).map(([relayName, from]) =>
          startRelay({ databaseUrl: config.DATABASE_URL, name: relayName, ...from, nats, tracing, log }),
        ),
        ...consumers.map(({ start }) => start()),
        replayDeadLetters({ db: database.db, log, handlers }),
        sweepConsumed(database.db, log),
      )
    }
  })
  app.addHook('onListen', () => nats.start())
  app.addHook('onClose', async () => {
    tokens.stop()
    await stopRunning()
    await Promise.all(pipelines.map((pipeline) => pipeline.close()))
    await nats.close()
    await database.close()
  })
  startInBackground(app, readiness, steps)
  // They stop while requests in flight end: the server doesn't wait for them before it rejects new connections.
  app.addHook('preClose', async () => void stopRunning())
  let stopped: Promise<unknown> | undefined
  const stopRunning = () => {
    stopped ??= Promise.all(running.map((part) => part.stop()))
    return stopped
  }

  return {
    app,
    readiness,
    metrics,
    countBatches: countBatches(metrics),
    verifier,
    database,
    nats,
    openPipeline: (pipelineName, connections) => {
      const pipeline = openPipeline<Tables>({
        url: config.DATABASE_URL,
        name: pipelineName,
        connections,
        log,
      })
      pipelines.push(pipeline)
      return pipeline
    },
    beforeServing: (step, run) => {
      steps[step] = run
    },
    runPeriodically: (job, every, run) => {
      steps[job] = async () => void running.push(startPeriodicJob(job, { every, log }, run))
    },
    consume: ({ name: consumer, schema, handle }) => {
      const { from, subject } = durableConsumers[consumer]
      const onOutcome = outcomesOf(consumer)
      handlers.set(consumer, (payload, trx) => handle([schema.parse(JSON.parse(payload))], trx))
      const common = { nats, db: database.db, tracing, log }
      const start = () =>
        startConsumer({ name: consumer, from, subject, schema, handle, onOutcome, ...common })
      consumers.push({ name: consumer, from, start })
    },
    deadLetters: (worker, handle) => {
      const onOutcome = outcomesOf(worker)
      handlers.set(worker, handle)
      return async (trx, work) => {
        await deadLetterWork(trx, worker, work)
        log.error(
          { err: work.error, subject: work.subject, position: work.position },
          `${worker}: dead-lettered`,
        )
        onOutcome('parked')
      }
    },
  }
}

/** Ends the process with the reason on stderr, for the launcher and the container log. */
function endIfUnknown(error: unknown): never {
  if (!(error instanceof UnknownMigrationsError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(EXIT_OTHER_VERSION)
}
