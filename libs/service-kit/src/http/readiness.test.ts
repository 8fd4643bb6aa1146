import { expect, test } from 'vitest'
import { countOutcomes, createMetrics } from '../observability/metrics.ts'
import { createService } from '../service.ts'
import { Readiness } from './readiness.ts'

const up = async () => {}
const down = async () => {
  throw new Error('not connected')
}

test('is ready when every check is up', async () => {
  const readiness = new Readiness()
  expect(await readiness.read()).toEqual({ ready: true, checks: {} })
  readiness.add('postgres', up)
  expect(await readiness.read()).toEqual({ ready: true, checks: { postgres: { state: 'up' } } })
  readiness.add('nats', down)
  expect(await readiness.read()).toEqual({
    ready: false,
    checks: { postgres: { state: 'up' }, nats: { state: 'down', detail: 'not connected' } },
  })
})

test('reports the detail of a check that is up', async () => {
  const readiness = new Readiness()
  readiness.add('parked', async () => '2 parked')
  expect(await readiness.read()).toEqual({
    ready: true,
    checks: { parked: { state: 'up', detail: '2 parked' } },
  })
})

test('treats a check that hangs as down, without waiting for it', async () => {
  const readiness = new Readiness()
  readiness.add('postgres', () => new Promise(() => {}))
  readiness.add('nats', up)
  expect(await readiness.read()).toEqual({
    ready: false,
    checks: { postgres: { state: 'down', detail: 'no response within 2 s' }, nats: { state: 'up' } },
  })
})

test('a process is live even while it is not ready', async () => {
  const { app, readiness } = await createService({ name: 'test', description: '', logLevel: 'silent' })
  readiness.add('nats', down)
  const [live, ready] = await Promise.all([app.inject('/livez'), app.inject('/readyz')])
  expect([live.statusCode, ready.statusCode]).toEqual([200, 503])
  expect(ready.json().checks.nats).toEqual({ state: 'down', detail: 'not connected' })
  await app.close()
})

test('serves health and metrics on a separate app if the service asks for it', async () => {
  const { app, inner } = await createService({
    name: 'test',
    description: '',
    logLevel: 'silent',
    innerApart: true,
  })
  for (const url of ['/livez', '/readyz', '/metrics']) {
    expect((await app.inject(url)).statusCode).toBe(404)
    expect((await inner.inject(url)).statusCode).toBe(200)
  }
  await Promise.all([app.close(), inner.close()])
})

test('labels request metrics with the route pattern, not the URL', async () => {
  const { app } = await createService({ name: 'test', description: '', logLevel: 'silent' })
  app.get('/things/:id', { config: { access: 'anyone' } }, async () => ({}))
  await app.inject('/things/1')
  await app.inject('/things/2')
  await app.inject('/nowhere/3')
  const metrics = (await app.inject('/metrics')).body
  expect(metrics).toMatch(
    /duration_seconds_count\{service="test",method="GET",route="\/things\/:id",status="200"\} 2/,
  )
  expect(metrics).not.toMatch(/things\/1|nowhere/)
  await app.close()
})

test('counts the outcomes of deliveries, with dead-lettered ones starting at 0', async () => {
  const registry = createMetrics('test')
  const count = countOutcomes(registry)('usage')
  const counts = async () => {
    const values = (await registry.getSingleMetric('messages_delivered_total')?.get())?.values ?? []
    return Object.fromEntries(
      values.map(({ labels, value }) => [`${labels.consumer} ${labels.outcome}`, value]),
    )
  }
  expect(await counts()).toEqual({ 'usage parked': 0 })
  for (const outcome of ['handled', 'handled', 'delayed', 'parked'] as const) count(outcome)
  expect(await counts()).toEqual({ 'usage parked': 1, 'usage handled': 2, 'usage delayed': 1 })
})
