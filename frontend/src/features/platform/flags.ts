import type { PlatformService, ServiceSetting } from '@rehearse/contracts'

/** Parts of the product that depend on the configuration, by what has to be set. */
export function flagsOf(services: readonly PlatformService[]) {
  const settings = new Map<string, ServiceSetting>(
    services.flatMap(({ name, settings }) =>
      settings.map((setting) => [`${name}.${setting.name}`, setting] as const),
    ),
  )
  const isSet = (name: string) => settings.get(name)?.isSet === true
  const isValue = (name: string, value: string) => settings.get(name)?.value === value
  const limits = [...settings.values()].filter(({ name }) => name.startsWith('RATE_LIMIT_'))
  return {
    google: isSet('identity.GOOGLE_CLIENT_ID'),
    github: isSet('identity.GITHUB_CLIENT_ID'),
    mail: isSet('identity.SMTP_URL'),
    push: isSet('identity.VAPID_PRIVATE_KEY'),
    issues: isSet('questions.ISSUES_REPOSITORY'),
    interviewer: isSet('questions.OPENAI_BASE_URL'),
    runner: isSet('gateway.RUNNER_PORT') && !isValue('gateway.RUNNER_PORT', '0'),
    tls: isSet('gateway.TLS_CERT_FILE'),
    http2: isValue('gateway.HTTP2', 'true'),
    traces:
      isSet('gateway.OTEL_EXPORTER_OTLP_ENDPOINT') || isSet('gateway.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
    limits: limits.length > 0 && limits.every(({ value }) => value !== '0'),
  }
}
