import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const platform = {
  title: 'Settings',
  lead: 'The health and configuration of each service. Configuration is set through environment variables.',
  loadFailed: 'The platform’s status could not be loaded',

  health: 'Services',
  measured: (when: string) => `Measured ${when}`,
  allUp: 'Every service is up.',
  someDown: (count: number) => n(count, { one: '# service is down.', other: '# services are down.' }),
  up: 'up',
  down: 'down',
  services: {
    gateway: 'Gateway',
    identity: 'Identity',
    questions: 'Questions',
    progress: 'Progress',
    media: 'Media',
  } as Partial<Record<string, string>>,
  thisProcess: 'The process that handled this request',
  process: (address: string) => `Process ${address}`,
  stands: 'Depends on',
  uptime: 'Uptime',
  requests: 'Requests',
  perSecond: (rate: string) => `${rate} per second`,
  failures: 'Failures',
  failuresLine: (percent: string) => `${percent} of all requests`,
  meanTime: 'Mean response time',
  memory: 'Memory',
  megabytes: (amount: string) => `${amount} MB`,
  cpu: 'CPU',
  lag: 'Event loop lag',
  milliseconds: (amount: string) => `${amount} ms`,
  noMetrics: 'No metrics available right now.',

  flags: 'Features',
  flagsLead: 'Optional features. Each is on when it is configured.',
  on: 'on',
  off: 'off',
  flag: {
    google: 'Sign-in with Google',
    github: 'Sign-in with GitHub',
    mail: 'Email (SMTP)',
    push: 'Push notifications',
    issues: 'Repository issues as resources',
    interviewer: 'Language model in mock interviews',
    runner: 'Code runner for challenges',
    tls: 'TLS at the gateway',
    http2: 'HTTP/2',
    traces: 'Traces',
    limits: 'Rate limits',
  },

  configured: 'Configuration',
  configuredLead: 'Secrets show only whether they are set; their values never leave the service.',
  setting: 'Setting',
  value: 'Value',
  isSet: 'set, not shown',
  isNotSet: 'not set',
  shownOf: (service: string) => `Configuration of ${service}`,
}

export type PlatformMessages = typeof platform

const tables: FeatureTables<PlatformMessages> = {
  en: () => platform,
  ar: async () => (await import('./messages.ar.ts')).platform,
}

export const usePlatformMessages = () => useFeatureMessages(tables)
