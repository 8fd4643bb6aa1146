import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import type { Program } from '../program.ts'

const file = '/question.tsx'
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  // The question's code is in doubt, the compiler's own declarations are not.
  skipLibCheck: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
}
const libraries = dirname(fileURLToPath(import.meta.resolve('typescript')))
const read = new Map<string, ts.SourceFile | undefined>()

/**
 * Compiles strictly.
 * @returns the type of the name in `evaluate`, written out; else `compiles`, or the codes of the errors: `TS2322`
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

/** A compiler's host with one file of ours; the library's own are parsed once. */
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
