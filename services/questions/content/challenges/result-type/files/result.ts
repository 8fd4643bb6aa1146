export type Result<T, E = Error> = { ok: boolean; value?: T; error?: E }

export function ok<T>(value: T): Result<T> {
  throw new Error('Not implemented yet')
}

export function err<E>(error: E): Result<unknown, E> {
  throw new Error('Not implemented yet')
}
