import type { Interview, InterviewTrack } from '@rehearse/contracts'
import { TRACK_LEVELS, TRACK_ROLES } from '@rehearse/contracts/constants'
import { learnerData } from '../account/account-data.ts'

/** What the setup asked about an interview. A visitor's moves to the account when they sign up. */
export interface InterviewDraft {
  track: InterviewTrack
  /** Empty without a date. */
  date: string
  minutesPerDay: number
}

const stored = learnerData('interview_draft')

export const interviewDraft = {
  read: (): InterviewDraft | undefined => {
    const value = stored.read()
    return isDraft(value) ? value : undefined
  },
  write: (draft: InterviewDraft): void => stored.write(draft),
  remove: (): void => stored.remove(),
}

/** Whether the setup was answered in another way than the interview that is set. */
export function isOtherThan(
  { track, date, minutesPerDay }: InterviewDraft,
  interview: Pick<Interview, 'track' | 'date' | 'minutesPerDay'>,
): boolean {
  return (
    (date !== '' && date !== interview.date) ||
    minutesPerDay !== interview.minutesPerDay ||
    track.role !== interview.track?.role ||
    track.level !== interview.track.level
  )
}

function isDraft(value: unknown): value is InterviewDraft {
  const { track, date, minutesPerDay } = (value ?? {}) as Partial<InterviewDraft>
  return (
    TRACK_ROLES.some((role) => role === track?.role) &&
    TRACK_LEVELS.some((level) => level === track?.level) &&
    typeof date === 'string' &&
    typeof minutesPerDay === 'number'
  )
}
