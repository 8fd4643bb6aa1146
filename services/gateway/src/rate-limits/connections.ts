import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '@rehearse/service-kit'

/** Milliseconds between checks of what waits for clients. */
const interval = 1_000

export interface ConnectionLimits {
  /** Connections that a network may have open; 0 for any number. */
  perNetwork: number
  /** Proxies may have any number. */
  trusts: boolean | ((address: string | undefined) => boolean)
  /** Bytes that may wait in memory for clients that don't read them. */
  unreadBytes?: number
  /** Milliseconds for which a client may read nothing of what it requested. */
  longestStall?: number
}

/** What a client hasn't read, and since when nothing was read of it. */
interface Reading {
  sent: number
  since: number
}

/**
 * Limits connections per network, and what waits in memory for clients that read slowly or not at all: over the limit,
 * those that have read nothing for the longest time are disconnected. They can request the rest again.
 * @returns ends the checks
 */
export function limitConnections(
  server: Server,
  { perNetwork, trusts, unreadBytes = 64 * 1024 * 1024, longestStall = 60_000 }: ConnectionLimits,
): () => void {
  const perAddress = new Map<string, number>()
  const readers = new Map<Socket, Reading>()
  const isTrusted = (address: string | undefined) => (typeof trusts === 'boolean' ? trusts : trusts(address))

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (perNetwork === 0 || isTrusted(remoteAddress)) return
    const network = networkOf(remoteAddress)
    const open = (perAddress.get(network) ?? 0) + 1
    if (open > perNetwork) {
      socket.destroy()
      return
    }
    perAddress.set(network, open)
    socket.once('close', () => {
      const left = (perAddress.get(network) ?? 0) - 1
      if (left > 0) perAddress.set(network, left)
      else perAddress.delete(network)
    })
  })
  // With TLS, what waits is in the socket that encrypts it.
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    readers.set(socket, { sent: 0, since: 0 })
    socket.once('close', () => readers.delete(socket))
  })

  const timer = setInterval(() => {
    const now = performance.now()
    const stalled: { socket: Socket; since: number }[] = []
    let unread = 0
    for (const [socket, reading] of readers) {
      const sent = socket.bytesWritten - socket.writableLength - queued(socket)
      if (socket.writableLength === 0 || sent !== reading.sent) {
        reading.sent = sent
        reading.since = now
      } else if (now - reading.since >= longestStall) socket.destroy()
      else stalled.push({ socket, since: reading.since })
      unread += socket.writableLength
    }
    if (unread <= unreadBytes) return
    for (const { socket } of stalled.sort((one, other) => one.since - other.since)) {
      if (unread <= unreadBytes) return
      unread -= socket.writableLength
      socket.destroy()
    }
  }, interval)
  return () => clearInterval(timer)
}

/**
 * Bytes that the operating system hasn't taken of what was written. Unlike `writableLength` it changes while a long
 * chunk is sent. Node's own time limit of a socket reads it, too.
 */
const queued = (socket: Socket): number =>
  (socket as { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0
