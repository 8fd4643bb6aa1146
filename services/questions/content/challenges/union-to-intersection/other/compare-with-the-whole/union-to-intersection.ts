type Contravariant<Union> = Union extends unknown ? { take: (value: Union) => void } : never

export type UnionToIntersection<Union> = Contravariant<Union> extends { take: (value: infer All) => void } ? All : never

/** Each member is compared with the whole union. */
export type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never

export function merge<Sources extends object[]>(...sources: Sources): UnionToIntersection<Sources[number]> {
  const result: Record<string | symbol, unknown> = {}
  for (const source of sources) {
    for (const key of Reflect.ownKeys(source)) {
      if (Object.prototype.propertyIsEnumerable.call(source, key)) result[key] = Reflect.get(source, key)
    }
  }
  return result as UnionToIntersection<Sources[number]>
}
