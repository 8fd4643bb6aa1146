import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { PushSubscriptionInput } from '@rehearse/contracts'
import Fastify from 'fastify'

/** A browser with an endpoint at a push service; only it can decrypt the messages sent there. */
export interface TestDevice {
  subscription: PushSubscriptionInput
  received: unknown[]
  /** Sets the status of the following responses: 410 if the subscription no longer exists. */
  answer(status: number): void
}

export interface TestPushService {
  url: string
  /** Headers of the last request. */
  lastHeaders(): Record<string, unknown>
  newDevice(): TestDevice
  close(): Promise<void>
}

/** A push service (RFC 8030) like those of browser vendors, running on this machine. */
export async function startPushService(): Promise<TestPushService> {
  const devices = new Map<string, { open: (body: Buffer) => unknown; received: unknown[]; status: number }>()
  let lastHeaders: Record<string, unknown> = {}
  const app = Fastify()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post<{ Params: { id: string } }>('/send/:id', async ({ params, headers, body }, reply) => {
    lastHeaders = headers
    const device = devices.get(params.id)
    if (device?.status === 201) device.received.push(device.open(body as Buffer))
    return reply.code(device?.status ?? 404).send()
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  return {
    url,
    lastHeaders: () => lastHeaders,
    newDevice: () => {
      const id = randomBytes(8).toString('hex')
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const device = {
        received: [] as unknown[],
        status: 201,
        open: (body: Buffer) => JSON.parse(decrypt(body, keys, auth)),
      }
      devices.set(id, device)
      return {
        subscription: {
          endpoint: `${url}/send/${id}`,
          keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        received: device.received,
        answer: (status) => {
          device.status = status
        },
      }
    },
    close: () => app.close(),
  }
}

/** The receiving half of RFC 8291: one record of `aes128gcm` (RFC 8188). */
function decrypt(body: Buffer, device: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const idLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), sender])
  const secret = hkdfSync('sha256', device.computeSecret(sender), auth, info, 32)
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', new Uint8Array(secret), salt, `Content-Encoding: ${purpose}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // A delimiter of 2 ends the last record; what follows it is padding.
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
}
