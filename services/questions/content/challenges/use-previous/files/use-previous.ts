export function usePrevious(value: unknown) {
  return value
}
