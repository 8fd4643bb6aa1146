type Results<Values extends readonly unknown[]> = { -readonly [Index in keyof Values]: Awaited<Values[Index]> }

export function promiseAll<Values extends readonly unknown[] | []>(values: Values): Promise<Results<Values>> {
  return new Promise((resolve, reject) => {
    for (const value of values) if (value instanceof Promise) value.catch(reject)
    const collect = async () => {
      const results: unknown[] = []
      for (const value of values) results.push(await value)
      return results as never
    }
    collect().then(resolve, reject)
  })
}
