import { setTimeout as delay } from 'node:timers/promises'

/** Waits until the condition gives something that is not null, undefined or false, and returns that. */
export async function until<T>(condition: () => T | Promise<T>, withinMs = 20_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const result = await condition()
    if (result) return result
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${condition}`)
    await delay(20)
  }
}
