import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'

export interface ToastProviderProps {
  children: ReactNode
  duration?: number
  max?: number
}

interface Notification {
  id: number
  message: string
}

const ToastContext = createContext<((message: string) => void) | null>(null)

export function ToastProvider({ children, duration = 5_000, max = 3 }: ToastProviderProps) {
  const [list, setList] = useState<readonly Notification[]>([])
  const nextId = useRef(0)

  const show = useCallback((message: string) => {
    const id = nextId.current++
    setList((current) => [...current, { id, message }])
  }, [])
  const remove = useCallback((id: number) => {
    setList((current) => current.filter((one) => one.id !== id))
  }, [])

  return (
    <ToastContext value={show}>
      <div role="status">
        <ul>
          {list.slice(0, max).map((one) => (
            <Toast key={one.id} {...one} duration={duration} onDone={remove} />
          ))}
        </ul>
      </div>
      {children}
    </ToastContext>
  )
}

interface ToastProps extends Notification {
  duration: number
  onDone: (id: number) => void
}

function Toast({ id, message, duration, onDone }: ToastProps) {
  useEffect(() => {
    const timer = setTimeout(() => onDone(id), duration)
    return () => clearTimeout(timer)
  }, [id, duration, onDone])

  return (
    <li>
      {message}
      <button type="button" aria-label={`Dismiss: ${message}`} onClick={() => onDone(id)}>
        ×
      </button>
    </li>
  )
}

export function useToast(): (message: string) => void {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast must be used within a ToastProvider')
  return show
}
