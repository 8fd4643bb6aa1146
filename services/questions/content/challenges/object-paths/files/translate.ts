export type Paths<T> = string

export type Translation<T> = Partial<T>

export function createTranslate<T extends object>(messages: T, translation: Translation<T>) {
  return (path: Paths<T>): string => path
}
