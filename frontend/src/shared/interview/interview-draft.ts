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

type Known = Pick<Interview, 'track' | 'date' | 'minutesPerDay'>

export const interviewDraft = {
  /** What the setup asked, if it differs from the interview that is set. */
  read: (interview: Known | null): InterviewDraft | undefined => {
    const draft = stored.read()
    return isDraft(draft) && (interview === null || isOtherThan(draft, interview)) ? draft : undefined
  },
  write: (draft: InterviewDraft): void => stored.write(draft),
  remove: (): void => stored.remove(),
}

function isOtherThan({ track, date, minutesPerDay }: InterviewDraft, interview: Known): boolean {
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
