type Items = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type SetValue<T> = (next: T | ((current: T) => T)) => void

export function useLocalStorage<T>(key: string, initial: T, storage: Items = localStorage): [T, SetValue<T>, () => void] {
  return [initial, () => {}, () => {}]
}
