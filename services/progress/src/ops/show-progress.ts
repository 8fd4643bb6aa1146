import type { ShadowProgress } from '@rehearse/event-store'

/** Milliseconds between lines where nobody watches them being written over. */
const quietInterval = 5_000

/** Tells whoever waits how far a shadow has come and how long it will take. */
export function showProgress(out: NodeJS.WriteStream): {
  onProgress(progress: ShadowProgress): void
  end(): void
} {
  const began = performance.now()
  let first: number | undefined
  let lastLine = 0
  return {
    onProgress: (progress) => {
      const now = performance.now()
      // A build that is gone on with has not done in this run what it begins with.
      first ??= progress.position
      if (!out.isTTY && now - lastLine < quietInterval && progress.position < progress.end) return
      lastLine = now
      const line = describeProgress(progress, first, (now - began) / 1_000)
      out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
    },
    end: () => {
      if (out.isTTY) out.write('\n')
    },
  }
}

/** @param seconds since the run began, which found the shadow at `first` after its first batch */
function describeProgress({ position, end }: ShadowProgress, first: number, seconds: number): string {
  const share = end === 0 ? 1 : Math.min(1, position / end)
  const done = position - first
  const left = done > 0 ? ((end - position) / done) * seconds : Number.NaN
  const remaining = share === 1 ? 'done' : Number.isNaN(left) ? 'estimating' : `${duration(left)} left`
  return `${Math.floor(share * 100)} %, event ${position} of ${end}, ${remaining}`
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`
}
