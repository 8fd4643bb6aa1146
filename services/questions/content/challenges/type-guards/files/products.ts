export interface Product {
  id: string
  price: number
  tags: string[]
  discount?: number | undefined
}

export function isRecord(value: unknown): boolean {
  return false
}

export function isProduct(value: unknown): boolean {
  return false
}

export function parseProducts(json: string): Product[] {
  return JSON.parse(json)
}
