/** A line that shows what goes on: rewritten in a terminal, else a new one every few seconds. */
export function progressLine(stream: NodeJS.WriteStream = process.stderr) {
  const begun = performance.now()
  let lastAt = Number.NEGATIVE_INFINITY
  return {
    say: (what: string) => {
      const now = performance.now()
      const line = `[${((now - begun) / 1000).toFixed(0)} s] ${what}`
      if (stream.isTTY) stream.write(`\r\u001b[K${line}`)
      else if (now - lastAt > 5_000) {
        stream.write(`${line}\n`)
        lastAt = now
      }
    },
    end: () => {
      if (stream.isTTY) stream.write('\r\u001b[K')
    },
  }
}
