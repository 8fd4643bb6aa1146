import {
  type CHALLENGE_MINUTES,
  DESIGN_CASE_MINUTES,
  type InterviewTrack,
  type Pace,
  type PlannedActivity,
  TRACK_INTERVIEW_MINUTES,
} from '@rehearse/contracts'
import { questionPage } from '@rehearse/contracts/progress/learner-pages'
import { type Day, daysBetween } from '../learner/days.ts'

/** A challenge or design case that the learner hasn't done. */
export interface Candidate {
  id: string
  title: string
  category: string
  difficulty: keyof typeof CHALLENGE_MINUTES
}

export interface Solved {
  day: Day
  difficulty: Candidate['difficulty']
}

export interface TrackInput {
  track: InterviewTrack
  today: Day
  setOn: Day
  /** The day of the interview. */
  date: Day
  minutesPerDay: number
  /** Minutes that other plans take on each day from today; none by default. */
  elsewhere?: readonly number[]
  pace: Pace
  challenges: readonly Candidate[]
  designs: readonly Candidate[]
  /** On which days what was done. An exam of an earlier week leaves that of the last one. */
  done: {
    challenges: readonly Pick<Solved, 'day'>[]
    designs: readonly Day[]
    mockInterviews: readonly Day[]
    exams: readonly Day[]
  }
  /** Questions of the mock exam; 0 if there can't be one. */
  examQuestions: number
}

type Kind = PlannedActivity['kind']

/**
 * What the days of a week ask for, by the number of days to the next interview date or week: the week ends with a mock
 * interview, and a light day after it.
 */
const week: Readonly<Record<number, Kind>> = {
  7: 'challenge',
  6: 'challenge',
  5: 'design',
  4: 'challenge',
  2: 'mock-interview',
}
/** The number of days between the mock exam and the interview. */
const examBefore = 3
/** With fewer minutes a day, a week has two challenges instead of three. */
const minutesForThree = 30
/** With fewer minutes a day, mock interviews are the short ones. */
const minutesForLong = TRACK_INTERVIEW_MINUTES.long

/**
 * What a track asks for on each day from today to the day before the interview. Weeks are counted back from the
 * interview. What was missed moves to today within its week; what a whole week missed isn't asked for again, so it never
 * piles up. Anything of a kind that was done in a week counts for it, also ahead of its day.
 */
export function scheduleTrack(input: TrackInput): PlannedActivity[][] {
  const { today, date, minutesPerDay, done, elsewhere = [] } = input
  const daysLeft = Math.max(0, daysBetween(today, date))
  const next = { challenge: [...rankChallenges(input)], design: [...rankDesigns(input)] }
  const days: PlannedActivity[][] = Array.from({ length: daysLeft }, () => [])
  /** Puts it on the first day from `at` with time left, up to `last`; a day without other plans takes at least one. */
  const place = (activity: PlannedActivity, at: number, last: number) => {
    for (const [later, day] of days.slice(at, last + 1).entries()) {
      const taken = minutesOf(day) + (elsewhere[at + later] ?? 0)
      if (taken > 0 && taken + activity.minutes > minutesPerDay) continue
      day.push(activity)
      return
    }
  }
  for (let ofWeek = Math.ceil(daysLeft / 7); ofWeek >= 1; ofWeek -= 1) {
    const isIn = (day: Day) => Math.ceil(daysBetween(day, date) / 7) === ofWeek
    const left = {
      challenge: done.challenges.filter(({ day }) => isIn(day)).length,
      design: done.designs.filter(isIn).length,
      'mock-interview': done.mockInterviews.filter(isIn).length,
      exam: done.exams.filter(isIn).length,
    }
    const last = Math.min(daysLeft, daysLeft - 7 * (ofWeek - 1)) - 1
    for (const { kind, before } of slotsOf(input, ofWeek)) {
      if (left[kind] > 0) {
        left[kind] -= 1
        continue
      }
      const activity = activityOf(kind, input, next)
      if (activity !== null) place(activity, Math.max(0, daysLeft - before), last)
    }
  }
  return days
}

/** What a week asks for, in order, without days before the interview was set. */
function slotsOf({ setOn, date, minutesPerDay, examQuestions }: TrackInput, ofWeek: number) {
  const all = daysBetween(setOn, date)
  const slots = Object.entries(week)
    .map(([day, kind]) => ({ kind, before: 7 * (ofWeek - 1) + Number(day) }))
    .filter(({ before }) => before <= all)
    .filter(
      ({ kind, before }) => !(kind === 'challenge' && before % 7 === 0 && minutesPerDay < minutesForThree),
    )
  if (ofWeek === 1 && examQuestions > 0) slots.push({ kind: 'exam', before: Math.min(examBefore, all) })
  return slots.sort((one, other) => other.before - one.before)
}

function activityOf(
  kind: Kind,
  { track, minutesPerDay, pace, examQuestions }: TrackInput,
  next: { challenge: Candidate[]; design: Candidate[] },
): PlannedActivity | null {
  switch (kind) {
    case 'challenge': {
      const challenge = next.challenge.shift()
      if (challenge === undefined) return null
      const { id, title, difficulty } = challenge
      return {
        kind,
        title,
        minutes: pace.challenge.minutes[difficulty],
        to: `/coding/${encodeURIComponent(id)}`,
      }
    }
    case 'design': {
      const design = next.design.shift()
      if (design === undefined) return null
      return { kind, title: design.title, minutes: DESIGN_CASE_MINUTES, to: questionPage(design.id) }
    }
    case 'mock-interview': {
      const minutes = interviewMinutes(minutesPerDay)
      const setup = new URLSearchParams({
        role: interviewRole[track.role],
        level: track.level,
        minutes: String(minutes),
      })
      return { kind, title: null, minutes, to: `/ai-mock-interview?${setup}` }
    }
    case 'exam':
      return { kind, title: null, minutes: examQuestions * pace.question.minutes, to: '/interview/exam' }
  }
}

/** About how many minutes what was done for the track on a day took. */
export function trackMinutes(
  {
    challenges,
    designs,
    mockInterviews,
  }: { challenges: readonly Solved[]; designs: readonly Day[]; mockInterviews: readonly Day[] },
  { today, minutesPerDay, pace }: Pick<TrackInput, 'today' | 'minutesPerDay' | 'pace'>,
): number {
  const isToday = (day: Day) => day === today
  return (
    challenges
      .filter(({ day }) => isToday(day))
      .reduce((sum, { difficulty }) => sum + pace.challenge.minutes[difficulty], 0) +
    designs.filter(isToday).length * DESIGN_CASE_MINUTES +
    mockInterviews.filter(isToday).length * interviewMinutes(minutesPerDay)
  )
}

const interviewMinutes = (minutesPerDay: number): number =>
  minutesPerDay < minutesForLong ? TRACK_INTERVIEW_MINUTES.short : TRACK_INTERVIEW_MINUTES.long

const minutesOf = (activities: readonly PlannedActivity[]) =>
  activities.reduce((sum, { minutes }) => sum + minutes, 0)

/** The role of a mock interview. */
const interviewRole = { frontend: 'frontend', react: 'react', fullstack: 'javascript' } as const

/** Categories of the challenges that interviews for a role ask for, in turn. */
const categories: Readonly<Record<InterviewTrack['role'], readonly string[]>> = {
  frontend: ['javascript', 'html', 'css', 'react', 'typescript'],
  react: ['react', 'javascript', 'typescript'],
  fullstack: ['javascript', 'typescript', 'react'],
}

/** What can be solved in an interview of this level first, then what is closest. */
const difficulties: Readonly<Record<InterviewTrack['level'], readonly Candidate['difficulty'][]>> = {
  junior: ['easy', 'medium', 'hard'],
  mid: ['medium', 'easy', 'hard'],
  senior: ['medium', 'hard', 'easy'],
}

/** Challenges of the role, one of each category in turn. */
function rankChallenges({ track, challenges }: TrackInput): Candidate[] {
  const byCategory = categories[track.role].map((category) =>
    inLevel(
      track,
      challenges.filter((one) => one.category === category),
    ),
  )
  const most = Math.max(0, ...byCategory.map(({ length }) => length))
  return Array.from({ length: most }, (_, at) =>
    byCategory.flatMap((ofCategory) => ofCategory[at] ?? []),
  ).flat()
}

const rankDesigns = ({ track, designs }: TrackInput): Candidate[] => inLevel(track, designs)

const inLevel = ({ level }: InterviewTrack, candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted(
    (one, other) =>
      difficulties[level].indexOf(one.difficulty) - difficulties[level].indexOf(other.difficulty),
  )
