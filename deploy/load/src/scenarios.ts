import type { Stretch } from './arrivals.ts'
import { adminJourney } from './journeys/admin.ts'
import type { Journey } from './journeys/journey.ts'
import { learnerJourney } from './journeys/learner.ts'

export interface Scenario {
  about: string
  /** Journeys that begin per second, and for how many seconds, unless said. */
  rate: number
  seconds: number
  /** Who comes, and how often of all. */
  journeys: readonly (readonly [share: number, journey: Journey])[]
  stretches: (rate: number, seconds: number) => readonly Stretch[]
}

const steady = (rate: number, seconds: number): Stretch[] => [{ from: 0, to: seconds, rate }]

/** Ten times as many for a tenth of the time, in the middle. */
const spiked = (rate: number, seconds: number): Stretch[] => {
  const [begin, end] = [seconds * 0.45, seconds * 0.55]
  return [
    { from: 0, to: begin, rate },
    { from: begin, to: end, rate: rate * 10 },
    { from: end, to: seconds, rate },
  ]
}

const mostlyLearners = [
  [0.97, learnerJourney],
  [0.03, adminJourney],
] as const

export const scenarios = {
  learner: {
    about: 'learners who sign up, read, answer, look at their dashboard and sign out',
    rate: 4,
    seconds: 60,
    journeys: [[1, learnerJourney]],
    stretches: steady,
  },
  admin: {
    about: 'admins who sign in, list, search, import a few questions, edit one and undo it all',
    rate: 1,
    seconds: 60,
    journeys: [[1, adminJourney]],
    stretches: steady,
  },
  mixed: {
    about: '97 learners for every 3 admins',
    rate: 4,
    seconds: 60,
    journeys: mostlyLearners,
    stretches: steady,
  },
  spike: {
    about: 'learners, and ten times as many of them for a tenth of the time',
    rate: 2,
    seconds: 120,
    journeys: [[1, learnerJourney]],
    stretches: spiked,
  },
  soak: {
    about: 'as mixed, moderate and long: what leaks, grows or tires shows',
    rate: 2,
    seconds: 1_800,
    journeys: mostlyLearners,
    stretches: steady,
  },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
