import type { Accounts } from '../accounts.ts'

export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token?: string | undefined
  body?: object
}

/** What somebody does on a platform, one step after the other. */
export interface Journey {
  who: 'learner' | 'admin'
  walk(visit: Visit): Promise<void>
}

/** One journey under way. */
export interface Visit {
  accounts: Accounts
  random: () => number
  /**
   * Asks, and times it from the moment at which it was to be asked. The journey breaks off where it isn't answered well.
   * @param step under which it is counted
   */
  step<Reply = unknown>(step: string, ask: Ask): Promise<Reply>
  /** As long as somebody takes over a page: some are quick, a few take long. */
  think(): Promise<void>
}
