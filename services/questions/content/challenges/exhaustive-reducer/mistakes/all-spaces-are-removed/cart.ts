export interface Line {
  readonly id: string
  readonly price: number
  readonly quantity: number
}

export interface Cart {
  readonly lines: readonly Line[]
  readonly coupon: string | null
}

export type Action =
  | { type: 'added'; id: string; price: number }
  | { type: 'quantityChanged'; id: string; quantity: number }
  | { type: 'couponApplied'; code: string }
  | { type: 'cleared' }

export function reduce(state: Cart, action: Action): Cart {
  switch (action.type) {
    case 'added': {
      const { id, price } = action
      const line = state.lines.find((one) => one.id === id)
      if (!line) return { ...state, lines: [...state.lines, { id, price, quantity: 1 }] }
      return withQuantity(state, line, line.quantity + 1)
    }
    case 'quantityChanged': {
      const line = state.lines.find(({ id }) => id === action.id)
      if (!line || line.quantity === action.quantity) return state
      return withQuantity(state, line, action.quantity)
    }
    case 'couponApplied': {
      const coupon = action.code.replaceAll(' ', '').toUpperCase()
      return coupon === state.coupon ? state : { ...state, coupon }
    }
    case 'cleared':
      return state.lines.length === 0 && state.coupon === null ? state : { lines: [], coupon: null }
    default:
      return fail(action)
  }
}

function withQuantity(state: Cart, changed: Line, quantity: number): Cart {
  const lines =
    quantity > 0
      ? state.lines.map((line) => (line === changed ? { ...line, quantity } : line))
      : state.lines.filter((line) => line !== changed)
  return { ...state, lines }
}

function fail(action: never): never {
  throw new Error(`Unknown action: ${JSON.stringify(action)}`)
}
