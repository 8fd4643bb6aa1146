import type { MockInterviewContent } from '@rehearse/contracts'
import { learnerData, storedKeys } from '../account/account-data.ts'
import { currentLearnerId } from '../storage.ts'

export type Interview = MockInterviewContent & { id: string }
type Part = Interview['parts'][number]
type PartResult = Interview['given'][number]

/** A mock interview on this device: what survives a reload, a crash and a lost connection. */
export interface SavedInterview {
  interview: Interview
  /** The account's revision that it continues; 0 if the account doesn't have it. */
  revision: number
  /** Whether the account lacks what was written here. */
  isUnsent: boolean
  /** The learner chose to keep it on this device only, so it is never sent. */
  isDeviceOnly: boolean
  /** What was written here before another device's newer version replaced it. */
  replaced?: Interview | undefined
}

/** Copies of the account's interviews on one device; the oldest are dropped. */
const COPIES_MAX = 20
const PREFIX = 'mock_interview_'

/** What a browser that stores nothing, or has no room left, keeps until the page is closed. */
const unstored = new Map<string, SavedInterview>()

const dataOf = (id: string) => learnerData(`${PREFIX}${id}`)
const deleted = learnerData('deleted_mock_interviews')

/** Newest first. */
export function savedInterviews(): SavedInterview[] {
  moveEarlier()
  return savedIds()
    .flatMap((id) => savedInterview(id) ?? [])
    .sort((one, other) => other.interview.startedAt.localeCompare(one.interview.startedAt))
}

export function savedInterview(id: string): SavedInterview | null {
  const value = unstored.get(id) ?? dataOf(id).read()
  return isSaved(value) ? value : null
}

export function storeInterview(saved: SavedInterview): void {
  const { id } = saved.interview
  dataOf(id).write(saved)
  if (JSON.stringify(dataOf(id).read()) === JSON.stringify(saved)) unstored.delete(id)
  else unstored.set(id, saved)
}

export function forgetInterview(id: string): void {
  unstored.delete(id)
  dataOf(id).remove()
}

/** Whether it outlives this page. */
export const isStored = (id: string): boolean => !unstored.has(id)

/** Stores what the learner wrote, to be sent unless it stays on this device. */
export function saveInterview(interview: Interview, isDeviceOnly = false): void {
  const before = savedInterview(interview.id)
  if (before && isSame(before.interview, interview)) return
  storeInterview({ revision: 0, isDeviceOnly, ...before, interview, isUnsent: true })
  if (!before) dropOldCopies()
}

/** The account forgets it with the next request. */
export function deleteInterview(id: string): void {
  const isNowhereElse = currentLearnerId() === 'visitor' || savedInterview(id)?.isDeviceOnly === true
  forgetInterview(id)
  if (!isNowhereElse) deleted.write([...deletedInterviews(), id])
}

/** Ids of interviews that the account still has to delete. */
export function deletedInterviews(): string[] {
  const ids = deleted.read()
  return Array.isArray(ids) ? ids : []
}

export function forgetDeletion(id: string): void {
  const left = deletedInterviews().filter((other) => other !== id)
  if (left.length === 0) deleted.remove()
  else deleted.write(left)
}

/** What a sign-out would lose. */
export const interviewsOnlyHere = (): SavedInterview[] => savedInterviews().filter(isOnlyHere)

const isOnlyHere = ({ isUnsent, isDeviceOnly }: SavedInterview): boolean => isUnsent || isDeviceOnly

export const isSame = (one: Interview, other: Interview): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function savedIds(): string[] {
  const owner = `@${currentLearnerId()}`
  const stored = storedKeys()
    .filter((key) => key.startsWith(PREFIX) && key.endsWith(owner))
    .map((key) => key.slice(PREFIX.length, -owner.length))
  return [...new Set([...stored, ...unstored.keys()])]
}

function dropOldCopies(): void {
  const copies = savedInterviews().filter((saved) => !isOnlyHere(saved))
  for (const { interview } of copies.slice(COPIES_MAX)) forgetInterview(interview.id)
}

const isSaved = (value: unknown): value is SavedInterview =>
  typeof value === 'object' && value !== null && 'interview' in value && isInterview(value.interview)

const isInterview = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'setup' in value &&
  'parts' in value &&
  Array.isArray(value.parts) &&
  'given' in value &&
  Array.isArray(value.given)

/** Earlier versions of the app stored one interview in progress, and all reports together. */
function moveEarlier(): void {
  for (const name of ['interview_reports', 'interview_under_way'] as const) {
    const data = learnerData(name)
    const stored = data.read()
    if (stored === null) continue
    const interviews = [stored].flat().filter(isInterview) as EarlierInterview[]
    for (const earlier of interviews) {
      const isReport = name === 'interview_reports' || savedInterview(earlier.id) !== null
      storeInterview({
        interview: readEarlier(earlier, isReport),
        revision: 0,
        isUnsent: true,
        isDeviceOnly: false,
      })
    }
    // On a full disk, they stay where they are.
    if (interviews.every(({ id }) => isStored(id))) data.remove()
  }
}

/** They stored times as numbers, at first two kinds of parts, three marks by name, and no model answer. */
interface EarlierInterview extends Pick<Interview, 'id' | 'setup' | 'position'> {
  startedAt: number
  endedAt: number | null
  parts: (Omit<Part, 'kind' | 'minutes' | 'model' | 'points'> &
    Partial<Pick<Part, 'minutes' | 'model' | 'points'>> & { kind: Part['kind'] | 'question' | 'task' })[]
  given: EarlierResult[]
}
interface EarlierResult extends Omit<PartResult, 'marks' | 'followUp' | 'followUpAnswer'> {
  marks: PartResult['marks'] | Partial<Record<string, NonNullable<PartResult['marks'][number]>>>
  followUp?: PartResult['followUp'] | string
  followUpAnswer?: string
  asked?: string
}

function readEarlier(earlier: EarlierInterview, isReport: boolean): Interview {
  const { id, setup, startedAt, endedAt, parts, given, position } = earlier
  const ended = endedAt === null ? null : new Date(endedAt).toISOString()
  return {
    ...{ id, setup, startedAt: new Date(startedAt).toISOString(), endedAt: ended },
    finishedAt: isReport ? (ended ?? new Date(startedAt).toISOString()) : null,
    parts: parts.map((part) => ({
      kind: part.kind === 'question' ? 'concept' : part.kind === 'task' ? 'coding' : part.kind,
      ...{ id: part.id, title: part.title, content: part.content, category: part.category },
      ...{ minutes: part.minutes ?? 5, model: part.model ?? '', points: part.points ?? [] },
    })),
    given: parts.map((_part, at) => readResult(given[at])),
    position: position ?? 0,
  }
}

function readResult(result: Partial<EarlierResult> = {}): PartResult {
  const { answer = '', followUp, followUpAnswer = '', asked, seconds = 0, tests, covered = [] } = result
  const { marks = [], assessment } = result
  return {
    answer,
    ...(typeof followUp === 'object' && { followUp }),
    ...(asked !== undefined && { followUp: { question: asked, from: 'model' as const } }),
    followUpAnswer: typeof followUp === 'string' ? followUp : followUpAnswer,
    seconds,
    ...(tests && { tests }),
    covered: [...covered],
    marks: Array.isArray(marks)
      ? marks
      : ['correctness', 'depth', 'clarity'].map((criterion) => marks[criterion] ?? null),
    ...(assessment && { assessment }),
  }
}
