import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** The cost of a local Postgres server so far; the difference of two is the cost in between. */
export interface ServerCost {
  /** Milliseconds of processor time, of all its processes. */
  cpu: number
  /** Page accesses in the client's database. */
  buffers: number
  /** Bytes of write-ahead log. */
  wal: number
}

export async function serverCost(client: pg.Client): Promise<ServerCost> {
  // Otherwise the statistics may be out of date.
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ pid: number; buffers: number; wal: number }>(`
    select pg_backend_pid() as pid, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
      (blks_hit + blks_read)::float8 as buffers
    from pg_stat_database where datname = current_database()`)
  const [row] = rows
  if (row === undefined) throw new Error('the database has no statistics')
  return { cpu: cpuOfTree(statOf(row.pid).parent), buffers: row.buffers, wal: row.wal }
}

/**
 * Milliseconds of processor time of a process, its living children, and the ended children that it has waited for.
 */
export function cpuOfTree(pid: number): number {
  const { own, ended } = statOf(pid)
  let sum = own + ended
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const child = statOf(Number(name))
      if (child.parent === pid) sum += child.own
    } catch {
      // The process has ended since the folder was read.
    }
  }
  return sum
}

/** See proc_pid_stat(5): the fields after the program's name in parentheses. Ticks are hundredths of a second. */
function statOf(pid: number): { parent: number; own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0, own = 0, ended = 0] = [
    fields[1],
    (fields[11] ?? 0) + (fields[12] ?? 0),
    (fields[13] ?? 0) + (fields[14] ?? 0),
  ]
  return { parent, own: own * 10, ended: ended * 10 }
}

/** The processor time and memory of a service, from its own metrics. */
interface ServiceCost {
  /** Milliseconds of processor time. */
  cpu: number
  /** Bytes of memory. */
  memory: number
}

/** @param url the service's own URL */
export async function serviceCost(url: string): Promise<ServiceCost> {
  const reply = await fetch(`${url}/metrics`)
  const text = await reply.text()
  const value = (name: string) => {
    const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1]
    if (found === undefined) throw new Error(`${url} has no metric ${name}`)
    return Number(found)
  }
  return {
    cpu: value('process_cpu_seconds_total') * 1_000,
    memory: value('process_resident_memory_bytes'),
  }
}
