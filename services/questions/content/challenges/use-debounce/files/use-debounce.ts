export function useDebounce(value: unknown, delay: number) {
  return value
}
