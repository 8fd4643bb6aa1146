type Results<Values extends readonly unknown[]> = { -readonly [Index in keyof Values]: Awaited<Values[Index]> }

export function promiseAll<Values extends readonly unknown[] | []>(values: Values): Promise<Results<Values>> {
  return new Promise((resolve, reject) => {
    const promises = Array.from(values, async (value: unknown) => value)
    for (const promise of promises) promise.catch(reject)
    const collect = async () => {
      const results: unknown[] = []
      for (const promise of promises) results.push(await promise)
      return results as never
    }
    collect().then(resolve, reject)
  })
}
