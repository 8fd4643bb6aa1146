type List = readonly unknown[]

export type Length<T extends List> = T extends { length: infer Count } ? Count : never

export type ToUnion<T extends List> = T extends readonly (infer Item)[] ? Item : never

/** With one element in front, the length is the index of the last one. */
export type Last<T extends List> = T extends readonly [] ? never : [never, ...T][T['length']]

/** Collects the pairs in a third parameter. */
type Pairs<A extends List, B extends List, Done extends List> = A extends readonly [infer First, ...infer Rest]
  ? B extends readonly [infer Other, ...infer Others]
    ? Pairs<Rest, Others, [...Done, [First, Other]]>
    : Done
  : Done

export type Zip<A extends List, B extends List> = number extends Length<A> & Length<B>
  ? [ToUnion<A>, ToUnion<B>][]
  : Pairs<A, B, []>

export function zip<const A extends List, const B extends List>(one: A, other: B): Zip<A, B> {
  const pairs: [unknown, unknown][] = []
  for (const [index, item] of one.entries()) {
    if (index === other.length) break
    pairs.push([item, other[index]])
  }
  return pairs as Zip<A, B>
}
