type Results<Values extends readonly unknown[]> = { -readonly [Index in keyof Values]: Awaited<Values[Index]> }

export function promiseAll<Values extends readonly unknown[] | []>(values: Values): Promise<Results<Values>> {
  return new Promise((resolve, reject) => {
    const results: unknown[] = []
    let missing = values.length
    if (missing === 0) resolve(results as never)
    for (const [index, value] of values.entries()) {
      (value as Promise<unknown>).then((result) => {
        results[index] = result
        missing -= 1
        if (missing === 0) resolve(results as never)
      }, reject)
    }
  })
}
