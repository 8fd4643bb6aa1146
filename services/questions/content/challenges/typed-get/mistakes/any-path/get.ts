export type Path<T> = keyof T & string
export type ValueAt<T, P> = P extends keyof T ? T[P] : any

export function get<T extends object>(value: T, path: string): any {
  return path.split('.').reduce((result: any, key) => result?.[key], value)
}
