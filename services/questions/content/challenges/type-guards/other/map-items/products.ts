export interface Product {
  id: string
  price: number
  tags: string[]
  discount?: number | undefined
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  value instanceof Object
    ? !Array.isArray(value) && typeof value !== 'function'
    : value !== null && typeof value === 'object'

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

export const isProduct = (value: unknown): value is Product => {
  if (!isRecord(value)) return false
  if (typeof value.id !== 'string' || value.id.length === 0) return false
  if (!isNumber(value.price) || value.price < 0) return false
  if (value.discount !== undefined && !isNumber(value.discount)) return false
  return Array.isArray(value.tags) && !value.tags.some((tag) => typeof tag !== 'string')
}

export function parseProducts(json: string): Product[] {
  let items: unknown
  try {
    items = JSON.parse(json)
  } catch {}
  if (!Array.isArray(items)) throw new TypeError('Expected a list of products')
  return items.map((item: unknown, index) => {
    if (isProduct(item)) return item
    throw new TypeError(`Invalid product at index ${index}`)
  })
}
