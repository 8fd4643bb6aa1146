interface Ok<T> {
  readonly ok: true
  readonly value: T
}
interface Err<E> {
  readonly ok: false
  readonly error: E
}
export type Result<T, E = Error> =
  | { readonly [K in keyof Ok<T>]: Ok<T>[K] }
  | { readonly [K in keyof Err<E>]: Err<E>[K] }

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value })
export const err = <E>(error: E): Result<never, E> => ({ ok: false, error })

const match = <T, E, A, B>(
  result: Result<T, E>,
  whenOk: (value: T) => A,
  whenErr: (failed: Result<never, E>) => B,
): A | B => (result.ok ? whenOk(result.value) : whenErr(result))

export const map = <T, E, U>(result: Result<T, E>, fn: (value: T) => U): Result<U, E> =>
  andThen(result, (value) => ok(fn(value)))

export const andThen = <T, E, U, F>(result: Result<T, E>, fn: (value: T) => Result<U, F>): Result<U, E | F> =>
  match(
    result,
    (value): Result<U, E | F> => fn(value),
    (failed) => failed,
  )

export const unwrapOr = <T, E>(result: Result<T, E>, fallback: T): T =>
  match(
    result,
    (value) => value,
    () => fallback,
  )

export const all = <T, E>(results: readonly Result<T, E>[]): Result<T[], E> =>
  results.reduce<Result<T[], E>>(
    (list, result) => andThen(list, (values) => map(result, (value) => [...values, value])),
    ok([]),
  )
