import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { jetstreamManager } from '@nats-io/jetstream'
import type { StreamOwner } from '@rehearse/contracts'
import { backUpDatabase } from './databases.ts'
import {
  type DatabaseName,
  databaseNames,
  type Installation,
  readInstallation,
  withClient,
  withNats,
} from './installation.ts'
import { renewKeyStore } from './key-store.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { backUpMedia, withStorages } from './media.ts'
import { type BackupWriter, checksumOf, writeChecksums } from './parts.ts'
import { withPublishingPaused } from './pause-publishing.ts'
import { backupHelp, runCommand, say, UsageError } from './run-command.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import { backUpStreams, firstUnconsumed, lastOfStreams, type SequenceRange } from './streams.ts'
import { isUnfinished } from './unfinished-restore.ts'

/** `npm run ops:backup -- --to <folder>`; `--help` lists the options. */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keys: { type: 'string' },
      'keep-days': { type: 'string' },
      'keys-only': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return backupHelp
  const keys = values.keys ?? (values.to && join(values.to, 'keys'))
  if (!keys) throw new UsageError('--to <folder> is required')
  const installation = readInstallation()
  if (values['keys-only']) {
    const store = await withClient(installation.databases.progress, (progress) =>
      renewKeyStore(keys, progress, new Date()),
    )
    return `The key store in ${keys} has ${store.keys.count} keys and ${store.erased.count} erasures.\n`
  }
  if (!values.to) throw new UsageError('--to <folder> is required')
  const keepDays = daysOf(values['keep-days'])
  const { folder, manifest } = await backUp(installation, { to: values.to, keys, say })
  const { log, media, streams, cutAt } = manifest
  const underWay = Object.values(streams).reduce((sum, { messages }) => sum + messages, 0)
  const missing = media.missing.length === 0 ? '' : `\n  missing media files: ${media.missing.join(', ')}`
  const removed = keepDays === null ? 0 : await removeOld(values.to, keepDays, new Date())
  return `${folder}
  as of ${cutAt}: ${log.events} events up to position ${log.position}, ${media.files} media files, ${underWay} messages in flight${missing}
  keys: ${keys}\n${removed === 0 ? '' : `  old backups deleted: ${removed}\n`}`
})

function daysOf(value: string | undefined): number | null {
  if (value === undefined) return null
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value)
  throw new UsageError('--keep-days takes a number of days, such as 30')
}

interface BackupOptions {
  /** The folder of all backups; this one becomes a subfolder named after its time. */
  to: string
  /** The folder of the key store. */
  keys: string
  say(what: string): void
}

interface Backup {
  folder: string
  manifest: Manifest
}

/**
 * Writes everything that an installation holds, as of one moment, while it keeps running. An unfinished backup has
 * another name and no checksums.
 */
async function backUp(from: Installation, { to, keys, say }: BackupOptions): Promise<Backup> {
  await requireNoUnfinishedRestore(from)
  const startedAt = new Date()
  const folder = resolve(to, startedAt.toISOString().slice(0, 19).replaceAll(':', '-'))
  const writer: BackupWriter = { folder: `${folder}.unfinished`, checksums: new Map() }
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(writer.folder)
  await using connections = new AsyncDisposableStack()
  const manifest = await withNats(from.nats.url, async (connection): Promise<Manifest> => {
    const manager = await jetstreamManager(connection)
    say('pausing publishing')
    const { snapshots, sequenceRanges, cutAt } = await cut(from, manager, connections)
    say('media files')
    const media = await withStorages(from, (storages) => backUpMedia(writer, snapshots.media, storages))
    say('messages in flight')
    const streams = await backUpStreams(writer, manager, sequenceRanges)
    const databases: Manifest['databases'] = {}
    for (const name of databaseNames) {
      say(`database ${name}`)
      databases[name] = await backUpDatabase(writer, name, snapshots[name])
    }
    say('key store')
    await renewKeyStore(resolve(keys), snapshots.progress, startedAt)
    return {
      format: 1,
      version: await productVersion(),
      startedAt: startedAt.toISOString(),
      cutAt: cutAt.toISOString(),
      databases,
      log: await endOfLog(snapshots.progress),
      streams,
      media,
    }
  })
  const file = await writeManifest(writer.folder, manifest)
  await addChecksum(writer, file)
  await writeChecksums(writer.folder, writer.checksums)
  await rename(writer.folder, folder)
  await syncFolder(dirname(folder))
  return { folder, manifest }
}

/** @throws during a restore or after an interrupted one: half of an installation can't be backed up. */
async function requireNoUnfinishedRestore({ databases }: Installation): Promise<void> {
  if (await withClient(databases.progress, isUnfinished))
    throw new Error('A restore has not finished here, so there is no complete state to back up')
}

interface Cut {
  snapshots: Record<DatabaseName, Snapshot>
  sequenceRanges: Record<StreamOwner, SequenceRange>
  cutAt: Date
}

/**
 * One moment for all: the content of each database, and the messages between them.
 *
 * First it records what every consumer has handled: its database, read later, contains all of that. While the
 * snapshots start, nothing can be published, so no snapshot contains a message that isn't in its publisher's
 * snapshot. Messages that were published but perhaps not handled lie between the two positions in the streams;
 * unpublished ones are in the outboxes and in the log.
 */
async function cut(
  { databases }: Installation,
  manager: Parameters<typeof firstUnconsumed>[0],
  connections: AsyncDisposableStack,
): Promise<Cut> {
  const from = await firstUnconsumed(manager)
  return withPublishingPaused(databases, async () => {
    const opened: [DatabaseName, Snapshot][] = []
    for (const name of databaseNames)
      opened.push([name, connections.use(await openSnapshot(databases[name]))])
    const upTo = await lastOfStreams(manager)
    const owners = Object.keys(upTo) as StreamOwner[]
    return {
      cutAt: new Date(),
      snapshots: Object.fromEntries(opened) as Record<DatabaseName, Snapshot>,
      sequenceRanges: Object.fromEntries(
        owners.map((owner) => [owner, { from: from[owner], upTo: upTo[owner] }]),
      ) as Record<StreamOwner, SequenceRange>,
    }
  })
}

async function endOfLog(progress: Snapshot): Promise<Manifest['log']> {
  const { rows } = await progress.query<{ position: string; events: string }>(
    'select coalesce(max(global_position), 0) as position, count(*) as events from event',
  )
  return { position: Number(rows[0]?.position), events: Number(rows[0]?.events) }
}

async function productVersion(): Promise<string> {
  const root = join(import.meta.dirname, '../..')
  return (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }).version
}

async function addChecksum({ folder, checksums }: BackupWriter, file: string): Promise<void> {
  checksums.set(file, await checksumOf(join(folder, file)))
}

/** Without an fsync of the folder, a power failure could lose the new name. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

/** The names that `backUp` gives, unfinished ones included. */
const ours = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)(?:\.unfinished)?$/

/**
 * Deletes backups that are older than this many days, since they contain names of learners who were erased since.
 * Other files stay.
 * @returns the number of deleted backups
 */
export async function removeOld(folder: string, days: number, now: Date): Promise<number> {
  const before = now.getTime() - days * 24 * 60 * 60 * 1_000
  const old = (await readdir(folder)).filter((name) => (madeAt(name) ?? Number.POSITIVE_INFINITY) < before)
  for (const name of old) await rm(join(folder, name), { recursive: true })
  return old.length
}

function madeAt(name: string): number | null {
  const [, day, hours, minutes, seconds] = ours.exec(name) ?? []
  return day === undefined ? null : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
}
