import { once } from 'node:events'

/** Makes a Node process print where its inspector listens, for `LiveMemory`. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** The memory of one process. */
interface Usage {
  usedSize: number
  backingStorageSize?: number
}

/**
 * The memory that each process retains. Resident memory isn't enough: a process without pressure grows for an hour
 * and retains nothing.
 */
export class LiveMemory {
  readonly #inspectors = new Map<string, string>()

  /** Takes every line that a process prints: one of them has the inspector's address. */
  hear(source: string, line: string): void {
    const address = /^Debugger listening on (ws:\S+)/.exec(line)?.[1]
    if (address) this.#inspectors.set(source, address)
  }

  /** Megabytes after a full collection: the heap, and the external memory of buffers. */
  async read(): Promise<Record<string, number>> {
    const entries = [...this.#inspectors].map(async ([name, address]) => [name, await ask(address)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
}

async function ask(address: string): Promise<number> {
  const inspector = new WebSocket(address)
  await once(inspector, 'open')
  try {
    // Objects that the first collection finalizes are freed by the second.
    await call(inspector, 'HeapProfiler.collectGarbage')
    await call(inspector, 'HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize = 0 } = (await call(inspector, 'Runtime.getHeapUsage')) as Usage
    return (usedSize + backingStorageSize) / 1_048_576
  } finally {
    inspector.close()
  }
}

async function call(inspector: WebSocket, method: string): Promise<unknown> {
  inspector.send(JSON.stringify({ id: 1, method }))
  for (;;) {
    const [message] = (await once(inspector, 'message')) as [MessageEvent]
    const reply = JSON.parse(String(message.data)) as { id?: number; result?: unknown }
    if (reply.id === 1) return reply.result
  }
}
