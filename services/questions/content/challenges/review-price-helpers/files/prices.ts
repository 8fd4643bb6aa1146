export interface Product {
  name: string
  /** In cents; absent if it depends on the customer. */
  price?: number
}

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** For example "$12.50", or "Price on request" for a product without a price. */
export function priceLabel({ price }: Product): string {
  if (!price) return 'Price on request'
  return format.format(price / 100)
}

/** The products from the cheapest to the most expensive; those without a price come last. */
export function byPrice(products: Product[]): Product[] {
  const value = ({ price }: Product) => price ?? Number.POSITIVE_INFINITY
  return products.sort((a, b) => (value(a) < value(b) ? -1 : Number(value(a) > value(b))))
}

/** The price in whole cents after a discount in percent. */
export function discounted(price: number, percent: number): number {
  return price - (price * percent) / 100
}

/** The sum of all prices in cents. Products without a price count as 0. */
export function total(products: readonly Product[]): number {
  return products.map(({ price }) => price ?? 0).reduce((sum, price) => sum + price)
}

/** Reads a price in cents from stored JSON; null if it is none. */
export function parsePrice(json: string): number | null {
  try {
    return JSON.parse(json) as number
  } catch {
    return null
  }
}
