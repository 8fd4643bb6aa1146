import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import ts from 'typescript'
import type { Program } from './check.ts'

// In this folder, so that imports of React find its types.
const file = join(import.meta.dirname, 'question.tsx')
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  // Only the question's code is checked, not the compiler's own declarations.
  skipLibCheck: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
}
const libraries = dirname(fileURLToPath(import.meta.resolve('typescript')))
const read = new Map<string, ts.SourceFile | undefined>()

/**
 * Compiles strictly.
 * @returns the type of the name in `evaluate`; without it `compiles`, or the codes of the errors: `TS2322`
 */
export async function compile({ script, evaluate }: Program): Promise<string> {
  const program = ts.createProgram([file], options, hostOf(script))
  if (evaluate !== undefined) return typeOf(program, evaluate)
  const codes = ts.getPreEmitDiagnostics(program).map(({ code }) => `TS${code}`)
  return codes.length === 0 ? 'compiles' : [...new Set(codes)].sort().join(' ')
}

function typeOf(program: ts.Program, name: string): string {
  const source = program.getSourceFile(file)
  const checker = program.getTypeChecker()
  const symbol = checker
    .getSymbolsInScope(source as ts.SourceFile, ts.SymbolFlags.Value | ts.SymbolFlags.Type)
    .find((one) => one.name === name)
  if (!symbol) return `there is no ${name}`
  const isType = (symbol.flags & ts.SymbolFlags.Value) === 0
  const type = isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol)
  return checker.typeToString(
    type,
    undefined,
    ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias,
  )
}

/** A compiler host with one file of ours; library files are parsed once. */
function hostOf(script: string): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const question = ts.createSourceFile(file, script, ts.ScriptTarget.ESNext, true)
  return {
    ...host,
    getDefaultLibLocation: () => libraries,
    fileExists: (name) => name === file || host.fileExists(name),
    getSourceFile: (name, target) => {
      if (name === file) return question
      if (!read.has(name)) read.set(name, host.getSourceFile(name, target))
      return read.get(name)
    },
  }
}

/**
 * Milliseconds of processor time and of total time that a script may take: a busy machine doesn't look like an
 * endless loop.
 */
const atMost = { busy: 1_000, altogether: 20_000 }

/**
 * Runs a script in a Node worker thread.
 * @returns the value of `evaluate` as the console shows it; without it, the log line by line, ending with `throws
 *   TypeError` or the like after an uncaught error
 */
export async function runInNode({ script, evaluate }: Program): Promise<string> {
  const source = evaluate === undefined ? script : valueAlone(script, evaluate)
  const isModule = /^\s*(?:import|export)\s|^\s*await\s|=\s*await\s/m.test(source)
  const worker = new Worker(
    isModule ? new URL(`data:text/javascript,${encodeURIComponent(source)}`) : source,
    { eval: !isModule, stdout: true, stderr: true, env: {} },
  )
  const printed = worker.stdout.setEncoding('utf8').toArray()
  worker.stderr.resume()
  let end = ''
  worker.once('error', (error) => {
    end = `throws ${error instanceof Error ? error.name : String(error)}`
  })
  const began = performance.now()
  const watch = setInterval(async () => {
    if ((await busyFor(worker)) < atMost.busy && performance.now() - began < atMost.altogether) return
    end = 'does not end'
    void worker.terminate()
  }, 100)
  await new Promise((resolve) => worker.once('exit', resolve))
  clearInterval(watch)
  return [(await printed).join('').trimEnd(), end].filter((part) => part !== '').join('\n')
}

/** Processor time (ms) of a thread; 0 if it has ended. */
const busyFor = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user }) => user / 1_000,
    () => 0,
  )

const valueAlone = (script: string, expression: string): string => `
const show = console.log
console.log = () => {}
${script}
;show(${expression})`
