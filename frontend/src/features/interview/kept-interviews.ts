import { STORAGE_KEYS } from '../../shared/constants.ts'
import { readJson, storage } from '../../shared/storage.ts'
import type { Interview } from './interview.ts'

/** Reports kept on one device; the oldest make room. */
const MOST = 20

/** Interviews are private notes, so they are stored on the learner's device only. */
export const keptInterviews = {
  underWay: (): Interview | null => {
    const value = readJson(STORAGE_KEYS.interviewUnderWay)
    return isInterview(value) ? value : null
  },
  keepUnderWay: (interview: Interview): void =>
    storage.write(STORAGE_KEYS.interviewUnderWay, JSON.stringify(interview)),
  forgetUnderWay: (): void => storage.remove(STORAGE_KEYS.interviewUnderWay),

  /** Newest first. */
  reports: (): Interview[] => {
    const value = readJson(STORAGE_KEYS.interviewReports)
    return Array.isArray(value) ? value.filter(isInterview) : []
  },
  keepReport: (interview: Interview): void => {
    const others = keptInterviews.reports().filter(({ id }) => id !== interview.id)
    storage.write(STORAGE_KEYS.interviewReports, JSON.stringify([interview, ...others].slice(0, MOST)))
  },
  forgetReport: (id: string): void =>
    storage.write(
      STORAGE_KEYS.interviewReports,
      JSON.stringify(keptInterviews.reports().filter((report) => report.id !== id)),
    ),
}

const isInterview = (value: unknown): value is Interview =>
  typeof value === 'object' &&
  value !== null &&
  'setup' in value &&
  'parts' in value &&
  Array.isArray(value.parts) &&
  'given' in value &&
  Array.isArray(value.given)
