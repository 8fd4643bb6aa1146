declare const tag: unique symbol

interface Tagged<Name> {
  readonly [tag]: Name
}
export type Brand<Base, Name extends string> = Base & Tagged<Name>

export type UserId = Brand<string, 'UserId'>
export type OrderId = Brand<string, 'OrderId'>
export type Cents = Brand<number, 'Cents'>

function idOf<Id extends string>(letter: string) {
  const pattern = new RegExp(`^${letter}_[0-9]+$`)
  const is = (value: unknown): value is Id => typeof value === 'string' && pattern.test(value)
  const parse = (text: string): Id => {
    if (is(text)) return text
    throw new TypeError('Invalid id')
  }
  return { is, parse }
}

const user = idOf<UserId>('u')
export const userId = user.parse
export const isUserId = user.is
export const orderId = idOf<OrderId>('o').parse

export function cents(amount: number): Cents {
  if (Number.isSafeInteger(amount) && amount >= 0) return amount as Cents
  throw new RangeError('Invalid amount')
}

export const add = (a: Cents, b: Cents): Cents => cents(a + b)

export function format(amount: Cents): string {
  const digits = `${amount}`.padStart(3, '0')
  return `$${digits.slice(0, -2)}.${digits.slice(-2)}`
}
