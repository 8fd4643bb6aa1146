import { createServer } from 'node:http'

// As small as a service can be that keeps the contract: health on its inner port, an orderly end on SIGTERM, and an end
// of its own when the launcher's channel closes. `CRASH` makes it one that can't start, `STUBBORN` one that won't stop.
if (process.env.CRASH) {
  process.stderr.write(`${process.env.CRASH}\n`)
  process.exit(1)
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
