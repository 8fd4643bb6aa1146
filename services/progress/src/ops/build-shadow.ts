import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BuildOptions, Difference, Projection, Shadow, ShadowProgress } from '@rehearse/event-store'
import { projections, projectionsInLogOrder, shadowOf } from '../read-models/projections.ts'
import type { ProgressTables } from '../tables.ts'
import { UsageError } from './operation.ts'

/**
 * The shadows that a command builds with this code, of one projection or of all: those that are built stream by stream
 * with helper threads, and those in the order of the log.
 */
export async function shadowsOfProjection(
  projection: string | undefined,
  command: 'rebuild' | 'shadow' | 'verify',
): Promise<{ shadow: Shadow<ProgressTables>; help: Required<BuildOptions>['help'] }[]> {
  const name = command === 'verify' ? command : `${command}_${projection}`
  const revision = await codeRevision()
  const byStream = selectProjections(projection)
  const inLogOrder = select(projectionsInLogOrder, projection)
  if (byStream.length + inLogOrder.length === 0) throw unknownProjection(projection)
  return [
    ...(byStream.length === 0
      ? []
      : [
          {
            shadow: shadowOf(byStream, { name, revision }),
            help: (events: number) => buildHelp({ name, projection: projection ?? '', revision }, events),
          },
        ]),
    ...inLogOrder.map((one) => ({
      shadow: shadowOf([one], { name: `${name}_${one.name}`, revision }),
      help: async () => {},
    })),
  ]
}

const folders = ['services/progress/src', 'libs/event-store', 'libs/contracts/src']

/** Identifies the code that builds read models: a changed rule or table gives another revision. */
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

/** Maximum number of threads: beyond it the database is the bottleneck. */
const threadsMax = 4
/** Below this number of events, folding finishes before another thread has started. */
const notWorthIt = 50_000
/** Megabytes of young generation: a batch that fits isn't copied by the garbage collector. */
const youngGeneration = 48

/** What a thread needs to know to help build a shadow. */
export interface BuildHelp {
  /** The shadow's name. */
  name: string
  /** The name of its projection, or `all`. */
  projection: string
  revision: string
}

/** Starts one thread per additional core to help build a shadow of this size. */
async function buildHelp(help: BuildHelp, events: number): Promise<void> {
  if (events < notWorthIt) return
  const threads = Math.min(threadsMax, availableParallelism()) - 1
  await Promise.all(Array.from({ length: threads }, () => runThread(help)))
}

/** Resolves when the thread ends; rejects with the thread's error. */
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

export const projectionNames = [...projections, ...projectionsInLogOrder, { name: 'all' }]
  .map(({ name }) => name)
  .join(', ')

/** The projection with that name, or all of them, without those that need the order of the log. */
export const selectProjections = (name: string | undefined): Projection<ProgressTables>[] =>
  select(projections, name)

const select = (from: readonly Projection<ProgressTables>[], name: string | undefined) =>
  from.filter((projection) => name === 'all' || projection.name === name)

const unknownProjection = (name: string | undefined) =>
  new UsageError(name === undefined ? 'Which projection?' : `There is no projection ${name}.`)

/** Milliseconds between progress lines when the output isn't a terminal. */
const quietInterval = 5_000

export type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

/** Shows the progress of a shadow build and the estimated time left. */
export function showProgress(out: Output): {
  onProgress(progress: ShadowProgress): void
  end(): void
} {
  const began = performance.now()
  let first: number | undefined
  let lastLine = 0
  return {
    onProgress: (progress) => {
      const now = performance.now()
      // A resumed build starts with events that an earlier run has processed.
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

/** @param seconds since the start of the run, whose first batch left the shadow at `first` */
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

/** Describes for an operator how the live read models differ from those built from the log. */
export function describeDifferences(differences: readonly Difference[]): string {
  if (differences.length === 0) return 'No difference.'
  return differences
    .map(({ table, rows, owners, columns, examples }) => {
      const counts = Object.entries(columns).map(([column, count]) => `${column} in ${count}`)
      const title = `${table}: ${rows} rows of ${owners} learners differ (${counts.join(', ')})`
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
  if (!should) return `${owner}: has ${JSON.stringify(is)}, which doesn’t follow from the log`
  const differing = Object.keys(should).filter(
    (name) => JSON.stringify(is[name]) !== JSON.stringify(should[name]),
  )
  return `${owner}: ${differing
    .map((name) => `${name} is ${JSON.stringify(is[name])} and should be ${JSON.stringify(should[name])}`)
    .join(', ')}`
}
