import type { FastifyBaseLogger } from 'fastify'

/** Reports what fails again and again: a warning when the reason is a new one, else only at debug level. */
export class FailureLog {
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'debug'>
  #last: string | null = null

  constructor(log: Pick<FastifyBaseLogger, 'warn' | 'debug'>) {
    this.#log = log
  }

  failed(error: unknown, message: string): void {
    const reason = String(error)
    this.#log[reason === this.#last ? 'debug' : 'warn']({ err: error }, message)
    this.#last = reason
  }

  /** The next failure is news again, whatever its reason. */
  recovered(): void {
    this.#last = null
  }
}
