import { execFile } from 'node:child_process'
import { appendFile, chown, copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type PostgresServer, startPostgres } from '@rehearse/local-platform'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { type Switch, startSwitch } from './switch.ts'

/** A Postgres primary and a synchronous standby, behind one address. */
export interface PostgresPair {
  /** For the superuser, at the current primary. */
  url: string
  /** Kills the primary, and promotes the standby. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

/** @param folder for both clusters */
export async function startPostgresPair(folder: string): Promise<PostgresPair> {
  const [leaderDir, standbyDir] = [join(folder, 'postgres-1'), join(folder, 'postgres-2')]
  const leader = await startPostgres({ dataDir: leaderDir, settings })
  await mkdir(standbyDir, { recursive: true })
  await copyFile(join(leaderDir, 'password'), join(standbyDir, 'password'))
  const standby = await startStandby(leader, standbyDir)
  await waitForEveryCommit(leader)
  const door = await startSwitch(leader.port)
  return {
    url: withPort(leader.url, door.port),
    failOver: () => failOver({ leader, standby, door }),
    stop: async () => {
      await door.close()
      await Promise.all([leader.stop(), standby.stop()])
    },
  }
}

const settings = { max_connections: '300' }

/** A standby from a base backup of the running primary. */
async function startStandby(leader: PostgresServer, dataDir: string): Promise<PostgresServer> {
  // Started once by itself, which creates its folder with the right owner.
  const empty = await startPostgres({ dataDir, settings })
  const [from, to] = (await Promise.all([leader, empty].map(clusterFolder))) as [string, string]
  await empty.stop()
  const { uid, gid } = await stat(to)
  for (const entry of await readdir(to)) await rm(join(to, entry), { recursive: true })

  const client = await connected(leader.url)
  await client.query("select pg_backup_start('standby', true)")
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()

  await rm(join(to, 'postmaster.pid'), { force: true })
  await writeFile(join(to, 'backup_label'), rows[0].labelfile)
  await writeFile(join(to, 'standby.signal'), '')
  const { port, password } = new URL(leader.url)
  const follow = `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby'`
  await appendFile(join(to, 'postgresql.auto.conf'), `${follow}\n`)
  for (const name of ['backup_label', 'standby.signal']) await chown(join(to, name), uid, gid)
  return startPostgres({ dataDir, settings })
}

/** From now on, commits wait for the standby. */
async function waitForEveryCommit(leader: PostgresServer): Promise<void> {
  const client = await connected(leader.url)
  await client.query("alter system set synchronous_standby_names = 'standby'")
  await client.query('select pg_reload_conf()')
  // The reload takes effect shortly after the statement.
  await vi.waitFor(
    async () => {
      const { rows } = await client.query('select sync_state from pg_stat_replication')
      expect(rows).toEqual([{ sync_state: 'sync' }])
    },
    { timeout: 30_000 },
  )
  await client.query('create table synchronous (); drop table synchronous')
  await client.end()
}

async function failOver({
  leader,
  standby,
  door,
}: {
  leader: PostgresServer
  standby: PostgresServer
  door: Switch
}) {
  await leader.kill()
  const client = await connected(standby.url)
  await client.query('select pg_promote()')
  await client.end()
  door.leadTo(standby.port)
}

async function clusterFolder({ url }: PostgresServer): Promise<string> {
  const client = await connected(url)
  const { rows } = await client.query('show data_directory')
  await client.end()
  return rows[0].data_directory
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

const withPort = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href
