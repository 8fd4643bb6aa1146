export function deepClone<T>(value: T): T {
  const text = JSON.stringify(value)
  return text === undefined || typeof value === 'bigint' ? value : JSON.parse(text)
}
