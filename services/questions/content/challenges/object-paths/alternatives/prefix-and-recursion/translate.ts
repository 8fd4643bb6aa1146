type Message = string

export type Paths<T, Prefix extends string = ''> = {
  [K in Extract<keyof T, string>]: T[K] extends Message ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`>
}[Extract<keyof T, string>]

export type Translation<T> = Partial<{ [K in keyof T]: T[K] extends Message ? string : Translation<T[K]> }>

const isGroup = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object'

const read = (value: unknown, [key, ...rest]: string[]): unknown => {
  if (key === undefined) return value
  return isGroup(value) && Object.hasOwn(value, key) ? read(value[key], rest) : undefined
}

export const createTranslate =
  <const T extends object>(messages: T, translation: Translation<T>) =>
  (path: Paths<T>): string => {
    const keys = (path as string).split('.')
    const translated = read(translation, keys)
    return typeof translated === 'string' ? translated : (read(messages, keys) as string)
  }
