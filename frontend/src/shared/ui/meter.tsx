import styles from './meter.module.css'

/** A progress bar whose value is also in text beside it or in its label. */
export function Meter({ label, value, max = 100 }: { label: string; value: number; max?: number }) {
  const share = max === 0 ? 0 : Math.min(100, (value / max) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className={styles.track}
    >
      <div className={styles.fill} style={{ inlineSize: `${share}%` }} />
    </div>
  )
}
