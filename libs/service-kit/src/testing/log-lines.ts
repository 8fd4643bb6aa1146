import { Writable } from 'node:stream'

/** A log stream that collects its lines as objects. */
export function logLines(): { stream: Writable; read(): Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { stream, read: () => lines }
}
