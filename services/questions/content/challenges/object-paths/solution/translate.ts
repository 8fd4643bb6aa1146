export type Paths<T> = {
  [Key in keyof T & string]: T[Key] extends string ? Key : `${Key}.${Paths<T[Key]>}`
}[keyof T & string]

export type Translation<T> = { [Key in keyof T]?: T[Key] extends string ? string : Translation<T[Key]> }

export function createTranslate<T extends object>(messages: T, translation: Translation<T>) {
  return (path: Paths<T>): string => find(translation, path) ?? (find(messages, path) as string)
}

function find(messages: unknown, path: string): string | undefined {
  let found = messages
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = Reflect.get(found, key)
  }
  return found as string | undefined
}
