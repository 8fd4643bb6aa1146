export type UnionToIntersection<Union> = Union

export type IsUnion<T> = boolean

export function merge(...sources: object[]): object {
  throw new Error('Not implemented yet')
}
