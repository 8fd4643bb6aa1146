export interface Line {
  price: number
  quantity: number
}

const SHIPPING = 499
const FREE_SHIPPING_FROM = 5_000

/** The total of an order in cents. */
export function orderTotal(lines: readonly Line[], coupon = ''): number {
  let subtotal = 0
  for (const { price, quantity } of lines) {
    if (!Number.isInteger(quantity) || quantity < 1) throw new RangeError(`Invalid quantity: ${quantity}`)
    subtotal += price * quantity
  }
  const discount = coupon === 'TEN' ? Math.round(subtotal / 10) : 0
  const discounted = subtotal - discount
  return discounted >= FREE_SHIPPING_FROM ? discounted : discounted + SHIPPING
}
