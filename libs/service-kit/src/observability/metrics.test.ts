import { expect, test } from 'vitest'
import { createService } from '../service.ts'
import { countOutcomes, createMetrics } from './metrics.ts'

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
