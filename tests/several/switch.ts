import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A stable address in front of changing servers, like a Kubernetes service. */
export interface Switch {
  port: number
  /** Closes all connections; new ones go to another port of this machine. */
  leadTo(port: number): void
  close(): Promise<void>
}

export async function startSwitch(first: number): Promise<Switch> {
  let target = first
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => {
      target = port
      endAll()
    },
    close: async () => {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
