import { parseArgs } from 'node:util'
import { adaptive } from './benchmarks/adaptive.ts'
import { answers } from './benchmarks/answers.ts'
import { audio } from './benchmarks/audio.ts'
import { capacity } from './benchmarks/capacity.ts'
import { firstSteps } from './benchmarks/first-steps.ts'
import { gateway, overload } from './benchmarks/gateway.ts'
import { growth } from './benchmarks/growth.ts'
import { hostile } from './benchmarks/hostile.ts'
import { interaction } from './benchmarks/interaction.ts'
import { lighthouse } from './benchmarks/lighthouse.ts'
import { imports, list, read, search } from './benchmarks/questions.ts'
import { reads } from './benchmarks/reads.ts'
import { rebuild } from './benchmarks/rebuild.ts'
import { signIn } from './benchmarks/sign-in.ts'
import { streams } from './benchmarks/streams.ts'
import { typeChecker } from './benchmarks/type-checker.ts'
import type { Benchmark, Case, GoalResult, LoadBenchmark, Results, Timing } from './src/benchmark.ts'
import { measure, timing } from './src/benchmark.ts'
import { fillBank } from './src/fill-databases.ts'
import { aligned, progressLine, table } from './src/print-table.ts'
import { type World, withWorld } from './src/world.ts'

/**
 * `npm run bench [-- --short] [--against FOLDER] [name …]`: benchmarks the questions service at two bank sizes, and
 * services under load, each with its own servers. With `--against`, a checkout of another version with installed
 * packages, compares the questions services of both versions in turn at 100,000 questions (10,000 with --short).
 */
const benchmarks: readonly Benchmark[] = [list, search, imports]
const loadBenchmarks: readonly LoadBenchmark[] = [
  gateway,
  overload,
  signIn,
  hostile,
  answers,
  adaptive,
  audio,
  rebuild,
  growth,
  reads,
  streams,
  capacity,
  lighthouse,
  interaction,
  firstSteps,
  typeChecker,
]
const names = [...benchmarks, ...loadBenchmarks].map((benchmark) => benchmark.name)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    against: { type: 'string' },
    help: { type: 'boolean', default: false, short: 'h' },
  },
})
const help = `npm run bench [-- --short] [--against FOLDER] [name …]

Runs all benchmarks, or the named ones, each with servers of its own:
  ${benchmarks.map(({ name }) => name).join(', ')}: at two sizes of the question bank
  ${loadBenchmarks.map(({ name }) => name).join(', ')}

--short           fewer and shorter rounds
--against FOLDER  compares with a checkout of another version, its packages installed
`
/** Questions in the bank. */
const sizes = [10_000, 100_000]
const turns = values.short ? { rounds: 6, repeats: 5 } : { rounds: 30, repeats: 5 }
const unknown = positionals.filter((name) => !names.includes(name))
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

if (values.help) {
  process.stdout.write(help)
} else if (unknown.length > 0) {
  process.stderr.write(`Unknown benchmark ${unknown.join(', ')}; choose from: ${names.join(', ')}\n`)
  process.exitCode = 1
} else {
  const isChosen = ({ name }: { name: string }) => positionals.length === 0 || positionals.includes(name)
  const ofTheBank = benchmarks.filter(isChosen)
  const { say, end } = progressLine()
  if (ofTheBank.length > 0) {
    say('starting the platform')
    const { against } = values
    await withWorld(
      (world) =>
        against === undefined
          ? bench(world, ofTheBank, say)
          : withWorld((other) => compare(world, other, ofTheBank, say), stop.signal, { from: against }),
      stop.signal,
    ).finally(end)
  }
  const effort = values.short ? { rounds: 3, seconds: 2 } : { rounds: 5, seconds: 8 }
  for (const benchmark of loadBenchmarks.filter(isChosen)) {
    const report = await benchmark
      .run({ ...effort, short: values.short, say, signal: stop.signal })
      .finally(end)
    process.stdout.write(`\n${report.title}\n${aligned(report.rows)}\n`)
    evaluate(report.verdicts)
  }
}

async function bench(world: World, chosen: readonly Benchmark[], say: (what: string) => void): Promise<void> {
  const results = new Map<number, Map<string, Timing>>()
  for (const size of sizes) {
    const taken = await fillBank(world, size, say)
    const timings = await measure(await casesOf(world, chosen), {
      ...turns,
      say: (what) => say(`${size} questions, ${what}`),
    })
    // The imports that filled the bank to this size.
    timings.set('import of 10,000 new', timing(taken))
    results.set(size, timings)
    stop.signal.throwIfAborted()
  }
  report(results, chosen)
}

async function casesOf(world: World, chosen: readonly Benchmark[]): Promise<Case[]> {
  return (await Promise.all([read, ...chosen].map((benchmark) => benchmark.cases(world)))).flat()
}

/** p95 of both versions, and the ratio of ours to the other's. */
async function compare(
  world: World,
  other: World,
  chosen: readonly Benchmark[],
  say: (what: string) => void,
): Promise<void> {
  const size = values.short ? 10_000 : 100_000
  for (const one of [world, other]) await fillBank(one, size, say)
  const ours = (await casesOf(world, chosen)).filter(({ name }) => !name.startsWith('ILIKE'))
  const theirs = (await casesOf(other, chosen)).map(({ name, run }) => ({ name: `other, ${name}`, run }))
  const turnAbout = ours.flatMap((one) => [
    one,
    ...theirs.filter(({ name }) => name === `other, ${one.name}`),
  ])
  const timings = await measure(turnAbout, { ...turns, say })
  const p95 = (name: string) => timings.get(name)?.p95 ?? Number.NaN
  const rows = ours.map(({ name }) => ({ name, ratio: p95(name) / p95(`other, ${name}`) }))
  const mean = Math.exp(rows.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / rows.length)
  const lines = [
    [`${size} questions, p95 in ms`, 'other', 'this', 'ratio'],
    ...rows.map(({ name, ratio }) => [
      name,
      p95(`other, ${name}`).toFixed(1),
      p95(name).toFixed(1),
      ratio.toFixed(2),
    ]),
    ['geometric mean', '', '', mean.toFixed(2)],
  ]
  process.stdout.write(`${aligned(lines)}\n`)
}

function report(results: Results, chosen: readonly Benchmark[]): void {
  process.stdout.write(`${table(results)}\n\n`)
  evaluate(chosen.flatMap((benchmark) => benchmark.evaluate?.(results) ?? []))
}

function evaluate(verdicts: readonly GoalResult[]): void {
  for (const { holds, text } of verdicts) {
    process.stdout.write(`${holds ? '✓' : '✗'} ${text}\n`)
    if (!holds) process.exitCode = 1
  }
}
