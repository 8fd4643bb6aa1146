import { isIPv4 } from 'node:net'
import { parseArgs } from 'node:util'
import type { Credentials } from './accounts.ts'
import { printDuration, readDuration } from './duration.ts'
import { type Objective, readObjective } from './objectives.ts'
import { type Scenario, type ScenarioName, scenarios } from './scenarios.ts'

const lines = Object.entries(scenarios).map(
  ([name, { about, rate, seconds }]) =>
    `  ${name.padEnd(9)} ${about}\n            default: ${rate} per second for ${printDuration(seconds * 1_000)}`,
)

export const help = `npm run load -- --scenario <name> [options]

Simulates users of a platform and reports response times. The start times of journeys are fixed
before the first request, and latency counts from the moment at which a request was due, so a slow
server can't hide its delays.

Scenarios
${lines.join('\n')}

Load
  --target <origin>       the platform; requests go to no other (http://127.0.0.1:8080)
  --rate <n>              journeys started per second; each sends some 15 requests
  --duration <time>       how long new journeys start: 45s, 10m, 2h
  --think <time>          average time that a user looks at a page (2s; 0 for none)
  --arrival <kind>        poisson, like independent users (default), or even
  --seed <n>              repeats the arrivals and choices of another run
  --timeout <time>        when a request times out (10s); its latency still counts
  --grace <time>          how long journeys may continue after the last one started (30s)

Users
  --accounts <n>          signs up this many learners beforehand, whose sessions the journeys
                          use; without it, each journey signs up and out
  --forwarded-for         each journey claims its own address (X-Forwarded-For, from
                          198.18.0.0/15); works only if the target trusts this machine as a
                          proxy: TRUST_PROXY
  --admin-email <email>   the admin to sign in as, or else ADMIN_EMAIL; the password is read
                          only from ADMIN_PASSWORD
  --yes-create-accounts   required if the target is not this machine: learners sign up there,
                          and their accounts stay (load-…@load-test.example)
  --yes-change-questions  required likewise: admins import questions there, and delete them

Results
  --objective <goal>      can be repeated, or several with commas; if one is missed, the exit
                          code is 1.
                            p50<40ms  p99<300ms  p99.9<=1s  max<2s  mean<50ms
                            errors<1%  completed>99%  throughput>50
                            answer:p99<200ms   for one step
  --report <file>         the report, one HTML file (.data/load/<scenario>-<time>.html)
  --json <file>           the same results for other programs

Sign-ups are limited to 30 per minute from one address, and sign-ins to 100; both cost the target
a password hash, some 0.2 s of a core. Start your own platform with RATE_LIMIT_REGISTER=0,
RATE_LIMIT_SIGNIN_ADDRESS=0 and RATE_LIMIT_SIGNIN_ACCOUNT=0, or use --accounts or
--forwarded-for. Requests rejected by a rate limit are shown as limited, and count as errors.

Ctrl-C ends a run early and still writes its report. Exit codes: 0; 1 if an objective was missed or
no request was answered; 2 for invalid options.
`

export interface LoadOptions {
  scenario: ScenarioName
  target: URL
  /** Journeys started per second. */
  rate: number
  seconds: number
  objectives: readonly Objective[]
  spacing: 'poisson' | 'even'
  seed: number
  /** Average think time in milliseconds. */
  thinking: number
  /** Milliseconds until a response must have arrived. */
  timeout: number
  /** Seconds that journeys have to finish after the last one started. */
  grace: number
  /** The number of learners signed up beforehand; with 0, each journey signs up. */
  accounts: number
  forwardedFor: boolean
  admin: Credentials | null
  /** Paths of the output files; the report has a default. */
  report: string | null
  json: string | null
}

/** The command line is invalid. */
export class UsageError extends Error {}

const flags = {
  scenario: { type: 'string' },
  target: { type: 'string', default: 'http://127.0.0.1:8080' },
  rate: { type: 'string' },
  duration: { type: 'string' },
  objective: { type: 'string', multiple: true, default: [] as string[] },
  arrival: { type: 'string', default: 'poisson' },
  seed: { type: 'string' },
  think: { type: 'string', default: '2s' },
  timeout: { type: 'string', default: '10s' },
  grace: { type: 'string', default: '30s' },
  accounts: { type: 'string', default: '0' },
  'forwarded-for': { type: 'boolean', default: false },
  'admin-email': { type: 'string' },
  'yes-create-accounts': { type: 'boolean', default: false },
  'yes-change-questions': { type: 'boolean', default: false },
  report: { type: 'string' },
  json: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/**
 * @returns null if help was requested
 * @throws {UsageError}
 */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): LoadOptions | null {
  const values = parse(args)
  if (values.help) return null
  const scenario = scenarioNamed(values.scenario)
  const { rate, seconds }: Scenario = scenarios[scenario]
  const options: LoadOptions = {
    scenario,
    target: readTarget(values.target),
    rate: values.rate === undefined ? rate : readNumber('--rate', values.rate, 0.01, 100_000),
    seconds: values.duration === undefined ? seconds : readSeconds('--duration', values.duration),
    objectives: values.objective.flatMap((list) => list.split(',')).map(objective),
    spacing: oneOf('--arrival', values.arrival, ['poisson', 'even']),
    seed:
      values.seed === undefined
        ? Math.floor(Math.random() * 2 ** 31)
        : readNumber('--seed', values.seed, 0, 2 ** 31),
    thinking: readMilliseconds('--think', values.think),
    timeout: readMilliseconds('--timeout', values.timeout),
    grace: readSeconds('--grace', values.grace),
    accounts: readNumber('--accounts', values.accounts, 0, 100_000),
    forwardedFor: values['forwarded-for'],
    admin: readAdmin(values['admin-email'] ?? env.ADMIN_EMAIL, env.ADMIN_PASSWORD),
    report: values.report ?? null,
    json: values.json ?? null,
  }
  rejectForeignOptions(options, values)
  return options
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, strict: true }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Accounts and questions stay on the target, so a remote one requires explicit permission. */
function rejectForeignOptions(
  { scenario, target, admin }: LoadOptions,
  consent: { 'yes-create-accounts': boolean; 'yes-change-questions': boolean },
): void {
  const who = scenarios[scenario].journeys.map(([, journey]) => journey.who)
  if (who.includes('admin') && admin === null) {
    throw new UsageError(`${scenario} signs in as an admin: set ADMIN_EMAIL and ADMIN_PASSWORD`)
  }
  if (isLocal(target)) return
  if (who.includes('learner') && !consent['yes-create-accounts']) {
    throw new UsageError(
      `${target.host} is not this machine, and learners would sign up there: add --yes-create-accounts to allow it`,
    )
  }
  if (who.includes('admin') && !consent['yes-change-questions']) {
    throw new UsageError(
      `${target.host} is not this machine, and admins would import questions there and delete them again: add --yes-change-questions to allow it`,
    )
  }
}

function isLocal({ hostname }: URL): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  return isIPv4(hostname) && hostname.startsWith('127.')
}

function scenarioNamed(name: string | undefined): ScenarioName {
  if (name !== undefined && Object.hasOwn(scenarios, name)) return name as ScenarioName
  const names = Object.keys(scenarios).join(', ')
  throw new UsageError(
    name === undefined
      ? `--scenario is required: ${names}`
      : `Unknown scenario ${name}; choose one of: ${names}`,
  )
}

function readTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--target ${text}: an address such as http://127.0.0.1:8080`)
  if (url.pathname !== '/' || url.search)
    throw new UsageError(`--target ${text}: only the origin, without a path`)
  return url
}

function readAdmin(email: string | undefined, password: string | undefined): Credentials | null {
  return email && password ? { email, password } : null
}

function objective(text: string): Objective {
  try {
    return readObjective(text)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function oneOf<Choice extends string>(flag: string, text: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === text)
  if (found === undefined) throw new UsageError(`${flag} ${text}: ${choices.join(' or ')}`)
  return found
}

function readNumber(flag: string, text: string, least: number, most: number): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!(number >= least && number <= most))
    throw new UsageError(`${flag} ${text}: a number from ${least} to ${most}`)
  return number
}

function readMilliseconds(flag: string, text: string): number {
  const ms = readDuration(text === '0' ? '0s' : text)
  if (ms === undefined) throw new UsageError(`${flag} ${text}: a time such as 500ms, 30s, 5m or 1h`)
  return ms
}

function readSeconds(flag: string, text: string): number {
  return readMilliseconds(flag, text) / 1_000
}
