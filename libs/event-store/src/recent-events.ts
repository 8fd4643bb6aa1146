import type { RecordedEvent } from './event.ts'

/** The limit of cached events; a follower that is further behind reads the log. */
const eventsMax = 5_000

/**
 * Events that this process has just committed, so that followers of the log don't have to read and decrypt them
 * again. Only runs without gaps are returned: a gap may hold an event of another process.
 */
export class RecentEvents {
  /** One run of gapless events per append, in log order. */
  #runs: { first: number; events: readonly RecordedEvent[] }[] = []
  #size = 0

  /** Call it after the commit, with all events of the append. */
  add(events: readonly RecordedEvent[]): void {
    const [first, last] = [events[0], events.at(-1)]
    if (first === undefined || last === undefined) return
    if (last.globalPosition - first.globalPosition + 1 !== events.length) return
    let at = this.#runs.length
    while (at > 0 && (this.#runs[at - 1]?.first ?? 0) > first.globalPosition) at -= 1
    this.#runs.splice(at, 0, { first: first.globalPosition, events })
    this.#size += events.length
    while (this.#size > eventsMax) this.#size -= this.#runs.shift()?.events.length ?? this.#size
  }

  /** The events after a position in the log; empty if they might be incomplete. */
  after(position: number, limit: number): RecordedEvent[] {
    const found: RecordedEvent[] = []
    let next = position + 1
    for (const { first, events } of this.#runs) {
      if (first + events.length <= next) continue
      if (first > next) break
      for (const event of events.slice(next - first, next - first + limit - found.length)) found.push(event)
      next = first + events.length
      if (found.length === limit) break
    }
    return found
  }

  /** Drops all events up to a position. */
  forget(upTo: number): void {
    while ((this.#runs[0]?.events.at(-1)?.globalPosition ?? Number.POSITIVE_INFINITY) <= upTo) {
      this.#size -= this.#runs.shift()?.events.length ?? 0
    }
  }
}
