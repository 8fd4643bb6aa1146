// A service with ten database connections that each take five milliseconds per request: it can respond to 2,000
// requests per second, and further ones have to wait.
import { createServer } from 'node:http'

const body = JSON.stringify({ success: true, data: 'x'.repeat(2_000) })
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
}
const workers = 10
const milliseconds = 5
const waiting = []
let working = 0

function work(reply) {
  working += 1
  setTimeout(() => {
    reply.writeHead(200, headers)
    reply.end(body)
    working -= 1
    const next = waiting.shift()
    if (next !== undefined) work(next)
  }, milliseconds)
}

const server = createServer((_request, reply) => {
  if (working < workers) work(reply)
  else waiting.push(reply)
})
server.keepAliveTimeout = 72_000
server.listen(Number(process.env.PORT), '127.0.0.1')
