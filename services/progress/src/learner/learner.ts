import type { Day } from './local-day.ts'
import { type ActiveDays, noStanding, type Standing } from './standing.ts'

/** All that must be known of a learner to tell what follows from their next fact. */
export interface Learner {
  learnerId: string
  standing: Standing
  /** Ids of what they have earned and reached. */
  badges: ReadonlySet<string>
  milestones: ReadonlySet<string>
  /** Needed for facts that come late; null where none can. */
  days: ActiveDays | null
  /**
   * By question: the open questions of its section that they have not answered right yet. Where there are many, any
   * of them, more than this group of facts can settle.
   */
  unsolved: ReadonlyMap<string, SectionLeft>
}

export interface SectionLeft {
  pathId: string
  sectionId: string
  questionIds: ReadonlySet<string>
}

export const newLearner = (learnerId: string): Learner => ({
  learnerId,
  standing: noStanding,
  badges: new Set(),
  milestones: new Set(),
  days: new Map<Day, number>(),
  unsolved: new Map(),
})
