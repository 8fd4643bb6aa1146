import { create } from 'zustand'
import { TOAST_DURATION, TOAST_FADE } from '../constants.ts'
import type { Tone } from './alert.tsx'

export interface Toast {
  id: number
  tone: Tone
  title: string
  message: string
  duration: number
  leaving: boolean
}

interface ToastState {
  toasts: Toast[]
  show: (toast: { tone: Tone; title: string; message: string; duration?: number }) => void
  /** Fades the toast out, then removes it. */
  dismiss: (id: number) => void
}

let lastId = 0

export const useToasts = create<ToastState>((set) => ({
  toasts: [],
  show: ({ duration = TOAST_DURATION, ...toast }) => {
    lastId += 1
    const id = lastId
    set(({ toasts }) => ({ toasts: [...toasts, { ...toast, id, duration, leaving: false }] }))
  },
  dismiss: (id) => {
    set(({ toasts }) => ({
      toasts: toasts.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast)),
    }))
    setTimeout(() => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })), TOAST_FADE)
  },
}))

/** Shows a toast from anywhere. */
export const showToast: ToastState['show'] = (toast) => useToasts.getState().show(toast)
