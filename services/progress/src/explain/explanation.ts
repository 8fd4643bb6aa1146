import type { Day } from '../learner/local-day.ts'

/** An event's share in a figure. */
export interface Share {
  eventId: string
  amount: number
  /** Of a share: what it adds to the whole. */
  of: number | null
  /** Where it was, for those that don't say themselves. */
  timeZone: string
  /** The day it stands for, where that is another one than its own. */
  day?: Day
}

export interface Explanation {
  value: number | string
  rule: string
  /** In the order of the log; their amounts add up to what the value follows from. */
  shares: Share[]
  isShare: boolean
}
