import styles from './audio-manager.module.css'

const HEIGHT = 32

/** Loudness over time, as bars; those that have been heard are lit. What it says stands beside it in words. */
export function Waveform({ peaks, played }: { peaks: readonly number[]; played: number }) {
  // Silence is drawn too: a thin line.
  const bars = peaks.map((peak, at) => ({ at, height: Math.max(1, peak * HEIGHT) }))
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${peaks.length * 3} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={styles.waveform}
    >
      {bars.map(({ at, height }) => (
        <rect
          key={at}
          x={at * 3}
          y={(HEIGHT - height) / 2}
          width={2}
          height={height}
          className={at / peaks.length < played ? styles.heard : undefined}
        />
      ))}
    </svg>
  )
}
