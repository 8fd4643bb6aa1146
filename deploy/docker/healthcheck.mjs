// The container's health is what the service reports: /readyz on its internal port.
const port = process.env.INNER_PORT || process.env.PORT
const reply = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(8_000) })
process.exit(reply.ok ? 0 : 1)
