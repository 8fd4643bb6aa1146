import { typeLibrariesUrl } from 'virtual:challenge-libraries'
import type { ChallengeKind } from '@rehearse/contracts'
import type { Completions, Diagnostic, FileText, Hover, TranspiledFile } from './type-service.ts'

export type { Completions, Diagnostic, FileText, Hover, TranspiledFile } from './type-service.ts'

export interface TypeChecker {
  /** All files of the challenge, hidden ones included. */
  update(files: readonly FileText[]): void
  /** Of the files as last updated; empty if it takes too long. */
  diagnostics(path: string): Promise<Diagnostic[]>
  completions(path: string, position: number): Promise<Completions | null>
  hover(path: string, position: number): Promise<Hover | null>
  /** The errors of these files, which replace the others, or `timed-out` after so many milliseconds. */
  check(files: readonly FileText[], timeLimit: number): Promise<Diagnostic[] | 'timed-out'>
  transpile(files: readonly FileText[]): Promise<TranspiledFile[]>
  close(): void
}

/** A call of the worker; the answer has the same id. */
export type TypeCheckerCall =
  | { method: 'start'; values: [typesUrl: string, kind: ChallengeKind, files: readonly FileText[]] }
  | { method: 'update'; values: [files: readonly FileText[]] }
  | { method: 'diagnostics'; values: [path: string] }
  | { method: 'completions' | 'hover'; values: [path: string, position: number] }
  | { method: 'check' | 'transpile'; values: [files: readonly FileText[]] }

/** Milliseconds for what the editor asks for while someone types. */
const editLimit = 10_000
/** Milliseconds; a slow line may need long for the compiler. */
const startLimit = 120_000

const timedOut = Symbol('timed out')

/**
 * Starts the TypeScript compiler in a worker of the app. What takes too long, such as endless types, ends the worker;
 * the next call starts a new one. Methods reject only if the worker can't be loaded.
 */
export function openTypeChecker(kind: ChallengeKind): TypeChecker {
  let worker: Worker | null = null
  let ready: Promise<unknown> = Promise.resolve()
  let files: readonly FileText[] = []
  let lastId = 0
  let isClosed = false
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()

  const end = () => {
    worker?.terminate()
    worker = null
    for (const { resolve } of waiting.values()) resolve(timedOut)
    waiting.clear()
  }
  const post = (call: TypeCheckerCall): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    lastId += 1
    waiting.set(lastId, { resolve, reject })
    worker?.postMessage({ id: lastId, ...call })
    return promise
  }
  const start = () => {
    worker = new Worker(new URL('./type-checker-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }) => {
      const call = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.error === undefined) call?.resolve(data.result)
      else call?.reject(new Error(data.error))
    })
    worker.addEventListener('error', (event) => {
      const error = new Error(event.message || 'the type checker did not load')
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
      end()
    })
    ready = limited(
      post({ method: 'start', values: [new URL(typeLibrariesUrl, location.href).href, kind, files] }),
      startLimit,
    )
  }
  const limited = async (answer: Promise<unknown>, limit: number): Promise<unknown> => {
    const { promise: late, resolve } = Promise.withResolvers<unknown>()
    const timer = setTimeout(resolve, limit, timedOut)
    const first = await Promise.race([answer, late]).finally(() => clearTimeout(timer))
    if (first === timedOut) end()
    return first
  }
  const ask = async (call: TypeCheckerCall, limit: number): Promise<unknown> => {
    if (isClosed) return timedOut
    if (worker === null) start()
    await ready
    if (worker === null) return timedOut
    return limited(post(call), limit)
  }
  const askOr = async <Value>(call: TypeCheckerCall, otherwise: Value): Promise<Value> => {
    const answer = await ask(call, editLimit)
    return answer === timedOut ? otherwise : (answer as Value)
  }

  start()
  ready.catch(() => {})
  return {
    update(next) {
      files = next
      if (worker !== null) void ask({ method: 'update', values: [next] }, startLimit).catch(() => {})
    },
    diagnostics: (path) => askOr({ method: 'diagnostics', values: [path] }, []),
    completions: (path, position) => askOr({ method: 'completions', values: [path, position] }, null),
    hover: (path, position) => askOr({ method: 'hover', values: [path, position] }, null),
    async check(all, timeLimit) {
      files = all
      const answer = await ask({ method: 'check', values: [all] }, timeLimit)
      return answer === timedOut ? 'timed-out' : (answer as Diagnostic[])
    },
    transpile: async (all) => {
      const answer = await ask({ method: 'transpile', values: [all] }, startLimit)
      if (answer === timedOut) throw new Error('the type checker was closed')
      return answer as TranspiledFile[]
    },
    close() {
      isClosed = true
      end()
    },
  }
}
