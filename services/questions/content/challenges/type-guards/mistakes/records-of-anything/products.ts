export interface Product {
  id: string
  price: number
  tags: string[]
  discount?: number | undefined
}

export function isRecord(value: unknown): value is Record<string, any> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isProduct(value: unknown): value is Product {
  if (!isRecord(value)) return false
  const { id, price, tags, discount } = value
  return (
    typeof id === 'string' &&
    id !== '' &&
    isFiniteNumber(price) &&
    price >= 0 &&
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === 'string') &&
    (discount === undefined || isFiniteNumber(discount))
  )
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

export function parseProducts(json: string): Product[] {
  const items = parse(json)
  if (!Array.isArray(items)) throw new TypeError('Expected a list of products')
  const invalid = items.findIndex((item) => !isProduct(item))
  if (invalid >= 0) throw new TypeError(`Invalid product at index ${invalid}`)
  return items
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
