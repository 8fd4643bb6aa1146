import type { ReactNode } from 'react'
import styles from './share-bars.module.css'

export interface ShareBar {
  key: string
  label: ReactNode
  /** 0 to 1. */
  share: number
  /** The value's text at the end of the bar. */
  text: string
  /** Draws the bar as an outline, to set it apart. */
  hollow?: boolean
}

/** Shares of a whole as bars below each other: a funnel, or the distribution of choices. */
export function ShareBars({ label, bars }: { label: string; bars: readonly ShareBar[] }) {
  return (
    <div role="img" aria-label={label} className={styles.bars}>
      {bars.map((bar) => (
        <div key={bar.key} className={styles.row}>
          <span className={styles.label}>{bar.label}</span>
          <span className={styles.track}>
            <span
              className={bar.hollow ? styles.hollow : styles.filled}
              style={{ inlineSize: `${Math.max(0, Math.min(1, bar.share)) * 100}%` }}
            />
          </span>
          <span data-numeric className={styles.value}>
            {bar.text}
          </span>
        </div>
      ))}
    </div>
  )
}
