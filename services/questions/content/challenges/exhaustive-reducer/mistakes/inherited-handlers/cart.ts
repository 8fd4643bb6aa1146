export interface Line {
  readonly id: string
  readonly price: number
  readonly quantity: number
}

export interface Cart {
  readonly lines: readonly Line[]
  readonly coupon: string | null
}

interface Payloads {
  added: { id: string; price: number }
  quantityChanged: { id: string; quantity: number }
  couponApplied: { code: string }
  cleared: object
}

type Type = keyof Payloads
type ActionOf<Name extends Type> = { type: Name } & Payloads[Name]
export type Action =
  | { type: 'cleared' }
  | { [Name in Exclude<Type, 'cleared'>]: ActionOf<Name> }[Exclude<Type, 'cleared'>]

const handlers: { [Name in Type]: (state: Cart, action: Extract<Action, { type: Name }>) => Cart } = {
  added: (state, { id, price }) => {
    const known = state.lines.find((line) => line.id === id)
    return known
      ? handlers.quantityChanged(state, { type: 'quantityChanged', id, quantity: known.quantity + 1 })
      : { ...state, lines: state.lines.concat({ id, price, quantity: 1 }) }
  },
  quantityChanged: (state, { id, quantity }) => {
    const known = state.lines.find((line) => line.id === id)
    if (known === undefined || known.quantity === quantity) return state
    return {
      ...state,
      lines: state.lines.flatMap((line) => (line.id !== id ? [line] : quantity <= 0 ? [] : [{ ...line, quantity }])),
    }
  },
  couponApplied: (state, { code }) => {
    const coupon = code.trim().toUpperCase()
    return state.coupon === coupon ? state : { ...state, coupon }
  },
  cleared: (state) => (state.lines.length > 0 || state.coupon !== null ? { lines: [], coupon: null } : state),
}

export function reduce(state: Cart, action: Action): Cart {
  return handlers[action.type](state, action as never)
}
