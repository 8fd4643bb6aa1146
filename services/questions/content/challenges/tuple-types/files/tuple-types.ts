export type Length<T extends readonly unknown[]> = number

export type ToUnion<T extends readonly unknown[]> = unknown

export type Last<T extends readonly unknown[]> = unknown

export type Zip<A extends readonly unknown[], B extends readonly unknown[]> = unknown[]

export function zip(one: readonly unknown[], other: readonly unknown[]): unknown[] {
  throw new Error('Not implemented yet')
}
