export type UnionToIntersection<U> = (U extends any ? (x: U) => any : never) extends (x: infer I) => any
  ? I
  : never
export type IsUnion<T> = (T extends any ? (x: () => T) => void : never) extends (x: infer I) => void
  ? I extends () => infer Last
    ? [T] extends [Last]
      ? false
      : true
    : false
  : never
export const merge = <T extends object[]>(...sources: T): UnionToIntersection<T[number]> =>
  sources.reduce<object>((all, source) => ({ ...all, ...source }), {}) as UnionToIntersection<T[number]>
