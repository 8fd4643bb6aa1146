export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token?: string | undefined
  body?: object
}

export interface Session {
  token: string
  /** Opened by this journey, which ends it as well. */
  isOwn: boolean
}

/** Where journeys get their sessions from. */
export interface Accounts {
  learner(visit: Visit): Promise<Session>
  admin(visit: Visit): Promise<Session>
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
