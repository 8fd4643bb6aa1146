type Fn<Args extends unknown[], Result> = (...args: Args) => Result

export function pipe<A extends unknown[], B>(f1: Fn<A, B>): Fn<A, B>
export function pipe<A extends unknown[], B, C>(f1: Fn<A, B>, f2: (value: B) => C): Fn<A, C>
export function pipe<A extends unknown[], B, C, D>(f1: Fn<A, B>, f2: (value: B) => C, f3: (value: C) => D): Fn<A, D>
export function pipe<A extends unknown[], B, C, D, E>(
  f1: Fn<A, B>,
  f2: (value: B) => C,
  f3: (value: C) => D,
  f4: (value: D) => E,
): Fn<A, E>
export function pipe<A extends unknown[], B, C, D, E, F>(
  f1: Fn<A, B>,
  f2: (value: B) => C,
  f3: (value: C) => D,
  f4: (value: D) => E,
  f5: (value: E) => F,
): Fn<A, F>
export function pipe(first: Fn<never[], unknown>, ...rest: Fn<[never], unknown>[]): Fn<never[], unknown> {
  return (...args) => {
    let value = first(...args)
    for (const next of rest) value = next(value as never)
    return value
  }
}
