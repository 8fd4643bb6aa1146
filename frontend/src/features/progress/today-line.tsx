import type { DayFigures } from '@rehearse/contracts'
import { useProfile } from '../../shared/account/profile.ts'
import { DAILY_GOAL } from '../../shared/constants.ts'
import { useProgressMessages } from './progress-messages.ts'

/** What is left of the day's goal. */
export function TodayLine({ today }: { today: DayFigures | undefined }) {
  const messages = useProgressMessages()
  const { data: profile } = useProfile()
  const left = (profile?.preferences.dailyGoal ?? DAILY_GOAL) - (today?.questionsAnswered ?? 0)
  return left > 0 ? messages.goalOpen(left) : messages.goalReached
}
