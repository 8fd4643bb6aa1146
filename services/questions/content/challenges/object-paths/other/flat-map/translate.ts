export type Paths<T> = T extends string
  ? never
  : { [Key in keyof T]-?: Key extends string ? Joined<Key, T[Key]> : never }[keyof T]

type Joined<Key extends string, Value> = Value extends string ? Key : `${Key}.${Paths<Value>}`

export type Translation<T> = T extends string ? string : { [Key in keyof T]?: Translation<T[Key]> }

type Entry = readonly [path: string, text: string]

export function createTranslate<T extends object>(messages: T, translation: Translation<T>) {
  const texts = new Map([...flatten(messages), ...flatten(translation)])
  return (path: Paths<T>): string => texts.get(path as string) ?? ''
}

/** The paths of all messages with their texts. */
function flatten(group: object, prefix = ''): Entry[] {
  return Object.entries(group).flatMap(([key, value]): Entry[] => {
    if (value === undefined) return []
    return typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`)
  })
}
