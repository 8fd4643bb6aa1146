import { vi } from 'vitest'

/** Replaces the worker that parses import files: the same code, in the test's own thread. */
export function readInThisThread(
  read: (order: never) => Promise<unknown>,
  replyOf: (found: unknown) => unknown = (found) => ({ read: found }),
): void {
  class InlineReader extends EventTarget {
    constructor() {
      super()
      queueMicrotask(() => this.#post('ready'))
    }

    postMessage(order: unknown): void {
      read(order as never).then(
        (found) => this.#post(replyOf(found)),
        (error: unknown) => this.#post({ refused: error instanceof Error ? error.message : String(error) }),
      )
    }

    terminate(): void {
      // There is no worker to terminate.
    }

    #post(data: unknown): void {
      this.dispatchEvent(new MessageEvent('message', { data }))
    }
  }
  vi.stubGlobal('Worker', InlineReader)
}
