export type Brand<Base, Name extends string> = Base

export type UserId = string
export type OrderId = string
export type Cents = number

export function userId(text: string): UserId {
  throw new Error('Not written yet')
}

export function orderId(text: string): OrderId {
  throw new Error('Not written yet')
}

export function cents(amount: number): Cents {
  throw new Error('Not written yet')
}

export function isUserId(value: unknown): boolean {
  throw new Error('Not written yet')
}

export function add(a: Cents, b: Cents): Cents {
  throw new Error('Not written yet')
}

export function format(amount: Cents): string {
  throw new Error('Not written yet')
}
