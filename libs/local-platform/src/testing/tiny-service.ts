import { createServer } from 'node:http'

// The smallest service that keeps the contract: health on its internal port, a clean end on SIGTERM, and an end when
// the launcher's channel closes. `CRASH` makes it fail to start, with `CRASH_CODE`, `STUBBORN` makes it ignore a stop.
if (process.env.CRASH) {
  process.stderr.write(`${process.env.CRASH}\n`)
  process.exit(Number(process.env.CRASH_CODE ?? 1))
}
const port = Number(process.env.INNER_PORT ?? process.env.PORT)
const server = createServer((request, reply) => {
  reply.end(request.url === '/env' ? JSON.stringify(process.env) : 'ok')
})
server.listen(port, '127.0.0.1', () => process.stdout.write(`listening on ${port}\n`))
process.on('SIGTERM', () => {
  if (!process.env.STUBBORN) process.exit(0)
})
process.on('disconnect', () => process.exit(0))
