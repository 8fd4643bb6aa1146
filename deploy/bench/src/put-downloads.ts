import { once } from 'node:events'
import { connect } from 'node:net'

export interface Downloads {
  url: string
  /** Bytes of the reply's body. */
  bytes: number
  connections: number
  seconds: number
}

/**
 * Fetches one file over and over on each connection, and throws away what comes into one small buffer: a client that
 * looked at the bytes would be slower than any server, and then all servers seem alike.
 * @returns files a second
 * @throws where a reply is none with a body of that length
 */
export async function putDownloads({ url, bytes, connections, seconds }: Downloads): Promise<number> {
  const { host, hostname, port, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`
  const start = Date.now()
  const deadline = start + seconds * 1_000
  let received = 0
  const one = async () => {
    let left = 0
    let fault: Error | null = null
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: Buffer.allocUnsafe(256 * 1024),
        callback: (length, buffer) => {
          received += length
          if (left === 0) {
            const head = Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1')
            const end = head.indexOf('\r\n\r\n')
            if (end < 0 || !head.startsWith('HTTP/1.1 200') || !head.includes(`ength: ${bytes}\r\n`)) {
              fault = new Error(`${url}: unexpected reply ${head.slice(0, 100)}`)
              socket.destroy()
              return false
            }
            left = bytes + end + 4
          }
          left -= length
          if (left === 0) {
            if (Date.now() < deadline) socket.write(request)
            else socket.destroy()
          }
          return true
        },
      },
    })
    socket.write(request)
    await once(socket, 'close')
    if (fault !== null || left > 0) throw fault ?? new Error(`${url}: the connection was lost`)
  }
  await Promise.all(Array.from({ length: connections }, one))
  return received / bytes / ((Date.now() - start) / 1_000)
}
