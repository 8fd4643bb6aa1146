/** Waits until a service says that it can work. @throws after half a minute */
export async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; ) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (Date.now() > deadline) throw new Error(`${url} is not ready`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
