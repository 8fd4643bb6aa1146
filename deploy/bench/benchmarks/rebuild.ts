import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventStoreMigrations } from '@rehearse/event-store'
import { provisionDatabase, repositoryRoot, startPostgres } from '@rehearse/local-platform'
import { messagingMigrations, migrate } from '@rehearse/service-kit'
import pg from 'pg'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { fillLog } from '../src/fill-databases.ts'
import { median } from '../src/statistics.ts'

const goal = 0.25
const secret = 'only-for-this-run-and-no-longer-than-it'
const rebuilt = ['figures', 'answers', 'activity']

/** Rebuilding read models from the log, compared with Postgres exporting the same rows by COPY. */
export const rebuild: LoadBenchmark = {
  name: 'rebuild',
  run: async ({ rounds, short, say, signal }) => {
    await using stack = new AsyncDisposableStack()
    const count = short ? 200_000 : 1_000_000
    const dataDir = await mkdtemp(join(tmpdir(), 'rehearse-bench-'))
    stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    await chmod(dataDir, 0o711)
    const server = await startPostgres({ dataDir })
    stack.defer(server.stop)
    const { ownerUrl } = await provisionDatabase(server.url, { name: 'progress', secret })
    const own = join(repositoryRoot, 'services/progress/src/migrations')
    await migrate(ownerUrl, [messagingMigrations, eventStoreMigrations, own])
    const superuser = new URL(server.url)
    superuser.pathname = '/progress'
    const client = new pg.Client({ connectionString: superuser.href })
    await client.connect()
    stack.defer(() => client.end())
    await fillLog(client, { size: count, secret, say: (done) => say(`rebuild: ${done} of ${count} events`) })

    const copies: number[] = []
    const builds = new Map<string, { ms: number; megabytes: number }[]>(rebuilt.map((name) => [name, []]))
    for (let round = 1; round <= Math.min(3, rounds); round += 1) {
      for (const name of rebuilt) {
        signal.throwIfAborted()
        say(`rebuild, round ${round}: ${name}`)
        copies.push(await timeOf(() => client.query(`copy event to program 'cat > /dev/null'`)))
        builds.get(name)?.push(await runRebuild(name, ownerUrl))
      }
    }
    const copy = median(copies)
    const ratio = (name: string) => copy / median(builds.get(name)?.map(({ ms }) => ms) ?? [])
    const perSecond = (ms: number) => Math.round((count / ms) * 1_000).toString()
    return {
      title: `rebuilding from ${count} events`,
      rows: [
        ['', 'events a second', '× COPY', 'memory, MB'],
        ['COPY of the log', perSecond(copy), '1.00', ''],
        ...[...builds].map(([name, taken]) => [
          name,
          perSecond(median(taken.map(({ ms }) => ms))),
          ratio(name).toFixed(2),
          Math.max(...taken.map(({ megabytes }) => megabytes)).toFixed(0),
        ]),
      ],
      verdicts: rebuilt.map((name) => ({
        holds: ratio(name) >= goal,
        text: `rebuild of ${name} ${ratio(name).toFixed(2)} × COPY, goal ≥ ${goal}`,
      })),
    }
  },
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Runs the command as in a terminal, including startup and swap. */
async function runRebuild(name: string, ownerUrl: string): Promise<{ ms: number; megabytes: number }> {
  const command = join(repositoryRoot, 'services/progress/src/ops/run.ts')
  let megabytes = 0
  const ms = await timeOf(async () => {
    const child = spawn(process.execPath, [command, 'rebuild', name], {
      env: { PATH: process.env.PATH, DATABASE_OWNER_URL: ownerUrl, PERSONAL_DATA_SECRET: secret },
      stdio: 'ignore',
    })
    const watch = setInterval(async () => {
      // Available on Linux only.
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      megabytes = Math.max(megabytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
    }, 100)
    const [code] = await once(child, 'exit')
    clearInterval(watch)
    if (code !== 0) throw new Error(`rebuild of ${name} ended with ${code}`)
  })
  return { ms, megabytes }
}
