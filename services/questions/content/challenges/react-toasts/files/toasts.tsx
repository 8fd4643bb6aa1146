import type { ReactNode } from 'react'

export interface ToastProviderProps {
  children: ReactNode
  duration?: number
  max?: number
}

export function ToastProvider({ children, duration = 5_000, max = 3 }: ToastProviderProps) {
  return <>{children}</>
}

export function useToast(): (message: string) => void {
  return () => {}
}
