export interface Line {
  readonly id: string
  readonly price: number
  readonly quantity: number
}

export interface Cart {
  readonly lines: readonly Line[]
  readonly coupon: string | null
}

export type Action = { type: string }

export function reduce(state: Cart, action: Action): Cart {
  return state
}
