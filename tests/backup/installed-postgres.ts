import { execFile } from 'node:child_process'
import { appendFile, chown, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@rehearse/local-platform'
import pg from 'pg'
import { vi } from 'vitest'

const run = promisify(execFile)
const home = '/usr/lib/postgresql'
/** Programs that the embedded build lacks and an operator has. */
const needed = ['initdb', 'pg_ctl', 'pg_basebackup', 'pg_verifybackup']

/** The programs of the newest PostgreSQL that Debian's packages installed; null without one. */
export async function findInstalledPostgres(): Promise<string | null> {
  const versions = await readdir(home).catch((): string[] => [])
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const bin = join(home, version, 'bin')
    const programs = await readdir(bin).catch((): string[] => [])
    if (needed.every((name) => programs.includes(name))) return bin
  }
  return null
}

export interface ArchivedPostgres extends AsyncDisposable {
  /** For the superuser. */
  url: string
  query<Row extends pg.QueryResultRow>(database: string, sql: string): Promise<Row[]>
  /** Copies the whole server while it runs. */
  takeBaseBackup(folder: string): Promise<void>
  /** Stops the server, with everything written to the archive. */
  end(): Promise<void>
}

/** A server that archives its log as docs/operations.md describes. */
export async function startArchivedPostgres(bin: string, folder: string): Promise<ArchivedPostgres> {
  const [data, archive] = [join(folder, 'data'), join(folder, 'archive')]
  for (const path of [folder, archive]) await makeFolder(path)
  await asPostgres(join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C',
  ])
  await appendFile(
    join(data, 'postgresql.conf'),
    `archive_mode = on
archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'
max_connections = 200
unix_socket_directories = ''
fsync = off\n`,
  )
  return start(bin, data)
}

/** Another server, recovered from a base backup and the archive to a moment. */
export async function recover(
  bin: string,
  { baseBackup, archive, to }: { baseBackup: string; archive: string; to: string },
): Promise<ArchivedPostgres> {
  await appendFile(
    join(baseBackup, 'postgresql.conf'),
    `archive_mode = off
restore_command = 'cp ${archive}/%f %p'
recovery_target_time = '${to}'
recovery_target_action = promote\n`,
  )
  await writeFile(join(baseBackup, 'recovery.signal'), '')
  await chownToPostgres(join(baseBackup, 'recovery.signal'))
  const server = await start(bin, baseBackup)
  const isRecovering = async () =>
    (await server.query<{ yes: boolean }>('postgres', 'select pg_is_in_recovery() as yes'))[0]?.yes
  await vi.waitUntil(async () => (await isRecovering()) === false, { timeout: 60_000, interval: 100 })
  return server
}

async function start(bin: string, data: string): Promise<ArchivedPostgres> {
  const port = await freePort()
  const address = `-p ${port} -c listen_addresses=127.0.0.1`
  await asPostgres(join(bin, 'pg_ctl'), ['start', '-w', '-D', data, '-l', `${data}.log`, '-o', address])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let isRunning = true
  const stop = async () => {
    if (isRunning) await asPostgres(join(bin, 'pg_ctl'), ['stop', '-w', '-m', 'fast', '-D', data])
    isRunning = false
  }
  return {
    url,
    query: (database, sql) => queryOnce(url, database, sql),
    takeBaseBackup: async (folder) => {
      await asPostgres(join(bin, 'pg_basebackup'), ['-d', url, '-D', folder, '-c', 'fast', '-X', 'stream'])
      await asPostgres(join(bin, 'pg_verifybackup'), [folder])
    },
    // A server that shuts down cleanly archives the rest of its log.
    end: stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function queryOnce<Row extends pg.QueryResultRow>(
  url: string,
  database: string,
  sql: string,
): Promise<Row[]> {
  const address = new URL(url)
  address.pathname = `/${database}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Postgres refuses to run as root. */
async function asPostgres(program: string, given: readonly string[]): Promise<void> {
  await run(program, given, { cwd: '/', ...(await postgresUser()) })
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chownToPostgres(path)
}

async function chownToPostgres(path: string): Promise<void> {
  const user = await postgresUser()
  if (user.uid !== undefined) await chown(path, user.uid, user.gid)
}

async function postgresUser(): Promise<{ uid: number; gid: number } | { uid?: undefined; gid?: undefined }> {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}
