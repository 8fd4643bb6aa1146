export function promiseAll<Value>(values: readonly (Value | PromiseLike<Value>)[]): Promise<Value[]> {
  return new Promise((resolve, reject) => {
    const results: Value[] = []
    let missing = values.length
    if (missing === 0) resolve(results)
    values.forEach((value, index) => {
      Promise.resolve(value).then((result) => {
        results[index] = result
        missing -= 1
        if (missing === 0) resolve(results)
      }, reject)
    })
  })
}
