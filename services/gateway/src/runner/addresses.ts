import { getRunner } from '@rehearse/contracts'
import { type App, serve } from '@rehearse/service-kit'
import type { GatewayConfig } from '../config.ts'
import { ownRoute } from '../routes.ts'

type Settings = Pick<
  GatewayConfig,
  'RUNNER_PORT' | 'RUNNER_ORIGIN' | 'RUNNER_PARENT_ORIGIN' | 'PUBLIC_ORIGIN' | 'TLS_CERT_FILE'
>

/** The origins allowed to frame each other, as seen by a browser that reached us under this `Host`. */
export interface RunnerAddresses {
  /** The runner's origin; null if it is disabled. */
  runner(host: string | undefined): string | null
  /** The origin of the pages that may frame the runner; null if the host isn't a name. */
  platform(host: string | undefined): string | null
}

/**
 * Configured origins win. Otherwise both use the host that the browser requested, with our own two ports: this works
 * without a proxy, which needs configuration anyway.
 * @param platformPort known once the server listens
 */
export function runnerAddresses(settings: Settings, platformPort: () => number): RunnerAddresses {
  const scheme = settings.TLS_CERT_FILE === undefined ? 'http' : 'https'
  const onPort = (host: string | undefined, port: number) => originOf(scheme, host, port)
  const platform = settings.RUNNER_PARENT_ORIGIN ?? settings.PUBLIC_ORIGIN
  return {
    runner: (host) =>
      settings.RUNNER_PORT === 0 ? null : (settings.RUNNER_ORIGIN ?? onPort(host, settings.RUNNER_PORT)),
    platform: (host) => platform ?? onPort(host, platformPort()),
  }
}

/** Used in policies, where any other character could start another directive. */
const hostName = /^([\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i

function originOf(scheme: string, host: string | undefined, port: number): string | null {
  const name = hostName.exec(host ?? '')?.[1]
  return name === undefined ? null : new URL(`${scheme}://${name}:${port}`).origin
}

/** GET /api/runner: returns the origin of the runner frame. */
export function installRunnerRoute(app: App, addresses: RunnerAddresses): void {
  serve(app, getRunner, ownRoute(getRunner), async (request) => ({
    success: true as const,
    origin: addresses.runner(request.host),
  }))
}
