import { learnerData } from '../../shared/device/account-data.ts'
import type { Interview } from './interview.ts'

/** Reports kept on one device; the oldest make room. */
const MOST = 20

const underWay = learnerData('interview_under_way')
const reports = learnerData('interview_reports')

/** Interviews are private notes, so they are stored on the learner's device only. */
export const keptInterviews = {
  underWay: (): Interview | null => {
    const value = underWay.read()
    return isInterview(value) ? value : null
  },
  keepUnderWay: (interview: Interview): void => underWay.write(interview),
  forgetUnderWay: (): void => underWay.remove(),

  /** Newest first. */
  reports: (): Interview[] => {
    const value = reports.read()
    return Array.isArray(value) ? value.filter(isInterview) : []
  },
  keepReport: (interview: Interview): void => {
    const others = keptInterviews.reports().filter(({ id }) => id !== interview.id)
    reports.write([interview, ...others].slice(0, MOST))
  },
  forgetReport: (id: string): void =>
    reports.write(keptInterviews.reports().filter((report) => report.id !== id)),
}

const isInterview = (value: unknown): value is Interview =>
  typeof value === 'object' &&
  value !== null &&
  'setup' in value &&
  'parts' in value &&
  Array.isArray(value.parts) &&
  'given' in value &&
  Array.isArray(value.given)
