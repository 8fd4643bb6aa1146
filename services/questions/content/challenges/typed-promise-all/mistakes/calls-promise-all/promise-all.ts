type Results<Values extends readonly unknown[]> = { -readonly [Index in keyof Values]: Awaited<Values[Index]> }

export function promiseAll<Values extends readonly unknown[] | []>(values: Values): Promise<Results<Values>> {
  return Promise.all(values)
}
