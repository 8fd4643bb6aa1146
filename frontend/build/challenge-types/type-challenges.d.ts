// Helpers of tests for types, under the names that public collections of puzzles use.

/** `any` would satisfy every constraint but this one. */
type Only<T, Value> = unknown extends T ? never : Value

export type Expect<T extends Only<T, true>> = T
export type ExpectTrue<T extends Only<T, true>> = T
export type ExpectFalse<T extends Only<T, false>> = T
export type IsTrue<T extends Only<T, true>> = T
export type IsFalse<T extends Only<T, false>> = T

/** Whether two types are identical: the compiler compares the conditions of two generic functions strictly. */
export type Equal<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? true : false
export type NotEqual<X, Y> = true extends Equal<X, Y> ? false : true

export type IsAny<T> = 0 extends 1 & T ? true : false
export type NotAny<T> = true extends IsAny<T> ? false : true

export type Debug<T> = { [K in keyof T]: T[K] }
export type MergeInsertions<T> = T extends object ? { [K in keyof T]: MergeInsertions<T[K]> } : T
/** As Equal, after intersections are merged. */
export type Alike<X, Y> = Equal<MergeInsertions<X>, MergeInsertions<Y>>

export type ExpectExtends<Value, Expected> =
  IsAny<Value> extends true ? false : Expected extends Value ? true : false
// biome-ignore lint/suspicious/noExplicitAny: any function.
export type ExpectValidArgs<Fn extends (...values: any[]) => any, Values extends any[]> =
  IsAny<Fn> extends true ? false : Values extends Parameters<Fn> ? true : false

export type UnionToIntersection<U> = (U extends unknown ? (value: U) => void : never) extends (
  value: infer I,
) => void
  ? I
  : never
