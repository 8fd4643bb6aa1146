let pair: { current: unknown; previous: unknown } | undefined

export function usePrevious<T>(value: T): T | undefined {
  pair ??= { current: value, previous: undefined }
  if (!Object.is(pair.current, value)) pair = { current: value, previous: pair.current }
  return pair.previous as T | undefined
}
