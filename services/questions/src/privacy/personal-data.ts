import { type PersonalData, wholeCollection } from '@rehearse/service-kit'
import type { Tables } from '../db/tables.ts'
import { eraseLearner } from './erasure-repository.ts'
import { exportLearner } from './export-learner.ts'

/** What the bank of questions holds on learners. Use of questions is counted without saying whose. */
export const personalData: PersonalData<Tables> = {
  collections: async () => ({
    questionReports: wholeCollection(async (db, id) => (await exportLearner(db, id)).questionReports),
    openedChallenges: wholeCollection(async (db, id) => (await exportLearner(db, id)).openedChallenges),
  }),
  erase: async (trx, learnerId) => void (await eraseLearner(trx, learnerId)),
}
