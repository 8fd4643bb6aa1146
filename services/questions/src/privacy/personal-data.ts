import type { QuestionReport } from '@rehearse/contracts'
import { type PersonalData, unpagedCollection } from '@rehearse/service-kit'
import { reportsBy } from '../reports/report-repository.ts'
import type { Db, Tables } from '../tables.ts'
import { eraseLearner } from './repository.ts'

/** The learner data in the question bank. Usage counts don't identify learners. */
export const personalData: PersonalData<Tables> = {
  collections: async () => ({
    questionReports: unpagedCollection(async (db, id) => (await exportLearner(db, id)).questionReports),
    openedChallenges: unpagedCollection(async (db, id) => (await exportLearner(db, id)).openedChallenges),
  }),
  erase: async (trx, learnerId) => void (await eraseLearner(trx, learnerId)),
}

/** All data about a learner, for their own export. */
interface LearnerExport {
  questionReports: Omit<QuestionReport, 'reportedBy' | 'settledBy'>[]
  openedChallenges: { challengeId: string; reason: 'passed' | 'given-up'; openedAt: string }[]
}

/** Without the admin who resolved a report, and without stored responses, which only repeat this data. */
export async function exportLearner(db: Db, learnerId: string): Promise<LearnerExport> {
  const reports = await reportsBy(db, learnerId)
  const openings = await db
    .selectFrom('challenge_opening')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .orderBy('opened_at')
    .execute()
  return {
    questionReports: reports.map(({ reportedBy: _, settledBy: _by, ...report }) => report),
    openedChallenges: openings.map(({ challenge_id, reason, opened_at }) => ({
      challengeId: challenge_id,
      reason,
      openedAt: opened_at.toISOString(),
    })),
  }
}
