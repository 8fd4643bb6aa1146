export const pick = <T extends object, K extends keyof T>(object: T, keys: readonly K[]): Pick<T, K> =>
  filter(object, (key) => (keys as readonly PropertyKey[]).includes(key)) as Pick<T, K>

export const omit = <T extends object, K extends keyof T>(object: T, keys: readonly K[]): Omit<T, K> =>
  filter(object, (key) => !(keys as readonly PropertyKey[]).includes(key)) as Omit<T, K>

const filter = (object: object, keep: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => keep(key)))
