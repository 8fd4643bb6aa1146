export function pipe<A extends unknown[], B>(first: (...args: A) => B, ...rest: ((value: B) => B)[]): (...args: A) => B {
  return (...args) => rest.reduce((value, next) => next(value), first(...args))
}
