import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serviceNames } from '@rehearse/local-platform'
import type pg from 'pg'
import { cpuOfTree, serviceCost } from './process-cost.ts'
import type { World } from './world.ts'

/** The total cost of the platform so far, in processor time and storage. */
interface Spent {
  /** Milliseconds of processor time by process. */
  cpu: Map<string, number>
  /** Bytes of a table of progress with its indexes. */
  tables: Map<string, number>
  /** Bytes of write-ahead log, and of JetStream's streams. */
  wal: number
  streams: number
}

export interface Cost extends Spent {
  /** Duration in milliseconds. */
  took: number
}

/** The cost of the platform during some work. */
export async function costOf(world: World, sql: pg.Client, work: () => Promise<void>): Promise<Cost> {
  const [before, began] = [await spent(world, sql), performance.now()]
  await work()
  const [after, took] = [await spent(world, sql), performance.now() - began]
  const more = (of: 'cpu' | 'tables') =>
    new Map([...after[of]].map(([name, total]) => [name, total - (before[of].get(name) ?? 0)]))
  return {
    took,
    cpu: more('cpu'),
    tables: more('tables'),
    wal: after.wal - before.wal,
    streams: after.streams - before.streams,
  }
}

async function spent(world: World, sql: pg.Client): Promise<Spent> {
  const { innerUrls, servers } = world.platform
  const cpu = new Map<string, number>()
  for (const name of serviceNames) cpu.set(name, (await serviceCost(innerUrls[name])).cpu)
  for (const [name, server] of Object.entries(servers)) cpu.set(name, cpuOfTree(server.pid))
  const { rows } = await sql.query<{ name: string; bytes: number }>(`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`)
  const wal = await sql.query<{ wal: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`,
  )
  return {
    cpu,
    tables: new Map(rows.map(({ name, bytes }) => [name, bytes])),
    wal: wal.rows[0]?.wal ?? Number.NaN,
    streams: await bytesOfStreams(servers.nats?.pid ?? 0),
  }
}

/** The size of the server's stream folder. */
async function bytesOfStreams(pid: number): Promise<number> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
  const folder = words[words.indexOf('--store_dir') + 1] ?? ''
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return bytes
}

/**
 * Waits until every reader of the log and every consumer has processed all events.
 * @returns the duration in milliseconds
 * @throws after a minute
 */
export async function waitUntilHandled({ platform }: World): Promise<number> {
  const began = performance.now()
  while ((await backlog(platform.innerUrls)) > 0) {
    if (performance.now() - began > 60_000) throw new Error('some events are still not processed')
    await pause(100)
  }
  return performance.now() - began
}

/** Events that the slowest reader of the log hasn't processed, and messages that wait for a relay or a consumer. */
async function backlog(urls: World['platform']['innerUrls']): Promise<number> {
  const texts = await Promise.all(
    serviceNames.map(async (name) => (await fetch(`${urls[name]}/metrics`)).text()),
  )
  const values = (pattern: RegExp) =>
    [...texts.join('\n').matchAll(pattern)].map(([, value]) => Number(value))
  const waiting = values(/^(?:relay|consumer)_messages_waiting\{[^}]*\} (\d+)/gm)
  const [end = 0] = values(/^event_log_position (\d+)/gm)
  const slowest = Math.min(end, ...values(/^projection_position\{[^}]*\} (\d+)/gm))
  return end - slowest + waiting.reduce((sum, count) => sum + count, 0)
}

export function databaseOf({ platform }: World, name: string): string {
  return Object.assign(new URL(platform.postgresUrl), { pathname: `/${name}` }).href
}
