import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@rehearse/testing'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postgresAccount } from './postgres-binaries.ts'
import { type PostgresOptions, type PostgresServer, startPostgres } from './postgres-server.ts'
import { commandLineOf, waitUntilGone } from './server-process.ts'
import { runLauncher } from './testing/run-launcher.ts'
import { until } from './testing/until.ts'

const isRoot = process.getuid?.() === 0
/** With a database that was stopped: tests copy it, since creating one takes longer than the rest of them. */
let prepared: TemporaryFolder
let folder: TemporaryFolder
let dataDir: string
const running: PostgresServer[] = []
let notes: string[]

beforeAll(async () => {
  prepared = await temporaryFolder()
  const dataDir = join(prepared.path, 'postgres')
  await (await startPostgres({ dataDir, settings: { fsync: 'off' } })).stop()
})
afterAll(() => prepared.remove())

beforeEach(async () => {
  folder = await temporaryFolder()
  dataDir = join(folder.path, 'postgres')
  notes = []
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
  await folder.remove()
})

async function start(options: Partial<PostgresOptions> = {}): Promise<PostgresServer> {
  const server = await startPostgres({
    dataDir,
    settings: { fsync: 'off' },
    commonDir: join(folder.path, 'common'),
    onNote: (message) => notes.push(message),
    ...options,
  })
  running.push(server)
  return server
}

/** From here on, `dataDir` has a database. As root, its files belong to another user. */
const copyDatabase = () => execFileSync('cp', ['-a', join(prepared.path, 'postgres'), dataDir])

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  // A server that dies fails the query in progress; an error on an idle client would end the test's process.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const startInLauncher = (options: object) => `
  import { startPostgres } from '${import.meta.dirname}/postgres-server.ts'
  const server = await startPostgres(${JSON.stringify(options)})
  process.send({ pid: server.pid, url: server.url, port: server.port })
  process.on('disconnect', () => {})
`

describe('the embedded Postgres', () => {
  test('keeps its data from one start to the next, and leaves no process behind', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    expect(await commandLineOf(first.pid)).toBeNull()
    expect(await readdir(dataDir)).toEqual(['cluster', 'password'])

    const second = await start()
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('requires a password that only its owner can read', async () => {
    copyDatabase()
    const server = await start()
    const wrong = new URL(server.url)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600)
    expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    expect(await query(server.url, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }])
  })

  test('has the same sort order and case rules on every machine', async () => {
    copyDatabase()
    const { url } = await start()
    expect(
      await query(url, "select datlocprovider, datlocale from pg_database where datname = 'postgres'"),
    ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }])
    expect(await query(url, "select lower('ÄÉ') as folded")).toEqual([{ folded: 'äé' }])
  })

  test('reports that its port is in use', async () => {
    copyDatabase()
    const other = createServer()
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    const { port } = other.address() as { port: number }
    await expect(start({ port })).rejects.toThrow(`Port ${port} is in use by another program`)
    other.close()
    const server = await start({ port })
    expect(server.port).toBe(port)
  })
})

describe('after an unclean shutdown', () => {
  test('a killed initdb is repeated', async () => {
    const launcher = runLauncher(startInLauncher({ dataDir }))
    // Its first file exists, its last doesn't.
    await until(async () => {
      const [unfinished] = (await readdir(dataDir).catch(() => [])).filter((name) =>
        name.startsWith('cluster.un'),
      )
      return unfinished && (await stat(join(dataDir, unfinished, 'cluster/PG_VERSION')).catch(() => null))
    })
    process.kill(-(launcher.child.pid as number), 'SIGKILL')
    await waitUntilGone(launcher.child.pid as number, 60_000)
    expect((await readdir(dataDir)).filter((name) => name === 'cluster')).toEqual([])

    const server = await start()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(notes.join()).toMatch(/was interrupted/)
    expect(await readdir(dataDir)).toEqual(['cluster', 'password'])
  })

  test('a folder with an incomplete cluster is set aside, not deleted', async () => {
    await mkdir(join(dataDir, 'cluster'), { recursive: true })
    await writeFile(join(dataDir, 'cluster/PG_VERSION'), '18\n')
    await start()
    const aside = (await readdir(dataDir)).find((name) => name.startsWith('cluster.broken'))
    expect(await readdir(join(dataDir, aside ?? ''))).toEqual(['PG_VERSION'])
    expect(notes.join()).toMatch(/contains no complete database/)
  })

  test('the Postgres of a killed launcher ends with it', async () => {
    copyDatabase()
    const launcher = runLauncher(startInLauncher({ dataDir, settings: { fsync: 'off' } }))
    const left = (await launcher.message()) as { pid: number }
    await launcher.kill()
    expect(await waitUntilGone(left.pid, 60_000)).toBe(true)
  })

  test('a Postgres that is still running is stopped, then one is started on its data', async () => {
    copyDatabase()
    const left = await start()
    await query(left.url, 'create table kept as select 1 as one')
    const server = await start()
    expect(await waitUntilGone(left.pid, 60_000)).toBe(true)
    expect(notes.join()).toContain(`still running (process ${left.pid})`)
    expect(await query(server.url, 'select one from kept')).toEqual([{ one: 1 }])
  })

  test('a Postgres that crashed during work is restarted with its committed data', async () => {
    copyDatabase()
    const crashed = await start({ settings: {} })
    await query(crashed.url, 'create table kept as select 1 as one')
    // Its process survives the postmaster for a while, and keeps the shared memory.
    const busy = query(crashed.url, 'select count(*) from generate_series(1, 5000000)').catch(() => {})
    await until(async () => {
      const rows = await query(
        crashed.url,
        "select from pg_stat_activity where query like '%generate_series%'",
      )
      return rows.length > 1
    })
    await crashed.kill()
    const server = await start({ settings: {} })
    await busy
    expect(await query(server.url, 'select one from kept')).toEqual([{ one: 1 }])
  })

  test("a stale postmaster.pid with another process's id is harmless", async () => {
    copyDatabase()
    // A process of the same user as Postgres, which ignores processes of other users.
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore', ...(await postgresAccount(() => {})) })
    await writeFile(join(dataDir, 'cluster/postmaster.pid'), `${stranger.pid}\n${dataDir}/cluster\n`)
    await start()
    expect(await commandLineOf(stranger.pid as number)).toBe('sleep 600')
    stranger.kill()
  })

  test('a lost password is reported', async () => {
    copyDatabase()
    await rm(join(dataDir, 'password'))
    await expect(start()).rejects.toThrow(/password.*is missing/)
  })

  test('a cluster of another version is not touched', async () => {
    copyDatabase()
    await writeFile(join(dataDir, 'cluster/PG_VERSION'), '15\n')
    await expect(start()).rejects.toThrow(/written by PostgreSQL 15 and this is 18/)
  })
})

describe.runIf(isRoot)("run as root below a folder that others can't enter", () => {
  beforeEach(async () => {
    await chmod(folder.path, 0o700)
    await mkdir(join(folder.path, 'elsewhere'))
  })

  test('data goes elsewhere, a pointer remains, and the next start follows it', async () => {
    await using common = await temporaryFolder()
    const first = await start({ commonDir: common.path })
    const home = (await readFile(join(dataDir, 'location'), 'utf8')).trim()
    expect(home.startsWith(common.path)).toBe(true)
    expect(await readdir(home)).toEqual(['cluster'])
    expect(notes.join()).toContain(`the database's files go to ${home}`)
    await query(first.url, 'create table kept as select 1 as one')
    await first.stop()

    const second = await start({ commonDir: common.path })
    expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }])
    await second.stop()
  })

  test('a database that has become unreachable is not replaced by an empty one', async () => {
    copyDatabase()
    await expect(start()).rejects.toThrow(/chmod o\+x/)
  })
})
