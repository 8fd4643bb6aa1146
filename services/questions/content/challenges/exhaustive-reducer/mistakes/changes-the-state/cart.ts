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
  const lines = state.lines as { id: string; price: number; quantity: number }[]
  switch (action.type) {
    case 'added': {
      const line = lines.find(({ id }) => id === action.id)
      if (line) line.quantity += 1
      else lines.push({ id: action.id, price: action.price, quantity: 1 })
      return { ...state }
    }
    case 'quantityChanged': {
      const line = lines.find(({ id }) => id === action.id)
      if (!line || line.quantity === action.quantity) return state
      if (action.quantity > 0) line.quantity = action.quantity
      else lines.splice(lines.indexOf(line), 1)
      return { ...state }
    }
    case 'couponApplied':
      return { ...state, coupon: action.code.trim().toUpperCase() }
    case 'cleared':
      return { lines: [], coupon: null }
    default:
      throw new Error('Unknown action')
  }
}
