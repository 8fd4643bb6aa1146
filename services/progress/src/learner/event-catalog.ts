import {
  answerRegradedFacts,
  answerRegradedSubject,
  answerSubmittedFacts,
  badgeEarnedData,
  cardReviewedFacts,
  cardWeightsAdoptedFacts,
  cardWeightsRevertedFacts,
  certificateIssuedFacts,
  challengeAttemptedFacts,
  challengeOpenedData,
  forecastMadeFacts,
  forecastTestedFacts,
  interviewDateClearedFacts,
  interviewDateSetFacts,
  lessonReadFacts,
  milestoneReachedFacts,
  planMomentFacts,
  planStartedFacts,
  progressResetFacts,
  progressSubjects,
  retentionChosenFacts,
  sectionCompletedFacts,
  streakFreezeFacts,
} from '@rehearse/contracts'
import type { EventCatalog, Upcaster } from '@rehearse/event-store'
import { z } from 'zod'

/** A type of event in a learner's stream. */
export interface EventEntry {
  /** A description for docs/events.md. */
  meaning: string
  /** Data that isn't personal: never encrypted, and published to other services. */
  clear: z.ZodObject
  /** Personal data: encrypted with the learner's key, unreadable after the learner is erased. */
  personal: z.ZodObject
  /** The JetStream subject of the clear part; null if it isn't published. */
  subject: string | null
  /** Whether a message is an array of envelopes; otherwise it holds one. */
  isBatched?: true
  /** Upcasters from version 1 to 2, 2 to 3, and so on: the newest version is their number plus one. */
  upcasters: readonly Upcaster[]
}

const nothing = z.object({})

/** Every type of event. Add an entry for a new type, and an upcaster for a changed shape; never rename a type. */
export const events = {
  AnswerSubmitted: {
    meaning: 'A learner answered a question; graded by the version of it that was shown.',
    ...answerSubmittedFacts,
    subject: progressSubjects.answerSubmitted,
    isBatched: true,
    // Events of version 1 are from before there were other answers than options.
    upcasters: [(data) => ({ response: null, responseText: null, ...data })],
  },
  AnswerRegraded: {
    meaning: 'An answer was regraded after the key of its question was corrected.',
    ...answerRegradedFacts,
    subject: answerRegradedSubject,
    upcasters: [],
  },
  CardReviewed: {
    meaning: 'A learner reviewed a flashcard and rated how well they knew it.',
    ...cardReviewedFacts,
    subject: null,
    upcasters: [],
  },
  RetentionChosen: {
    meaning: 'A learner chose how likely flashcards are remembered when they come back.',
    ...retentionChosenFacts,
    subject: null,
    upcasters: [],
  },
  CardWeightsAdopted: {
    meaning:
      'Weights fitted to a learner’s ratings predicted the newest of them better than those before, and schedule the flashcards from now on.',
    ...cardWeightsAdoptedFacts,
    subject: null,
    upcasters: [],
  },
  CardWeightsReverted: {
    meaning: 'A learner returned to the standard weights of the flashcard schedule.',
    ...cardWeightsRevertedFacts,
    subject: null,
    upcasters: [],
  },
  ChallengeAttempted: {
    meaning: 'A learner tried a coding challenge. The code is stored outside the log.',
    ...challengeAttemptedFacts,
    subject: null,
    // Events of version 1 contain the code itself. Those of version 2 are from before there were kinds.
    upcasters: [(data) => ({ codeHash: null, ...data }), (data) => ({ kind: 'web', ...data })],
  },
  ChallengeOpened: {
    meaning: 'The solution of a challenge is open to a learner, who completed it or gave it up.',
    clear: challengeOpenedData,
    personal: nothing,
    subject: progressSubjects.challengeOpened,
    upcasters: [],
  },
  PlanStarted: {
    meaning: 'A learner started a plan, or resumed it after a pause.',
    ...planStartedFacts,
    subject: null,
    upcasters: [],
  },
  PlanPaused: {
    meaning: 'A learner paused a plan: paused days do not count.',
    ...planMomentFacts,
    subject: null,
    upcasters: [],
  },
  PlanReset: {
    meaning: 'A learner reset a plan: earlier answers no longer count in it.',
    ...planMomentFacts,
    subject: null,
    upcasters: [],
  },
  ProgressReset: {
    meaning: 'A learner reset stats: all, or those of a path, plan or section.',
    ...progressResetFacts,
    subject: null,
    upcasters: [],
  },
  InterviewDateSet: {
    meaning: 'A learner set an interview date; some questions are reserved for mock exams from then on.',
    ...interviewDateSetFacts,
    subject: null,
    upcasters: [],
  },
  InterviewDateCleared: {
    meaning: 'A learner cleared the interview date, which releases the questions reserved for mock exams.',
    ...interviewDateClearedFacts,
    subject: null,
    upcasters: [],
  },
  LessonRead: {
    meaning: 'A learner read the lesson of a step to its end, or marked it as read.',
    ...lessonReadFacts,
    subject: null,
    upcasters: [],
  },
  ForecastMade: {
    meaning: 'A learner started a mock exam, and its result was forecast before the first answer.',
    ...forecastMadeFacts,
    subject: null,
    upcasters: [],
  },
  ForecastTested: {
    meaning: 'A learner finished a mock exam: its result tests the forecast.',
    ...forecastTestedFacts,
    subject: null,
    upcasters: [],
  },
  StreakFreezeEarned: {
    meaning: 'The streak reached a multiple of seven days on that day, and there was room for a freeze.',
    ...streakFreezeFacts,
    subject: null,
    upcasters: [],
  },
  StreakFreezeSpent: {
    meaning: 'A freeze bridged that day, on which nothing was answered.',
    ...streakFreezeFacts,
    subject: null,
    upcasters: [],
  },
  StreakFreezeReturned: {
    meaning: 'A late answer made the freeze spent on that day unnecessary.',
    ...streakFreezeFacts,
    subject: null,
    upcasters: [],
  },
  StreakFreezeWithdrawn: {
    meaning: 'A late answer moved the seventh day: the freeze of that day is earned on another one.',
    ...streakFreezeFacts,
    subject: null,
    upcasters: [],
  },
  BadgeEarned: {
    meaning: 'A learner met the rule of a badge for the first time.',
    clear: badgeEarnedData,
    personal: nothing,
    subject: progressSubjects.badgeEarned,
    upcasters: [],
  },
  MilestoneReached: {
    meaning: 'A learner reached a milestone for the first time.',
    ...milestoneReachedFacts,
    subject: null,
    upcasters: [],
  },
  SectionCompleted: {
    meaning: 'A learner completed a section of a path.',
    ...sectionCompletedFacts,
    subject: null,
    upcasters: [],
  },
  CertificateIssued: {
    meaning:
      'A learner completed a path for the first time. The certificate code is derived from the id of the event.',
    ...certificateIssuedFacts,
    subject: null,
    upcasters: [],
  },
} as const satisfies Readonly<Record<string, EventEntry>>

export type EventType = keyof typeof events

/** The catalog in the event store's form. */
export const eventCatalog: EventCatalog = Object.fromEntries(
  Object.entries(events).map(([type, entry]: [string, EventEntry]) => [
    type,
    {
      schemaVersion: schemaVersionOf(entry),
      personal: Object.keys(entry.personal.shape),
      upcasters: entry.upcasters,
    },
  ]),
)

/** The newest schema version of each type. */
export const schemaVersions = Object.fromEntries(
  Object.entries(events).map(([type, entry]: [string, EventEntry]) => [type, schemaVersionOf(entry)]),
) as Readonly<Record<EventType, number>>

function schemaVersionOf(entry: EventEntry): number {
  return entry.upcasters.length + 1
}
