import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const platform = {
  title: 'Settings',
  lead: 'How every service does, and what it is configured with. It is changed by the environment it runs in.',
  loadFailed: 'The state of the platform could not be loaded',

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
  thisProcess: 'The process that answers you',
  process: (address: string) => `Process ${address}`,
  stands: 'Stands on',
  uptime: 'Running for',
  requests: 'Requests',
  perSecond: (rate: string) => `${rate} a second`,
  failures: 'Failures',
  failuresLine: (percent: string) => `${percent} of all`,
  meanTime: 'Mean answer',
  memory: 'Memory',
  megabytes: (amount: string) => `${amount} MB`,
  cpu: 'Processor',
  lag: 'Lag',
  milliseconds: (amount: string) => `${amount} ms`,
  noFigures: 'It gives no figures at the moment.',

  flags: 'What is switched on',
  flagsLead: 'Parts that are there when they are configured.',
  on: 'on',
  off: 'off',
  flag: {
    google: 'Sign-in with Google',
    github: 'Sign-in with GitHub',
    mail: 'Mail over SMTP',
    push: 'Reminders by push',
    issues: 'Issues of the repository as resources',
    interviewer: 'A language model in mock interviews',
    runner: 'Runner of coding challenges',
    tls: 'TLS at the gateway',
    http2: 'HTTP/2',
    traces: 'Traces',
    limits: 'Limits on requests',
  },

  configured: 'Configuration',
  configuredLead: 'Secrets are only said to be set; their values never leave the service.',
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
