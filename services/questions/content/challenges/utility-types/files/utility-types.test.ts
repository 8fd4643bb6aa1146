import { expect, test } from 'vitest'
import {
  type MyAwaited,
  type MyExclude,
  type MyOmit,
  type MyPartial,
  type MyPick,
  type MyReturnType,
  update,
} from './utility-types'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T

interface User {
  readonly id: number
  name: string
  email?: string
}

export type Cases = [
  Expect<Equal<MyPartial<User>, { readonly id?: number; name?: string; email?: string }>>,

  Expect<Equal<MyPick<User, 'name'>, { name: string }>>,
  Expect<Equal<MyPick<User, 'id' | 'email'>, { readonly id: number; email?: string }>>,

  Expect<Equal<MyExclude<'a' | 'b' | 'c', 'a' | 'c'>, 'b'>>,
  Expect<Equal<MyExclude<string | number | (() => void), Function>, string | number>>,
  Expect<Equal<MyExclude<'a', 'a'>, never>>,

  Expect<Equal<MyOmit<User, 'name'>, { readonly id: number; email?: string }>>,
  Expect<Equal<MyOmit<User, 'id' | 'email'>, { name: string }>>,

  Expect<Equal<MyReturnType<() => string>, string>>,
  Expect<Equal<MyReturnType<(id: number, name: string) => User>, User>>,
  Expect<Equal<MyReturnType<(...ids: number[]) => Promise<void>>, Promise<void>>>,

  Expect<Equal<MyAwaited<Promise<string>>, string>>,
  Expect<Equal<MyAwaited<Promise<Promise<number>>>, number>>,
  Expect<Equal<MyAwaited<PromiseLike<string>>, string>>,
  Expect<Equal<MyAwaited<Promise<PromiseLike<number>>>, number>>,
  Expect<Equal<MyAwaited<boolean>, boolean>>,
  Expect<Equal<MyAwaited<Promise<string> | number>, string | number>>,
]

// @ts-expect-error `age` is not a property of User
export type UnknownKey = MyPick<User, 'age'>

test('update returns a copy with the new properties', () => {
  const user: User = { id: 1, name: 'Ada' }
  const updated: User = update(user, { name: 'Grace', email: 'grace@example.com' })
  expect(updated).toEqual({ id: 1, name: 'Grace', email: 'grace@example.com' })
  expect(user).toEqual({ id: 1, name: 'Ada' })
})

export function errors(user: User) {
  // @ts-expect-error a name is a string
  update(user, { name: 7 })
}
