import { setTimeout as pause } from 'node:timers/promises'

/** @throws when the platform isn't healthy within six minutes */
export async function waitUntilHealthy(url: string): Promise<void> {
  const deadline = Date.now() + 360_000
  for (;;) {
    const healthy = await fetch(`${url}/api/health`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (healthy) return
    if (Date.now() > deadline) throw new Error(`${url} did not become healthy within six minutes`)
    await pause(500)
  }
}
