import {
  answerRegradedFacts,
  answerRegradedSubject,
  answerSubmittedFacts,
  badgeEarnedData,
  cardReviewedFacts,
  certificateIssuedFacts,
  challengeAttemptedFacts,
  challengeOpenedData,
  milestoneReachedFacts,
  planMomentFacts,
  planStartedFacts,
  progressResetFacts,
  progressSubjects,
  sectionCompletedFacts,
  streakFreezeFacts,
} from '@rehearse/contracts'
import type { EventCatalogue, Upcaster } from '@rehearse/event-store'
import { z } from 'zod'

/** A type of fact in a learner's stream. */
export interface EventEntry {
  /** A sentence for whoever reads docs/events.md. */
  meaning: string
  /** What concerns no person: readable for ever, and what others hear. */
  clear: z.ZodObject
  /** What concerns the learner: sealed with their key, gone when they are erased. */
  personal: z.ZodObject
  /** Under which subject JetStream carries the clear part; null: it is ours alone. */
  subject: string | null
  /** Bring version 1 to 2, 2 to 3, and so on: the newest version is one more than there are. */
  upcasters: readonly Upcaster[]
}

const nothing = z.object({})

/** Every event there is. A new one is a new entry; a new shape of one is a new upcaster, and never a new name. */
export const events = {
  AnswerSubmitted: {
    meaning: 'A learner answered a question; graded by the version of it that was shown.',
    ...answerSubmittedFacts,
    subject: progressSubjects.answerSubmitted,
    upcasters: [],
  },
  AnswerRegraded: {
    meaning: 'An answer is graded otherwise, since the key of its question was wrong.',
    ...answerRegradedFacts,
    subject: answerRegradedSubject,
    upcasters: [],
  },
  CardReviewed: {
    meaning: 'A learner looked at a flashcard and said how well they knew it.',
    ...cardReviewedFacts,
    subject: null,
    upcasters: [],
  },
  ChallengeAttempted: {
    meaning: 'A learner tried a coding challenge. The code is stored beside the log.',
    ...challengeAttemptedFacts,
    subject: null,
    // Version 1 held the code itself, and still does.
    upcasters: [(data) => ({ codeHash: null, ...data })],
  },
  ChallengeOpened: {
    meaning: 'The solution of a challenge is open to a learner, who completed it or gave it up.',
    clear: challengeOpenedData,
    personal: nothing,
    subject: progressSubjects.challengeOpened,
    upcasters: [],
  },
  PlanStarted: {
    meaning: 'A learner began a plan, or went on with it after a pause.',
    ...planStartedFacts,
    subject: null,
    upcasters: [],
  },
  PlanPaused: {
    meaning: 'A learner paused a plan: its days stand still.',
    ...planMomentFacts,
    subject: null,
    upcasters: [],
  },
  PlanReset: {
    meaning: 'A learner began a plan anew: what was done in it before counts no longer.',
    ...planMomentFacts,
    subject: null,
    upcasters: [],
  },
  ProgressReset: {
    meaning: 'A learner let figures begin anew: those of all, or of a path, plan or section.',
    ...progressResetFacts,
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
    meaning: 'A late answer made the freeze that was spent on that day needless.',
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
    meaning: 'The rule of a badge holds for this learner, for the first time.',
    clear: badgeEarnedData,
    personal: nothing,
    subject: progressSubjects.badgeEarned,
    upcasters: [],
  },
  MilestoneReached: {
    meaning: 'A learner reached a round number of something, for the first time.',
    ...milestoneReachedFacts,
    subject: null,
    upcasters: [],
  },
  SectionCompleted: {
    meaning: 'A learner is through with a section of a path.',
    ...sectionCompletedFacts,
    subject: null,
    upcasters: [],
  },
  CertificateIssued: {
    meaning: 'A learner completed a path, for the first time. The id of the fact is what proves it.',
    ...certificateIssuedFacts,
    subject: null,
    upcasters: [],
  },
} as const satisfies Readonly<Record<string, EventEntry>>

export type EventType = keyof typeof events

/** The same, as the log wants to know it. */
export const eventCatalogue: EventCatalogue = Object.fromEntries(
  Object.entries(events).map(([type, entry]: [string, EventEntry]) => [
    type,
    {
      schemaVersion: schemaVersionOf(entry),
      personal: Object.keys(entry.personal.shape),
      upcasters: entry.upcasters,
    },
  ]),
)

/** The newest version of each. */
export const schemaVersions = Object.fromEntries(
  Object.entries(events).map(([type, entry]: [string, EventEntry]) => [type, schemaVersionOf(entry)]),
) as Readonly<Record<EventType, number>>

function schemaVersionOf(entry: EventEntry): number {
  return entry.upcasters.length + 1
}
