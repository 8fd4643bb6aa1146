declare const brand: unique symbol

export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name }

export type UserId = Brand<string, 'UserId'>
export type OrderId = Brand<string, 'OrderId'>
export type Cents = Brand<number, 'Cents'>

export function isUserId(value: unknown): value is UserId {
  return typeof value === 'string' && /^u_\d+$/.test(value)
}

export function userId(text: string): UserId {
  if (!isUserId(text)) throw new TypeError(`Not a user's id: ${text}`)
  return text
}

export function orderId(text: string): OrderId {
  if (!/^o_\d+$/.test(text)) throw new TypeError(`Not an order's id: ${text}`)
  return text as OrderId
}

export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`Not an amount in cents: ${amount}`)
  return amount as Cents
}

export function add(a: Cents, b: Cents): Cents {
  return cents(a + b)
}

export function format(amount: Cents): string {
  return (amount / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
