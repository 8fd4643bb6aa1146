import type { Server as TlsServer } from 'node:tls'
import { type App, createService, openNats, type Runnable, startTokenChecks } from '@rehearse/service-kit'
import { observeClock, verifyWhileClockIsCorrect } from '@rehearse/service-kit/auth/clock-watch'
import { ResponseCache } from './cache/response-cache.ts'
import { watchChanges } from './cache/watch-changes.ts'
import type { GatewayConfig } from './config.ts'
import { installFrontend } from './frontend.ts'
import { installAdminStream } from './live/admin-stream.ts'
import { installApiDocs } from './operations/api-docs.ts'
import { watchIdentityClock } from './operations/identity-clock.ts'
import { observeNatsStores, observeUpstreams } from './operations/metrics.ts'
import { installPageTraces } from './operations/page-traces.ts'
import { installHealth, installPlatform } from './operations/platform.ts'
import { installLoadShedding, installProxy } from './proxy/proxy.ts'
import { installArrivalLimit, installBodyLimits } from './rate-limits/body-limits.ts'
import { limitConnections } from './rate-limits/connections.ts'
import { openRateLimits } from './rate-limits/rate-limits.ts'
import { installTurns } from './rate-limits/turns.ts'
import { installCacheControl, installMethodNotAllowed } from './route-checks.ts'
import { routes } from './routes.ts'
import { installRunnerRoute, runnerAddresses } from './runner/addresses.ts'
import { openRunner } from './runner/server.ts'
import { installAuthorization, installCredentials } from './security/credentials.ts'
import { installCors, installCrossOriginCheck } from './security/cross-origin.ts'
import {
  installFramingCheck,
  installHostCheck,
  originForm,
  platformHosts,
  runnerHosts,
} from './security/host-check.ts'
import { createProtection, installSecurityHeaders } from './security/security-headers.ts'
import {
  type Certificate,
  certificateFiles,
  followCertificate,
  readCertificate,
  serverOptions,
} from './security/tls.ts'
import { trustedProxies } from './security/trusted-proxies.ts'
import { openUpstreams } from './upstreams/open-upstreams.ts'

/** The public app and the internal one, which start and stop together. */
export interface Gateway extends Runnable {
  app: App
  inner: App
}

function listeningPort(app: App): number | undefined {
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

/** The public entry: authenticates, limits and authorizes requests, and forwards them to the service that owns the path. */
export async function buildApp(config: GatewayConfig): Promise<Gateway> {
  const files = certificateFiles(config)
  const certificate = files && readCertificate(files)
  const proxies = trustedProxies(config.TRUST_PROXY)
  const { app, inner, metrics, readiness, tracing } = await createService({
    name: 'gateway',
    description: 'The one door to the platform',
    logLevel: config.LOG_LEVEL,
    tracing: config,
    trustTraceparent: config.TRUST_TRACEPARENT,
    config,
    server: { ...serverOptions(certificate, config), trustProxy: proxies.trusts, rewriteUrl: originForm },
    innerApart: true,
  })
  const nats = openNats({
    url: config.NATS_URL,
    name: 'gateway',
    replicas: config.NATS_REPLICAS,
    log: app.log,
  })
  const tokens = startTokenChecks(nats, app.log)
  const { upstreams, close: closeUpstreams } = await openUpstreams(config, app.log)
  observeUpstreams(metrics, upstreams)
  observeNatsStores(metrics, config.NATS_MONITOR_URL ?? [])
  const clock = watchIdentityClock(upstreams.identity, app.log)
  observeClock(metrics, clock)
  const verifier = verifyWhileClockIsCorrect(tokens.verifier, clock)
  const changes = watchChanges(nats, 'questions.>', () => cache.clear(), app.log)
  const cache = new ResponseCache(changes)
  const addresses = runnerAddresses(config, () => listeningPort(app) ?? config.PORT)
  const connections = { perNetwork: config.CONNECTIONS_PER_NETWORK, trusts: proxies.trusts }
  const stopLimits = limitConnections(app.server, connections)
  const runner = await openRunner(addresses, runnerHosts(config), certificate, connections)
  const protection = createProtection(addresses.runner)
  const closed = new AbortController()
  let closing = false
  readiness.add('nats', nats.check)
  readiness.add('keys', tokens.check)
  readiness.add('clock', clock.check)
  readiness.add('open', async () => {
    if (closing) throw new Error('closing')
  })

  // In the order in which requests are checked: turn on the connection, host, load, credentials, rate limit, origin, access, body.
  installTurns(app)
  const limits = await openRateLimits(app, config)
  installFramingCheck(app, limits)
  installHostCheck(app, platformHosts(config), limits)
  installSecurityHeaders(app, protection)
  await installCors(app, config.CORS_ORIGINS ?? [])
  installLoadShedding(app, upstreams)
  installCacheControl(app)
  installCredentials(app, verifier)
  limits.install()
  installCrossOriginCheck(app, config, limits)
  installAuthorization(app)
  installBodyLimits(app, limits)
  installArrivalLimit(app, config.BODY_TIMEOUT)

  installPageTraces(app, tracing, config.BROWSER_SPANS)
  installHealth(app, upstreams, readiness)
  installPlatform(app, upstreams, { readiness, metrics, config })
  installAdminStream(app, { nats, verifier })
  installRunnerRoute(app, addresses)
  await installApiDocs(app, config.OPENAPI_FILE)
  installProxy(app, {
    rows: routes,
    upstreams,
    cache,
    protection,
    tracing,
    gatewaySecret: config.GATEWAY_SECRET,
  })
  installMethodNotAllowed(app, routes)
  if (config.FRONTEND_DIR !== undefined) await installFrontend(app, config.FRONTEND_DIR)

  app.addHook('onListen', () => nats.start())
  await proxies.follow(app.log, closed.signal)
  if (files && certificate) {
    const renew = (renewed: Certificate) => {
      for (const server of [app.server as unknown as TlsServer, runner.tls]) server?.setSecureContext(renewed)
    }
    const unfollow = followCertificate(files, certificate, { renew, log: app.log })
    app.addHook('onClose', async () => unfollow())
  }
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onClose', async () => {
    closed.abort()
    stopLimits()
    tokens.stop()
    changes.stop()
    await nats.close()
    await closeUpstreams()
  })

  return {
    app,
    inner,
    log: app.log,
    listen: async (address) => {
      await inner.listen({ host: config.INNER_HOST, port: config.INNER_PORT })
      if (config.RUNNER_PORT !== 0) await runner.listen({ host: address.host, port: config.RUNNER_PORT })
      await app.listen(address)
    },
    // The internal port stays open to the end, so that probes see the gateway close.
    close: async () => {
      await runner.close()
      await app.close()
      await inner.close()
    },
  }
}
