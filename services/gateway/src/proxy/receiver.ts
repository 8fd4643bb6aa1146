import type { IncomingHttpHeaders } from 'node:http'

/** Takes an upstream's reply as it comes off the wire: whole, or begun and carried on until it ends; or learns that there is none. */
export interface Receiver {
  /** A short reply, complete. */
  whole(status: number, headers: IncomingHttpHeaders, body: Buffer): void
  /** The beginning of any other. */
  begin(status: number, headers: IncomingHttpHeaders): void
  /** @returns false when no more may come until the exchange is told to resume */
  write(chunk: Buffer): boolean
  end(): void
  /** What was begun will not be completed. */
  breakOff(error: Error): void
  /** There is no reply. */
  fail(error: Error): void
}
