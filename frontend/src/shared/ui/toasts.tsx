import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { TOAST_DURATION, TOAST_FADE } from '../constants.ts'
import { useMessages } from '../i18n/locale.ts'
import type { Tone } from './alert.tsx'
import { toneIcons } from './alert.tsx'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { publishHeight } from './publish-height.ts'
import styles from './toasts.module.css'

/** How long a toast stays after the pointer or focus leaves it. Milliseconds. */
const READING_PAUSE = 1_000

const measure = publishHeight('--toasts')

/**
 * The stack of toasts. It is always on the page, since screen readers don't announce a live region that is added with
 * its text.
 */
export function Toasts() {
  const messages = useMessages()
  const toasts = useToasts((state) => state.toasts)
  return (
    <section ref={measure} aria-label={messages.toast.region} aria-live="polite" className={styles.region}>
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastItem({ toast }: { toast: Toast }) {
  const messages = useMessages()
  const dismiss = useToasts((state) => state.dismiss)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (toast.leaving) return
    let timer = setTimeout(function expire() {
      // A user whose pointer or focus is on a toast is still reading.
      if (!isRead(element.current)) return dismiss(toast.id)
      timer = setTimeout(expire, READING_PAUSE)
    }, toast.duration)
    return () => clearTimeout(timer)
  }, [toast.leaving, toast.id, toast.duration, dismiss])

  const Icon = toneIcons[toast.tone]
  return (
    <div
      ref={element}
      role={toast.tone === 'error' ? 'alert' : 'status'}
      className={classNames(styles.toast, styles[toast.tone], toast.leaving && styles.leaving)}
    >
      <Icon aria-hidden size={20} className={styles.icon} />
      <div>
        <p className={styles.title}>
          <span className="visually-hidden">{messages.toast[toast.tone]}: </span>
          {toast.title}
        </p>
        <p className={styles.message}>{toast.message}</p>
      </div>
      <IconButton icon={X} label={messages.common.dismiss} onClick={() => dismiss(toast.id)} />
    </div>
  )
}

const isRead = (element: HTMLElement | null) =>
  element !== null && (element.matches(':hover') || element.contains(document.activeElement))

interface Toast {
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
