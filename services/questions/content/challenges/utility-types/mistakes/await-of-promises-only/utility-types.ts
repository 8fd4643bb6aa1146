export type MyPartial<T> = { [K in keyof T]?: T[K] }

export type MyPick<T, K extends keyof T> = { [P in K]: T[P] }

export type MyExclude<T, U> = T extends U ? never : T

export type MyOmit<T, K> = { [P in keyof T as MyExclude<P, K>]: T[P] }

export type MyReturnType<F> = F extends (...args: never[]) => infer R ? R : never

export type MyAwaited<T> = T extends Promise<infer V> ? MyAwaited<V> : T

export function update<T extends object>(value: T, patch: MyPartial<T>): T {
  return { ...value, ...patch }
}
