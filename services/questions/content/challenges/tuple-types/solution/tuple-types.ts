export type Length<T extends readonly unknown[]> = T['length']

export type ToUnion<T extends readonly unknown[]> = T[number]

export type Last<T extends readonly unknown[]> = T extends readonly [...unknown[], infer Item] ? Item : never

export type Zip<A extends readonly unknown[], B extends readonly unknown[]> = [A, B] extends [
  readonly [infer First, ...infer Rest],
  readonly [infer Other, ...infer Others],
]
  ? [[First, Other], ...Zip<Rest, Others>]
  : number extends A['length'] | B['length']
    ? [A[number], B[number]][]
    : []

export function zip<A extends readonly unknown[], B extends readonly unknown[]>(one: A, other: B): Zip<A, B> {
  const length = Math.min(one.length, other.length)
  return Array.from({ length }, (_, index) => [one[index], other[index]]) as Zip<A, B>
}
