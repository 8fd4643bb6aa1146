type Step<From, To> = (value: From) => To

interface Pipe {
  <A extends unknown[], B>(a: (...args: A) => B): (...args: A) => B
  <A extends unknown[], B, C>(a: (...args: A) => B, b: Step<B, C>): (...args: A) => C
  <A extends unknown[], B, C, D>(a: (...args: A) => B, b: Step<B, C>, c: Step<C, D>): (...args: A) => D
  <A extends unknown[], B, C, D, E>(
    a: (...args: A) => B,
    b: Step<B, C>,
    c: Step<C, D>,
    d: Step<D, E>,
  ): (...args: A) => E
  <A extends unknown[], B, C, D, E, F>(
    a: (...args: A) => B,
    b: Step<B, C>,
    c: Step<C, D>,
    d: Step<D, E>,
    e: Step<E, F>,
  ): (...args: A) => F
}

type Loose = (...args: unknown[]) => unknown

export const pipe = ((...functions: Loose[]) =>
  functions.reduce(
    (composed, next) =>
      (...args) =>
        next(composed(...args)),
  )) as unknown as Pipe
