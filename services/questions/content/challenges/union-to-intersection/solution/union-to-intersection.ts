export type UnionToIntersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer Intersection,
) => void
  ? Intersection
  : never

export type IsUnion<T> = [T] extends [UnionToIntersection<T>] ? false : true

export function merge<Sources extends readonly object[]>(...sources: Sources): UnionToIntersection<Sources[number]> {
  return Object.assign({}, ...sources)
}
