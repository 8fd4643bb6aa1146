import { setTimeout as delay } from 'node:timers/promises'

type Nothing = false | null | undefined | 0 | ''

/** Waits until the condition returns a truthy value, and returns that. */
export async function until<T>(
  condition: () => T | Promise<T>,
  withinMs = 60_000,
): Promise<Exclude<T, Nothing>> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const result = await condition()
    if (result) return result as Exclude<T, Nothing>
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${condition}`)
    await delay(20)
  }
}
