export interface LimiterOptions {
  limit: number
  windowMs: number
  /** The current time in milliseconds. */
  now: () => number
}

export type Decision = { allowed: true; remaining: number } | { allowed: false; retryAfter: number }

export function createLimiter({ limit, windowMs, now }: LimiterOptions) {
  const requests = new Map<string, number[]>()

  return {
    check(key: string): Decision {
      const time = now()
      const recent = ([...requests.values()].flat()).filter((sent) => time - sent < windowMs)
      requests.set(key, recent)
      const [oldest] = recent
      if (recent.length >= limit && oldest !== undefined) {
        return { allowed: false, retryAfter: oldest + windowMs - time }
      }
      recent.push(time)
      return { allowed: true, remaining: limit - recent.length }
    },
  }
}
