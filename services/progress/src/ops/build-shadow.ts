import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BuildOptions, Difference, Projection, Shadow, ShadowProgress } from '@rehearse/event-store'
import { projections, shadowOf } from '../read-models/projections.ts'
import type { ProgressTables } from '../tables.ts'
import { UsageError } from './run-operation.ts'

/** The shadow that a command builds with this code, of one projection or all, and the threads that help. */
export async function shadowOfProjection(
  projection: string | undefined,
  command: 'rebuild' | 'shadow' | 'verify',
): Promise<{ shadow: Shadow<ProgressTables>; help: Required<BuildOptions>['help'] }> {
  const chosen = chooseProjections(projection)
  const name = command === 'verify' ? command : `${command}_${projection}`
  const revision = await codeRevision()
  return {
    shadow: shadowOf(chosen, { name, revision }),
    help: (events) => buildHelp({ name, projection: projection ?? '', revision }, events),
  }
}

const folders = ['services/progress/src', 'libs/event-store', 'libs/contracts/src']

/** Names the code that read models are built by: another rule, or another table, is another revision. */
async function codeRevision(): Promise<string> {
  const root = join(import.meta.dirname, '../../../..')
  const hash = createHash('sha256')
  const files: string[] = []
  const patterns = folders.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.sql`])
  for await (const file of glob(patterns, { cwd: root, exclude: ['**/*.test.ts', '**/node_modules/**'] })) {
    files.push(file)
  }
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)))
  return hash.digest('base64url').slice(0, 22)
}

/** At most so many threads: beyond it the database is the bottleneck. */
const threadsMax = 4
/** Fewer events are folded before another thread has started. */
const notWorthIt = 50_000
/** Megabytes of young generation: a batch that fits isn't copied by the garbage collector. */
const youngGeneration = 48

/** What a thread needs to help build a shadow. */
export interface BuildHelp {
  /** Of the shadow. */
  name: string
  /** Of its projections, or `all`. */
  projection: string
  revision: string
}

/** Starts one more thread per additional core to help build a shadow of this size. */
async function buildHelp(help: BuildHelp, events: number): Promise<void> {
  if (events < notWorthIt) return
  const threads = Math.min(threadsMax, availableParallelism()) - 1
  await Promise.all(Array.from({ length: threads }, () => runThread(help)))
}

/** Resolves when the thread ends. @throws what it throws */
async function runThread(workerData: BuildHelp): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const thread = new Worker(join(import.meta.dirname, 'build-helper.ts'), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: youngGeneration },
  })
  thread.once('error', reject)
  thread.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a thread ended with ${code}`))))
  await promise
}

export const projectionNames = [...projections.map(({ name }) => name), 'all'].join(', ')

/** The projection of that name, or all of them. */
export function chooseProjections(name: string | undefined): readonly Projection<ProgressTables>[] {
  const chosen = projections.filter((projection) => name === 'all' || projection.name === name)
  if (chosen.length === 0) {
    throw new UsageError(name === undefined ? 'Which projection?' : `There is no projection ${name}.`)
  }
  return chosen
}

/** Milliseconds between progress lines when the output isn't a terminal. */
const quietInterval = 5_000

/** Reports how far a shadow build is and how long it will take. */
export function showProgress(out: NodeJS.WriteStream): {
  onProgress(progress: ShadowProgress): void
  end(): void
} {
  const began = performance.now()
  let first: number | undefined
  let lastLine = 0
  return {
    onProgress: (progress) => {
      const now = performance.now()
      // A build that is gone on with has not done in this run what it begins with.
      first ??= progress.position
      if (!out.isTTY && now - lastLine < quietInterval && progress.position < progress.end) return
      lastLine = now
      const line = describeProgress(progress, first, (now - began) / 1_000)
      out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
    },
    end: () => {
      if (out.isTTY) out.write('\n')
    },
  }
}

/** @param seconds since the run began, which found the shadow at `first` after its first batch */
function describeProgress({ position, end }: ShadowProgress, first: number, seconds: number): string {
  const share = end === 0 ? 1 : Math.min(1, position / end)
  const done = position - first
  const left = done > 0 ? ((end - position) / done) * seconds : Number.NaN
  const remaining = share === 1 ? 'done' : Number.isNaN(left) ? 'estimating' : `${duration(left)} left`
  return `${Math.floor(share * 100)} %, event ${position} of ${end}, ${remaining}`
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`
}

/** How the live read models differ from what the log makes of them, for a person to read. */
export function describeDifferences(differences: readonly Difference[]): string {
  if (differences.length === 0) return 'No difference.'
  return differences
    .map(({ table, rows, owners, columns, examples }) => {
      const figures = Object.entries(columns).map(([column, count]) => `${column} in ${count}`)
      const title = `${table}: ${rows} rows of ${owners} learners differ (${figures.join(', ')})`
      const shown = examples.map((example) => `  ${describeExample(example)}`)
      return [title, ...shown, ...(rows > examples.length ? ['  …'] : [])].join('\n')
    })
    .join('\n')
}

function describeExample({ live, shadow }: Difference['examples'][number]): string {
  const [is, should] = [live, shadow] as (Record<string, unknown> | null)[]
  const row = is ?? should ?? {}
  const owner = row.learner_id ?? Object.values(row)[0]
  if (!is) return `${owner}: lacks ${JSON.stringify(should)}`
  if (!should) return `${owner}: has ${JSON.stringify(is)}, which nothing has led to`
  const differing = Object.keys(should).filter(
    (name) => JSON.stringify(is[name]) !== JSON.stringify(should[name]),
  )
  return `${owner}: ${differing
    .map((name) => `${name} is ${JSON.stringify(is[name])} and should be ${JSON.stringify(should[name])}`)
    .join(', ')}`
}
