import type {
  AnswerRegradedData,
  AnswerSubmittedData,
  BadgeEarnedData,
  CardReviewedData,
  CertificateIssuedData,
  ChallengeAttemptedData,
  ChallengeOpenedData,
  MilestoneReachedData,
  PlanMomentData,
  PlanStartedData,
  ProgressResetData,
  SectionCompletedData,
  StreakFreezeData,
} from '@rehearse/contracts'

/** What each type of fact in a learner's stream says. */
export interface FactData {
  AnswerSubmitted: AnswerSubmittedData
  AnswerRegraded: AnswerRegradedData
  CardReviewed: CardReviewedData
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
  StreakFreezeEarned: StreakFreezeData
  StreakFreezeSpent: StreakFreezeData
  StreakFreezeReturned: StreakFreezeData
  StreakFreezeWithdrawn: StreakFreezeData
}

export type FactType = keyof FactData
export type Fact = { [Type in FactType]: { type: Type; data: FactData[Type] } }[FactType]
