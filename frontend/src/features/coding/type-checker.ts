import { typeLibrariesUrl } from 'virtual:challenge-libraries'
import type { ChallengeKind } from '@rehearse/contracts'
import type { Completions, Diagnostic, FileText, Hover, TranspiledFile } from './type-service.ts'

export type { Completions, Diagnostic, FileText, Hover, TranspiledFile } from './type-service.ts'

export interface TypeChecker {
  /** All files of the challenge, hidden ones included. */
  update(files: readonly FileText[]): void
  /** Errors in a file as last updated; empty if checking takes too long. */
  diagnostics(path: string): Promise<Diagnostic[]>
  completions(path: string, position: number): Promise<Completions | null>
  hover(path: string, position: number): Promise<Hover | null>
  /** The errors of these files, which replace the others, or `timed-out` after `timeLimit` milliseconds. */
  check(files: readonly FileText[], timeLimit: number): Promise<Diagnostic[] | 'timed-out'>
  transpile(files: readonly FileText[]): Promise<TranspiledFile[]>
  close(): void
}

/** A call of the worker, which gets the next one after its response. */
export type TypeCheckerCall =
  | { method: 'start'; values: [typesUrl: string, kind: ChallengeKind, files: readonly FileText[]] }
  | { method: 'update'; values: [files: readonly FileText[]] }
  | { method: 'diagnostics'; values: [path: string] }
  | { method: 'completions' | 'hover'; values: [path: string, position: number] }
  | { method: 'check' | 'transpile'; values: [files: readonly FileText[]] }

/** Of the call that the worker has. */
export type TypeCheckerResponse = { result: unknown; error?: undefined } | { error: string }

/** Milliseconds for what the editor asks for while someone types. */
const editLimit = 10_000
/** Milliseconds; a slow line may need long for the compiler. */
const startLimit = 120_000

const timedOut = Symbol('timed out')

interface PendingCall {
  call: TypeCheckerCall
  /** Milliseconds. */
  limit: number
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/**
 * Starts the TypeScript compiler in a worker of the app. What takes too long, such as endless types, ends the worker;
 * the next call starts a new one. Calls run one at a time, and the limit of each starts with its turn: a check for a
 * verdict must not fail because a check before it, which has less time, was stopped. Methods reject only if the worker
 * can't be loaded.
 */
export function openTypeChecker(kind: ChallengeKind): TypeChecker {
  let worker: Worker | null = null
  let files: readonly FileText[] = []
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The worker has the first one. */
  let pending: PendingCall[] = []

  const end = (): PendingCall[] => {
    clearTimeout(timer)
    worker?.terminate()
    worker = null
    const ended = pending
    pending = []
    return ended
  }
  const fail = (message: string) => {
    for (const { reject } of end()) reject(new Error(message))
  }
  /** Ends the call that exceeded its limit, and those that allow no more time; the others get a new worker. */
  const expire = (exceeded: number) => {
    for (const call of end()) {
      if (call.limit > exceeded) pending.push(call)
      else call.resolve(timedOut)
    }
    if (pending.length > 0) start()
  }
  const runFirst = () => {
    const [first] = pending
    if (first === undefined) return
    timer = setTimeout(expire, first.limit, first.limit)
    worker?.postMessage(first.call)
  }
  const start = () => {
    const opened = new Worker(new URL('./type-checker-worker.ts', import.meta.url), { type: 'module' })
    worker = opened
    opened.addEventListener('message', ({ data }: MessageEvent<TypeCheckerResponse>) => {
      if (worker !== opened) return
      clearTimeout(timer)
      const done = pending.shift()
      if (data.error === undefined) done?.resolve(data.result)
      else if (done?.call.method === 'start') return fail(data.error)
      else done?.reject(new Error(data.error))
      runFirst()
    })
    opened.addEventListener('error', (event) => {
      if (worker === opened) fail(event.message || 'the type checker did not load')
    })
    pending.unshift({
      call: { method: 'start', values: [new URL(typeLibrariesUrl, location.href).href, kind, files] },
      limit: startLimit,
      resolve: () => {},
      reject: () => {},
    })
    runFirst()
  }
  const ask = (call: TypeCheckerCall, limit: number): Promise<unknown> => {
    if (isClosed) return Promise.resolve(timedOut)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    pending.push({ call, limit, resolve, reject })
    if (worker === null) start()
    else if (pending.length === 1) runFirst()
    return promise
  }
  const askOr = async <Value>(call: TypeCheckerCall, otherwise: Value): Promise<Value> => {
    const answer = await ask(call, editLimit)
    return answer === timedOut ? otherwise : (answer as Value)
  }

  start()
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
      for (const { resolve } of end()) resolve(timedOut)
    },
  }
}
