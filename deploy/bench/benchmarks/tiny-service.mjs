// A service that only responds, so that the measured cost is that of the gateway in front of it.
import { createServer } from 'node:http'

const body = JSON.stringify({ success: true, data: 'x'.repeat(2_000) })
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
}
const server = createServer((_request, reply) => {
  reply.writeHead(200, headers)
  reply.end(body)
})
server.keepAliveTimeout = 72_000
server.listen(Number(process.env.PORT), '127.0.0.1')
