export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token?: string | undefined
  body?: object
}

export interface Session {
  token: string
  /** Opened by this journey, which also ends it. */
  isOwn: boolean
}

/** The source of the journeys' sessions. */
export interface Accounts {
  learner(visit: Visit): Promise<Session>
  admin(visit: Visit): Promise<Session>
}

/** What a user does on the platform, step by step. */
export interface Journey {
  who: 'learner' | 'admin'
  walk(visit: Visit): Promise<void>
}

/** A journey in progress. */
export interface Visit {
  accounts: Accounts
  random: () => number
  /**
   * Sends a request, timed from the moment when it was due. The journey breaks off without a good response.
   * @param step under which it is counted
   */
  step<Reply = unknown>(step: string, ask: Ask): Promise<Reply>
  /** Waits a random think time: mostly short, sometimes long. */
  think(): Promise<void>
}
