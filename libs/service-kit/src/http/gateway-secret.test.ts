import { expect, test } from 'vitest'
import { createService, gatewaySecretHeader } from '../service.ts'

const forwarded = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-host': 'a.example',
  'x-forwarded-proto': 'https',
}
const secret = 'known to the gateway alone'

async function askedWith(headers: Record<string, string>, gatewaySecret?: string) {
  const { app } = await createService({
    name: 'test',
    description: '',
    logLevel: 'silent',
    behindGateway: true,
    gatewaySecret,
  })
  app.get('/who', { config: { access: 'inner' }, schema: { hide: true } }, async (request) => ({
    address: request.ip,
    scheme: request.protocol,
    names: Object.keys(request.headers),
  }))
  const reply = await app.inject({ url: '/who', headers })
  await app.close()
  return reply.json() as { address: string; scheme: string; names: string[] }
}

test('takes the client address from the gateway, and never passes on its secret', async () => {
  const asked = await askedWith({ ...forwarded, [gatewaySecretHeader]: secret }, secret)
  expect(asked).toMatchObject({ address: '203.0.113.7', scheme: 'https' })
  expect(asked.names).not.toContain(gatewaySecretHeader)
})

test.each([{}, { [gatewaySecretHeader]: '' }, { [gatewaySecretHeader]: `${secret}.` }])(
  'who is not the gateway (%j) names no one',
  async (given) => {
    const asked = await askedWith({ ...forwarded, ...given }, secret)
    expect(asked).toMatchObject({ address: '127.0.0.1', scheme: 'http' })
    expect(asked.names.filter((name) => name.startsWith('x-forwarded'))).toEqual([])
  },
)

test('trusts every caller as the gateway if no secret is set, as behind network policies', async () => {
  expect(await askedWith(forwarded)).toMatchObject({ address: '203.0.113.7' })
})
