import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * A proxy in front of a server that a test can cut and restore; while it is cut, the server looks down to the client.
 */
export interface Line {
  /** The server's address through this proxy. */
  url: string
  /** Breaks every connection and lets no new one through. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Keeps every connection open and lets nothing through: a network that failed silently. */
  freeze(): void
  /** How many clients are connected. */
  connections(): number
}

/** @param state `cut` for a server that isn't up yet */
export async function openLine(serverUrl: string, state: 'whole' | 'cut' = 'whole'): Promise<Line> {
  const server = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let clients = 0
  const exchange = createServer((near) => {
    clients += 1
    near.on('close', () => {
      clients -= 1
    })
    const far = connect(Number(server.port), server.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  let port = 0
  const mend = async () => {
    exchange.listen(port, '127.0.0.1')
    await once(exchange, 'listening')
    port = (exchange.address() as { port: number }).port
  }
  const cut = async () => {
    const closed = once(exchange, 'close')
    exchange.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const freeze = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  await mend()
  if (state === 'cut') await cut()
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${port}`
  return { url: url.href, cut, mend, freeze, connections: () => clients }
}
