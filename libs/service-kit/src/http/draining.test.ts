import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, test } from 'vitest'
import { type App, createService } from '../service.ts'

let app: App
afterEach(() => app?.close())

async function listening(): Promise<number> {
  app = (await createService({ name: 'test', description: '', logLevel: 'silent' })).app
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(url).port)
}

test('a connection opened in advance does not delay closing the server', async () => {
  const socket = connect(await listening(), '127.0.0.1')
  await once(socket, 'connect')
  const ended = once(socket, 'close')
  socket.resume()
  await app.close()
  await ended
})
