import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { migrate } from '@rehearse/service-kit/database/migrate'
import { restoreDatabase, schemas } from './databases.ts'
import { rebuildReadModels, settle, verifyLog } from './finish-recovery.ts'
import { databaseNames, type Installation, withClient, withNats } from './installation.ts'
import { countLocked, type KeyStore, readKeyStore, restoreKeys } from './key-store.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { type MediaStorages, mediaKinds, withStorages } from './media.ts'
import { findDamage } from './parts.ts'
import { listed, preflight, Refusal } from './preflight.ts'
import { collectErasures, reapplyErasures } from './reapply-erasures.ts'
import { clearStreams, restoreStreams } from './streams.ts'
import { markFinished, markUnfinished } from './unfinished-restore.ts'

export interface RestoreOptions {
  /** The folder of the backup. */
  folder: string
  /** The folder of the key store. */
  keys: string
  replace: boolean
  verify: boolean
  say(what: string): void
}

export interface Restored {
  manifest: Manifest
  /** The number of learners erased again, because they were erased after the backup. */
  reappliedErasures: number
  /** The result of replaying the log; null if it wasn't requested. */
  verified: string | null
}

/** @throws {Refusal} when the backup is damaged */
export async function readBackup(folder: string): Promise<Manifest> {
  const damage = await findDamage(folder)
  if (damage.length > 0) throw new Refusal(`${folder} is damaged:\n${listed(damage)}`)
  return readManifest(folder)
}

/**
 * Restores an installation to the moment of a backup, without the learners who were erased since.
 * @throws {Refusal} before anything is changed; any other error after that: the next attempt overwrites what is
 *   unfinished
 */
export async function restore(to: Installation, options: RestoreOptions): Promise<Restored> {
  const { say } = options
  const folder = resolve(options.folder)
  say('checking every file of the backup')
  const manifest = await readBackup(folder)
  const keys = { folder: resolve(options.keys), store: await requireKeyStore(options.keys) }
  return withNats(to.nats.url, async (connection) => {
    const manager = await jetstreamManager(connection)
    const { replace } = options
    const obstacles = await preflight({ installation: to, manager, manifest, keys, replace })
    if (obstacles.length > 0) throw new Refusal(`The backup can't be restored here:\n${listed(obstacles)}`)
    const erased = await collectErasures(to, manager, keys)
    await markUnfinished(to, erased)
    const { isOlder } = await fill(to, { folder, manifest, keys, connection, manager, say })
    say('erasures')
    const reappliedErasures = await reapplyErasures(to, erased)
    const locked = await withClient(to.databases.progress, countLocked)
    if (locked > 0) {
      throw new Error(`The key store in ${keys.folder} lacks the keys of ${locked} learners: use a newer one`)
    }
    if (isOlder) {
      // Rules of read models may have changed since.
      say('read models')
      await rebuildReadModels(to)
    }
    if (options.verify) say('replaying the log')
    const verified = options.verify ? await verifyLog(to) : null
    await markFinished(to)
    return { manifest, reappliedErasures, verified }
  })
}

interface Filling {
  folder: string
  manifest: Manifest
  keys: { folder: string; store: KeyStore }
  connection: NatsConnection
  manager: JetStreamManager
  say(what: string): void
}

/**
 * Streams first: while they are missing, a service that was started too early can't publish anything.
 * @returns whether the backup is of a version whose progress database had fewer migrations
 */
async function fill(to: Installation, filling: Filling): Promise<{ isOlder: boolean }> {
  const { folder, manifest, keys, connection, manager, say } = filling
  await clearStreams(manager)
  for (const name of databaseNames) {
    const database = manifest.databases[name]
    if (database === undefined) throw new Error(`the backup has no database ${name}`)
    say(`database ${name}`)
    await restoreDatabase(to.databases[name], folder, name, database)
    await withClient(to.databases[name], settle)
  }
  say('keys')
  await withClient(to.databases.progress, (client) => restoreKeys(client, keys.folder, keys.store))
  say('media files')
  await withStorages(to, (storages) => restoreMedia(folder, storages, to.media))
  say('messages in flight')
  await restoreStreams(folder, connection, manager, to.nats.replicas)
  say('newer migrations')
  let isOlder = false
  for (const name of databaseNames) {
    const applied = await migrate(to.databases[name], schemas[name])
    if (name === 'progress') isOlder = applied.length > 0
  }
  return { isOlder }
}

async function requireKeyStore(folder: string): Promise<KeyStore> {
  const store = await readKeyStore(resolve(folder))
  if (store === null) throw new Refusal(`There is no key store in ${folder}: set its folder with --keys`)
  return store
}

/** Prefix of folders whose files are to be moved into the storage. */
const prefix = '.restore-'

/** Copies the files into the storage, each as the service itself would store it. */
export async function restoreMedia(
  folder: string,
  storages: MediaStorages,
  media: Installation['media'],
): Promise<void> {
  for (const kind of mediaKinds) await storages[kind].prepare()
  if (media.storage === 'folder') await removeLeftOver(media.folder)
  // The storage moves its input, which therefore must be on the same disk.
  const waiting = await mkdtemp(join(media.storage === 'folder' ? media.folder : tmpdir(), prefix))
  try {
    for (const kind of mediaKinds) {
      for (const name of await readdir(join(folder, kind)).catch(noneIfMissing)) {
        const path = join(waiting, name)
        await copyFile(join(folder, kind, name), path)
        await storages[kind].put(name, path)
        // A storage that copies leaves the file, and all of them together may not fit.
        await rm(path, { force: true })
      }
    }
  } finally {
    await rm(waiting, { recursive: true, force: true })
  }
}

/** Removes the files of a killed attempt. */
async function removeLeftOver(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(prefix)) await rm(join(folder, name), { recursive: true })
  }
}

/** A backup without files of a kind has no folder for them. */
function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
