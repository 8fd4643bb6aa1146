import { once } from 'node:events'

/** Has a process of Node tell where its inspector listens, for `LiveMemory` to ask it. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** What one process holds. */
interface Usage {
  usedSize: number
  backingStorageSize?: number
}

/**
 * How much each process can't let go of. The memory that the system counts says nothing of it: a process without need to
 * tidy up grows for an hour and holds nothing.
 */
export class LiveMemory {
  readonly #inspectors = new Map<string, string>()

  /** To be told every line that a process writes: one of them says where it can be asked. */
  hear(source: string, line: string): void {
    const address = /^Debugger listening on (ws:\S+)/.exec(line)?.[1]
    if (address) this.#inspectors.set(source, address)
  }

  /** Megabytes after a full collection: the heap, and what buffers hold outside of it. */
  async read(): Promise<Record<string, number>> {
    const entries = [...this.#inspectors].map(async ([name, address]) => [name, await ask(address)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
}

async function ask(address: string): Promise<number> {
  const inspector = new WebSocket(address)
  await once(inspector, 'open')
  try {
    // What the first one finds ready to be finalized is only free after the second.
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
