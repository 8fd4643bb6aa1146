import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'

export interface ToastProviderProps {
  children: ReactNode
  duration?: number
  max?: number
}

interface Notification {
  id: number
  message: string
}

function createStore(duration: number, max: number) {
  let visible: readonly Notification[] = []
  const waiting: Notification[] = []
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()
  let count = 0

  const fill = () => {
    while (visible.length < max && waiting.length > 0) {
      const next = waiting.shift() as Notification
      visible = [...visible, next]
      timers.set(
        next.id,
        setTimeout(() => remove(next.id), duration),
      )
    }
    for (const listener of listeners) listener()
  }
  const remove = (id: number) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    visible = visible.filter((one) => one.id !== id)
    fill()
  }
  return {
    remove,
    show: (message: string) => {
      waiting.push({ id: count++, message })
      fill()
    },
    visible: () => visible,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

type Store = ReturnType<typeof createStore>
const StoreContext = createContext<Store | null>(null)

export function ToastProvider({ children, duration = 5_000, max = 3 }: ToastProviderProps) {
  const [store] = useState(() => createStore(duration, max))
  useEffect(() => store.stop, [store])
  return (
    <StoreContext value={store}>
      {children}
      <List store={store} />
    </StoreContext>
  )
}

function List({ store }: { store: Store }) {
  const visible = useSyncExternalStore(store.subscribe, store.visible)
  return (
    <div role="status" aria-label="Notifications">
      {visible.length > 0 && (
        <ul>
          {visible.map(({ id, message }) => (
            <li key={id}>
              <span>{message}</span>
              <button type="button" aria-label={`Dismiss: ${message}`} onClick={() => store.remove(id)}>
                Dismiss
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function useToast() {
  const store = useContext(StoreContext)
  if (store === null) throw new Error('useToast must be used within a ToastProvider')
  return store.show
}
