import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, which could take one before its server starts. */
const range = [15_000, 32_000] as const

/** A free port on the loopback address; concurrent calls return different ones. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  return port as number
}

/** `count` different free ports. All are held until the last one is found. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return ports
}

/** Whether nothing listens on that port. */
export async function isPortFree(host: string, port: number): Promise<boolean> {
  try {
    const server = await listen(host, port)
    await new Promise((closed) => server.close(closed))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}

async function listenAnywhere(): Promise<ReturnType<typeof createServer>> {
  for (;;) {
    try {
      return await listen('127.0.0.1', randomInt(...range))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

function listen(host: string, port: number): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => resolve(server))
  })
}
