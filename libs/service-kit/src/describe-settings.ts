import type { ServiceSetting } from '@rehearse/contracts'

/**
 * Texts that may be told; every other text is only said to be set. Whoever adds a setting decides here, so that one which is
 * forgotten stays unsaid. Numbers and switches hold no secrets.
 */
const told: ReadonlySet<string> = new Set([
  'ISSUES_REPOSITORY',
  'LOG_LEVEL',
  'MAIL_FROM',
  'MAIL_ORIGIN',
  'MEDIA_STORAGE',
  'NODE_ENV',
  'OTEL_TRACES_SAMPLER',
  'PUBLIC_ORIGIN',
  'RUNNER_ORIGIN',
  'RUNNER_PARENT_ORIGIN',
])

/** Values that stand in a service's source for who tries it out: such a secret counts as none. */
const isDevelopmentDefault = (value: unknown) =>
  typeof value === 'string' && value.startsWith('rehearse-') && value.endsWith('-not-for-production')

/** What a service is configured with, by name, as far as an admin may know it. */
export function describeSettings(config: object): ServiceSetting[] {
  return Object.entries(config)
    .map(([name, value]: [string, unknown]) => ({
      name,
      isSet: value !== undefined && !isDevelopmentDefault(value),
      value: tell(name, value),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function tell(name: string, value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && told.has(name) ? value : null
}
