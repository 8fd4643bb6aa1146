type Fn = (...args: any) => any

export type DeepReadonly<T> = T extends Fn
  ? T
  : T extends readonly [infer First, ...infer Rest]
    ? readonly [DeepReadonly<First>, ...DeepReadonly<Rest>]
    : T extends readonly []
      ? readonly []
      : T extends readonly (infer Item)[]
        ? ReadonlyArray<DeepReadonly<Item>>
        : T extends Record<keyof any, any>
          ? Readonly<{ [Key in keyof T]: DeepReadonly<T[Key]> }>
          : T

export const deepFreeze = <T>(value: T, done = new Map<unknown, true>()): DeepReadonly<T> => {
  if (value instanceof Object && typeof value !== 'function' && !done.has(value)) {
    done.set(value, true)
    for (const key of Reflect.ownKeys(value)) deepFreeze((value as any)[key], done)
    Object.freeze(value)
  }
  return value as DeepReadonly<T>
}
