import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { newLearner } from '../support/client.ts'
import { newQuestion, saveAnswer } from '../support/questions.ts'
import '../support/platform.ts'

const { innerUrls } = inject('platform')
const monitoring = new URL('../../deploy/monitoring/', import.meta.url)

const metricsOf = async (url: string) => (await fetch(`${url}/metrics`)).text()
const everything = async () => (await Promise.all(Object.values(innerUrls).map(metricsOf))).join('\n')

/** The metric names in the query of an alert or a panel. */
function namesIn(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\b(?:by|on) *\([^)]*\)/g, ' ')
  return (bare.match(/[a-z][a-z0-9]*(?:_[a-z0-9]+)+/g) ?? []).filter((name) => name !== 'histogram_quantile')
}

function asked(): string[] {
  const files = [
    'alerts.yaml',
    ...readdirSync(new URL('dashboards/', monitoring)).map((name) => `dashboards/${name}`),
  ]
  const expressions = files.flatMap((file) => {
    const text = readFileSync(new URL(file, monitoring), 'utf8')
    return [...text.matchAll(/"?expr"?: (?:'(.*)'|(".*"))/g)].map(
      ([, yaml, json]) => yaml ?? JSON.parse(json ?? '""'),
    )
  })
  expect(expressions.length).toBeGreaterThan(30)
  return [...new Set(expressions.flatMap(namesIn))]
}

// Some series start with the first answer.
beforeAll(async () => {
  await saveAnswer((await newLearner()).call, await newQuestion())
  const isRelayed = async () =>
    (await metricsOf(innerUrls.progress)).includes('projection_position{projection="relay"')
  await vi.waitUntil(isRelayed)
})

/** Metrics reported by disk exporters, or by NATS if configured (tested in services/gateway/src/operations/metrics.integration.test.ts). */
const isExternal = (name: string) => /^(node|kubelet)_|^nats_store_bytes$/.test(name)

describe('metrics', () => {
  test('exist for every alert and every panel', async () => {
    const text = await everything()
    const missing = asked()
      .filter((name) => !isExternal(name))
      .filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(text))
    expect(missing).toEqual([])
  })

  test("of a service's queues have values, not just names", async () => {
    const progress = await metricsOf(innerUrls.progress)
    expect(progress).toMatch(/^relay_messages_waiting\{relay="progress-relay",service="progress"\} \d/m)
    expect(progress).toMatch(/^relay_messages_waiting\{relay="progress-outbox",service="progress"\} \d/m)
    expect(progress).toMatch(
      /^consumer_messages_waiting\{consumer="progress-answer-keys",service="progress"\} \d/m,
    )
    expect(progress).toMatch(/^projection_position\{projection="relay",service="progress"\} \d/m)
    expect(progress).toMatch(/^db_pool_connections\{pool="progress",state="idle",service="progress"\} \d/m)
    expect(progress).toMatch(/^messages_parked\{service="progress"\} \d/m)
    const gateway = await metricsOf(innerUrls.gateway)
    expect(gateway).toMatch(
      /^upstream_replicas\{upstream="progress",state="there",service="gateway"\} [1-9]/m,
    )
    expect(gateway).toMatch(/^upstream_requests_pending\{upstream="progress",service="gateway"\} \d/m)
  })
})
