import { learnerData } from '../../shared/account/account-data.ts'
import { emptyPartResult, type Interview, type Mark, type Part, type PartResult } from './interview.ts'

/** Reports stored on one device; the oldest are dropped. */
const MOST = 20

const underWay = learnerData('interview_under_way')
const reports = learnerData('interview_reports')

/** Interviews are private notes, so they are stored on the learner's device only. */
export const savedInterviews = {
  underWay: (): Interview | null => readInterview(underWay.read()),
  saveCurrent: (interview: Interview): void => underWay.write(interview),
  deleteCurrent: (): void => underWay.remove(),

  /** Newest first. */
  reports: (): Interview[] => {
    const value = reports.read()
    return Array.isArray(value) ? value.flatMap((one) => readInterview(one) ?? []) : []
  },
  saveReport: (interview: Interview): void => {
    const others = savedInterviews.reports().filter(({ id }) => id !== interview.id)
    reports.write([interview, ...others].slice(0, MOST))
  },
  deleteReport: (id: string): void =>
    reports.write(savedInterviews.reports().filter((report) => report.id !== id)),
}

function readInterview(value: unknown): Interview | null {
  if (!isInterview(value)) return null
  const parts = value.parts.map(readPart)
  return { ...value, parts, given: parts.map((_part, position) => readResult(value.given[position])) }
}

const isInterview = (value: unknown): value is Interview =>
  typeof value === 'object' &&
  value !== null &&
  'setup' in value &&
  'parts' in value &&
  Array.isArray(value.parts) &&
  'given' in value &&
  Array.isArray(value.given)

/** Earlier versions of the app stored two kinds of parts, three marks by name, and no model answer. */
interface EarlierPart extends Omit<Part, 'kind'> {
  kind: Part['kind'] | 'question' | 'task'
}
interface EarlierResult extends Omit<PartResult, 'marks' | 'followUp'> {
  marks: PartResult['marks'] | Partial<Record<'correctness' | 'depth' | 'clarity', Mark>>
  followUp?: PartResult['followUp'] | string
  asked?: string
}

function readPart(part: EarlierPart): Part {
  const kind = part.kind === 'question' ? 'concept' : part.kind === 'task' ? 'coding' : part.kind
  return { ...part, kind, minutes: part.minutes ?? 5, model: part.model ?? '', points: part.points ?? [] }
}

function readResult(result: EarlierResult | undefined): PartResult {
  if (!result) return emptyPartResult
  const { marks, followUp, asked, ...rest } = result
  const known = { ...emptyPartResult, ...rest }
  if (Array.isArray(marks)) return { ...known, marks, ...(typeof followUp === 'object' && { followUp }) }
  const { correctness, depth, clarity } = marks as Partial<Record<string, Mark>>
  return {
    ...known,
    marks: [correctness, depth, clarity].map((mark) => mark ?? null),
    ...(typeof followUp === 'string' && { followUpAnswer: followUp }),
    ...(asked !== undefined && { followUp: { question: asked, from: 'model' as const } }),
  }
}
