import type {
  AnswerRegradedData,
  AnswerSubmittedData,
  BadgeEarnedData,
  CardReviewedData,
  CardWeightsAdoptedData,
  CardWeightsRevertedData,
  CertificateIssuedData,
  ChallengeAttemptedData,
  ChallengeOpenedData,
  ForecastMadeData,
  ForecastTestedData,
  InterviewDateClearedData,
  InterviewDateSetData,
  LessonReadData,
  MilestoneReachedData,
  PlanMomentData,
  PlanStartedData,
  ProgressResetData,
  RetentionChosenData,
  SectionCompletedData,
  StreakFreezeData,
} from '@rehearse/contracts'
import type { RecordedEvent } from '@rehearse/event-store'

/** The data of each type of event in a learner's stream. */
export interface LearnerEventData {
  AnswerSubmitted: AnswerSubmittedData
  AnswerRegraded: AnswerRegradedData
  CardReviewed: CardReviewedData
  RetentionChosen: RetentionChosenData
  CardWeightsAdopted: CardWeightsAdoptedData
  CardWeightsReverted: CardWeightsRevertedData
  ChallengeAttempted: ChallengeAttemptedData
  ChallengeOpened: ChallengeOpenedData
  BadgeEarned: BadgeEarnedData
  MilestoneReached: MilestoneReachedData
  SectionCompleted: SectionCompletedData
  CertificateIssued: CertificateIssuedData
  PlanStarted: PlanStartedData
  PlanPaused: PlanMomentData
  PlanReset: PlanMomentData
  ProgressReset: ProgressResetData
  InterviewDateSet: InterviewDateSetData
  InterviewDateCleared: InterviewDateClearedData
  LessonRead: LessonReadData
  ForecastMade: ForecastMadeData
  ForecastTested: ForecastTestedData
  StreakFreezeEarned: StreakFreezeData
  StreakFreezeSpent: StreakFreezeData
  StreakFreezeReturned: StreakFreezeData
  StreakFreezeWithdrawn: StreakFreezeData
}

export type LearnerEventType = keyof LearnerEventData
export type LearnerEvent = {
  [Type in LearnerEventType]: { type: Type; data: LearnerEventData[Type] }
}[LearnerEventType]

export const answerSubmittedType = 'AnswerSubmitted'

export type AnswerEvent = RecordedEvent<typeof answerSubmittedType, AnswerSubmittedData>

/** Whether it is an answer of a learner who isn't erased: an erased learner's answer only has the part about its question. */
export function isAnswer(event: RecordedEvent): event is AnswerEvent {
  return event.type === answerSubmittedType && !event.shredded
}

export const learnerStream = (learnerId: string): string => `learner-${learnerId}`

/** Whether it is an event of that type whose learner isn't erased. */
export function ofType<Type extends LearnerEventType>(
  event: RecordedEvent,
  type: Type,
): event is RecordedEvent<Type, LearnerEventData[Type]> {
  return event.type === type && !event.shredded
}

const progressResetType = 'ProgressReset'

export type ResetEvent = RecordedEvent<typeof progressResetType, ProgressResetData>

export function isReset(event: RecordedEvent): event is ResetEvent {
  return event.type === progressResetType && !event.shredded
}

const sectionCompletedType = 'SectionCompleted'

export type SectionEvent = RecordedEvent<typeof sectionCompletedType, SectionCompletedData>

export function isSectionCompleted(event: RecordedEvent): event is SectionEvent {
  return event.type === sectionCompletedType && !event.shredded
}

/** Regraded answers. There are few, so read models apply them one by one. */
export function regradesOf(events: readonly RecordedEvent[]): AnswerRegradedData[] {
  return events.filter((event) => ofType(event, 'AnswerRegraded')).map(({ data }) => data)
}
