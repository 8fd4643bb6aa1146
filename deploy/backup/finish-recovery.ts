import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { type StreamOwner, streams } from '@rehearse/contracts'
import type pg from 'pg'
import { databaseNames, type Installation, withClient, withNats } from './installation.ts'
import { readKeyStore } from './key-store.ts'
import { findMissingMedia, withStorages } from './media.ts'
import { findUsers, findWrongSecret, listed, Refusal } from './preflight.ts'
import { collectErasures, reapplyErasures } from './reapply-erasures.ts'
import { openSnapshot } from './snapshot.ts'
import type { SequenceRange } from './streams.ts'
import { backUpStreams, clearStreams, lastOfStreams, restoreStreams } from './streams.ts'
import {
  markFinished,
  markUnfinished,
  readSaved,
  type SavedMessages,
  saveMessages,
} from './unfinished-restore.ts'

export interface RecoveredOptions {
  /** The moment that PostgreSQL was recovered to. */
  to: Date
  /** The folder of the key store, or null without one. */
  keys: string | null
  verify: boolean
  say(what: string): void
}

export interface Settled {
  /** The number of republished messages. */
  messages: number
  reappliedErasures: number
  missingMedia: string[]
  verified: string | null
}

/** How far (ms) a consumer may have been behind. */
const lag = 24 * 60 * 60 * 1_000

/**
 * Runs after PostgreSQL has recovered the databases to a point in time with its own tools, and aligns the other parts
 * with them. NATS loses what was published later, and republishes the messages of the day before, since it isn't
 * known which consumers had handled them.
 * @throws {Refusal} before anything is changed; any other error after that: the next attempt continues with the same
 *   messages
 */
export async function finishRecovery(here: Installation, options: RecoveredOptions): Promise<Settled> {
  const { to, say } = options
  const store = options.keys === null ? null : await readKeyStore(resolve(options.keys))
  const keys = options.keys !== null && store !== null ? { folder: resolve(options.keys), store } : null
  return withNats(here.nats.url, async (connection) => {
    const manager = await jetstreamManager(connection)
    const obstacles = [...(await findWrongSecret(here, keys)), ...(await findUsers(here))]
    if (obstacles.length > 0) throw new Refusal(`The recovery can't be finished yet:\n${listed(obstacles)}`)
    const erased = await collectErasures(here, manager, keys)
    await markUnfinished(here, erased)
    const { folder, messages } = await withClient(
      here.databases.progress,
      async (progress) =>
        (await readSaved(progress)) ?? saveMessages(await copyMessages(manager, to), progress),
    )
    say(`messages of the previous day, stored in ${folder} until they are published again`)
    await access(folder).catch((cause) => {
      throw new Error(
        `${folder} is not on this machine: finish where the recovery was started, or restore a backup`,
        { cause },
      )
    })
    await clearStreams(manager)
    say('streams')
    await restoreStreams(folder, connection, manager, here.nats.replicas)
    for (const name of databaseNames) await withClient(here.databases[name], settle)
    // As after a restore: earlier tokens are rejected, since it isn't known which of them had ended.
    await withClient(here.databases.identity, (client) => client.query('delete from signing_key'))
    say('erasures')
    const reappliedErasures = await reapplyErasures(here, erased)
    say('media files')
    await using media = await openSnapshot(here.databases.media)
    const missingMedia = await withStorages(here, (storages) => findMissingMedia(media, storages))
    if (options.verify) say('replaying the log')
    const verified = options.verify ? await verifyLog(here) : null
    await markFinished(here)
    await rm(folder, { recursive: true })
    return { messages, reappliedErasures, missingMedia, verified }
  })
}

async function copyMessages(manager: JetStreamManager, to: Date): Promise<SavedMessages> {
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-recovered-'))
  const sequenceRanges = await findSequenceRanges(
    manager,
    new Date(to.getTime() - lag),
    new Date(to.getTime() + 1),
  )
  const written = await backUpStreams({ folder, checksums: new Map() }, manager, sequenceRanges)
  return { folder, messages: Object.values(written).reduce((sum, stream) => sum + stream.messages, 0) }
}

/** The positions of a period's messages in each stream, from its start (inclusive) to its end (exclusive). */
async function findSequenceRanges(
  manager: JetStreamManager,
  since: Date,
  before: Date,
): Promise<Record<StreamOwner, SequenceRange>> {
  const last = await lastOfStreams(manager)
  const entries = (Object.keys(last) as StreamOwner[]).map(async (owner) => {
    const next = last[owner] + 1
    const from = await firstAt(manager, owner, since, next)
    return [owner, { from, upTo: (await firstAt(manager, owner, before, next)) - 1 }] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Record<StreamOwner, SequenceRange>
}

/** The first message at or after a moment; `next` if there is none. */
async function firstAt(
  manager: JetStreamManager,
  owner: StreamOwner,
  moment: Date,
  next: number,
): Promise<number> {
  if (next === 1) return next
  const reader = await manager
    .jetstream()
    .consumers.get(streams[owner].name, { opt_start_time: moment.toISOString() })
  if ((await reader.info()).num_pending === 0) return next
  const message = await reader.next({ expires: 5_000 })
  await reader.delete()
  return message?.seq ?? next
}

/** Adapts a database to a new NATS, whose positions start at 1. */
export async function settle(client: pg.Client): Promise<void> {
  // Repeated messages arrive now and must still be recognized; these records expire by age.
  await client.query('update consumed_message set consumed_at = now()')
  // A message is dead-lettered once per position in a stream; the old positions must not collide with new ones.
  await client.query('update parked_message set stream_sequence = -id where stream_sequence > 0')
}

const program = join(import.meta.dirname, '../../services/progress/src/ops/run.ts')

/**
 * Replays the whole log and compares it with every read model, like `npm run ops -- verify`.
 * @returns its output
 * @throws when anything differs
 */
export async function verifyLog(installation: Installation): Promise<string> {
  const { code, printed } = await operate(installation, ['verify'])
  if (code === 0) return printed.trim()
  throw new Error(`The restored read models differ from a replay of the log:\n${printed}`)
}

/**
 * Rebuilds every read model by the rules of this version, like `npm run ops -- rebuild all`.
 * @throws when it fails
 */
export async function rebuildReadModels(installation: Installation): Promise<void> {
  const { code, printed } = await operate(installation, ['rebuild', 'all'])
  if (code !== 0) throw new Error(`The read models could not be rebuilt:\n${printed}`)
}

async function operate({ databases, personalData }: Installation, args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env.PATH,
      DATABASE_OWNER_URL: databases.progress,
      PERSONAL_DATA_SECRET: personalData?.secret,
      PERSONAL_DATA_SECRET_PREVIOUS: personalData?.previous,
    },
    // The channel closes when this process ends, however it ends, and then the child stops too.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [printed, [code]] = await Promise.all([text(child.stdout as Readable), once(child, 'exit')])
  return { code: code as number | null, printed }
}
