import { useEffect } from 'react'
import { create } from 'zustand'
import { LOADING_OVERLAY_DURATION } from '../constants.ts'
import { useMessages } from '../i18n/locale.ts'
import styles from './loading-overlay.module.css'

interface OverlayState {
  shown: { message: string | undefined; duration: number } | null
  show: (message?: string, duration?: number) => void
  hide: () => void
}

/** Covers the page during a change that replaces all of it. Hides itself. */
export const useLoadingOverlay = create<OverlayState>((set) => ({
  shown: null,
  show: (message, duration = LOADING_OVERLAY_DURATION) => set({ shown: { message, duration } }),
  hide: () => set({ shown: null }),
}))

export function LoadingOverlay() {
  const messages = useMessages()
  const { shown, hide } = useLoadingOverlay()
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(hide, shown.duration)
    return () => clearTimeout(timer)
  }, [shown, hide])

  if (!shown) return null
  return (
    <div role="status" className={styles.overlay}>
      <span aria-hidden className={styles.spinner} />
      <p>{shown.message ?? messages.common.loading}</p>
    </div>
  )
}
