export type Path<T> = string
export type ValueAt<T, P> = unknown

export function get<T extends object>(value: T, path: Path<T>): unknown {
  return undefined
}
