import { parseArgs } from 'node:util'
import { answers } from './benchmarks/answers.ts'
import { audio } from './benchmarks/audio.ts'
import { capacity } from './benchmarks/capacity.ts'
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
import type { Benchmark, LoadBenchmark, Results, Timing, Verdict } from './src/benchmark.ts'
import { measure, timing } from './src/benchmark.ts'
import { fillBank } from './src/fill-databases.ts'
import { aligned, progressLine, table } from './src/print-table.ts'
import { type World, withWorld } from './src/world.ts'

/**
 * `npm run bench [-- --short] [name …]`: the questions service at two sizes of its bank, and services under load; each
 * on servers of its own.
 */
const benchmarks: readonly Benchmark[] = [list, search, imports]
const loadBenchmarks: readonly LoadBenchmark[] = [
  gateway,
  overload,
  signIn,
  hostile,
  answers,
  audio,
  rebuild,
  growth,
  reads,
  streams,
  capacity,
  lighthouse,
  interaction,
]
const names = [...benchmarks, ...loadBenchmarks].map((benchmark) => benchmark.name)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
})
const unknown = positionals.filter((name) => !names.includes(name))
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

if (unknown.length > 0) {
  process.stderr.write(`No benchmark is named ${unknown.join(', ')}; there are: ${names.join(', ')}\n`)
  process.exitCode = 1
} else {
  const isChosen = ({ name }: { name: string }) => positionals.length === 0 || positionals.includes(name)
  const ofTheBank = benchmarks.filter(isChosen)
  const { say, end } = progressLine()
  if (ofTheBank.length > 0) {
    say('starting the platform')
    await withWorld((world) => bench(world, ofTheBank, say).finally(end), stop.signal)
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
  const effort = values.short ? { rounds: 6, repeats: 5 } : { rounds: 30, repeats: 5 }
  for (const size of [10_000, 100_000]) {
    const taken = await fillBank(world, size, say)
    const cases = (await Promise.all([read, ...chosen].map((benchmark) => benchmark.cases(world)))).flat()
    const timings = await measure(cases, { ...effort, say: (what) => say(`${size} questions, ${what}`) })
    // Those that brought the bank to this size.
    timings.set('import of 10,000 new', timing(taken))
    results.set(size, timings)
    stop.signal.throwIfAborted()
  }
  report(results, chosen)
}

function report(results: Results, chosen: readonly Benchmark[]): void {
  process.stdout.write(`${table(results)}\n\n`)
  evaluate(chosen.flatMap((benchmark) => benchmark.evaluate?.(results) ?? []))
}

function evaluate(verdicts: readonly Verdict[]): void {
  for (const { holds, text } of verdicts) {
    process.stdout.write(`${holds ? '✓' : '✗'} ${text}\n`)
    if (!holds) process.exitCode = 1
  }
}
