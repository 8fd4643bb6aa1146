export type MyPartial<T> = T

export type MyPick<T, K> = T

export type MyExclude<T, U> = T

export type MyOmit<T, K> = T

export type MyReturnType<F> = unknown

export type MyAwaited<T> = T

export function update<T extends object>(value: T, patch: unknown): T {
  return value
}
