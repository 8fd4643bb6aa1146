export type MyPartial<T> = { [Key in keyof T]+?: T[Key] }

export type MyPick<T, K extends keyof T> = { [Key in keyof T as Key extends K ? Key : never]: T[Key] }

export type MyExclude<T, U> = T extends U ? never : T

export type MyOmit<T, K> = { [Key in keyof T as Key extends K ? never : Key]: T[Key] }

// biome-ignore lint/suspicious/noExplicitAny: any function
export type MyReturnType<F extends (...args: any) => unknown> = F extends (...args: any) => infer R ? R : never

export type MyAwaited<T> = T extends PromiseLike<infer V> ? MyAwaited<V> : T

export const update = <T extends object>(value: T, patch: MyPartial<T>): T => Object.assign({ ...value }, patch)
