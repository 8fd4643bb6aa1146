export type Length<T extends readonly any[]> = T extends readonly [any, ...infer Rest]
  ? [...Rest, 0] extends { length: infer L }
    ? L
    : never
  : T['length']
export type ToUnion<T extends readonly any[]> = T extends readonly [infer F, ...infer R]
  ? F | ToUnion<R>
  : T extends readonly []
    ? never
    : T[number]
export type Last<T extends readonly any[]> = T extends readonly [infer Only]
  ? Only
  : T extends readonly [any, ...infer R]
    ? Last<R>
    : never
export type Zip<A extends readonly any[], B extends readonly any[]> = A extends readonly []
  ? []
  : B extends readonly []
    ? []
    : A extends readonly [infer X, ...infer XS]
      ? B extends readonly [infer Y, ...infer YS]
        ? [[X, Y], ...Zip<XS, YS>]
        : []
      : Array<[A[number], B[number]]>

export const zip = <A extends readonly any[], B extends readonly any[]>(one: A, other: B): Zip<A, B> =>
  one.slice(0, other.length).map((item, index) => [item, other[index]]) as Zip<A, B>
