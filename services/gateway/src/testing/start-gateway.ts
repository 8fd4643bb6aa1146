import { join } from 'node:path'
import { readyReply } from '@rehearse/contracts'
import { readConfig } from '@rehearse/service-kit'
import { testNats } from '@rehearse/testing'
import { startTestIdentity, type TestIdentity } from '@rehearse/testing/test-identity'
import { expect, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { config } from '../config.ts'
import { type Upstream, upstreamNames } from '../routes.ts'
import { startTinyUpstream, type TinyUpstream } from './tiny-upstream.ts'

export interface RunningGateway {
  url: string
  innerUrl: string
  natsUrl: string
  upstreams: Readonly<Record<Upstream, TinyUpstream>>
  identity: TestIdentity
  close(): Promise<void>
}

/** Starts the gateway as in production, on free ports, with four test upstreams and a real NATS with keys. */
export async function startGateway(env: Record<string, string> = {}): Promise<RunningGateway> {
  const nats = await testNats()
  const identity = await startTestIdentity(nats.url)
  const [identityService, questions, progress, media] = await Promise.all(
    upstreamNames.map(() => startTinyUpstream()),
  )
  if (!identityService || !questions || !progress || !media) throw new Error('not all upstreams started')
  const upstreams = { identity: identityService, questions, progress, media }
  const settings = readConfig(config, {
    LOG_LEVEL: 'silent',
    NATS_URL: nats.url,
    INNER_PORT: '0',
    RUNNER_PORT: '0',
    IDENTITY_URL: upstreams.identity.url,
    QUESTIONS_URL: upstreams.questions.url,
    PROGRESS_URL: upstreams.progress.url,
    MEDIA_URL: upstreams.media.url,
    OPENAPI_FILE: join(import.meta.dirname, '../../../../docs/openapi.json'),
    ...env,
  })
  const gateway = await buildApp(settings)
  await gateway.listen({ host: '127.0.0.1', port: 0 })
  const innerUrl = gateway.inner.listeningOrigin
  await vi.waitFor(async () => {
    const reply = await fetch(`${innerUrl}/readyz`)
    expect(readyReply.parse(await reply.json()).ready).toBe(true)
  })
  return {
    url: gateway.app.listeningOrigin,
    innerUrl,
    natsUrl: nats.url,
    upstreams,
    identity,
    close: async () => {
      await gateway.close()
      await identity.close()
      await Promise.all(upstreamNames.map((name) => upstreams[name].close()))
    },
  }
}
