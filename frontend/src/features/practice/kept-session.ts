import type { UnfinishedSession } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerData } from '../../shared/account/account-data.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { gradeLocally, type RunAnswer, type RunQuestion } from './grade-locally.ts'
import { readQuestions, type Selection } from './read-questions.ts'
import type { SessionSettings } from './session-settings.ts'

/** A practice session as far as it has come. */
export interface KeptSession {
  id: string
  settings: SessionSettings
  startedAt: string
  questions: readonly RunQuestion[]
  /** By question id: the same on every device, so that the first answer to a question is the one that counts. */
  answerIds: Readonly<Record<string, string>>
  answers: readonly RunAnswer[]
  /** Missed questions that were corrected afterwards. */
  corrected: readonly string[]
}

/** A session that continues, and where. */
export interface ContinuedSession extends KeptSession {
  /** After the last answer. */
  position: number
  /** The missed questions that are left to repeat, once all others are behind. */
  left: readonly RunQuestion[]
}

/** An unfinished session as lists show it. */
export interface Unfinished extends Pick<KeptSession, 'id' | 'settings' | 'startedAt'> {
  answered: number
  total: number
}

/** The latest session of this device, as after a reload without a connection; of a visitor the only one. */
const stored = learnerData('practice_run')

/** What the server knows of this page's session. */
let reported: { id: string; corrected: number } | undefined

/** What a session that runs knows of itself. */
interface Running {
  answers: readonly RunAnswer[]
  corrected: ReadonlySet<string>
  answerIds: Readonly<Record<string, string>>
  answerIdOf: (questionId: string) => string
  isOver: boolean
}

/** Keeps a session on this device, and in the learner's account, until it is over. */
export function keepSession(
  { run, ...rest }: Pick<KeptSession, 'id' | 'settings' | 'startedAt' | 'questions'> & { run: Running },
  uid: string | null,
): void {
  if (run.isOver) return void forgetSession(rest.id, uid)
  for (const question of rest.questions) run.answerIdOf(question.id)
  const { answers: given, answerIds } = run
  const session = { ...rest, answerIds, answers: given, corrected: [...run.corrected] }
  const answers = session.answers.map(({ feedback, ...answer }) => ({ ...answer, feedback: [...feedback] }))
  stored.write({ ...session, answers })
  if (uid !== null) void report(session).catch(() => undefined)
}

/** Answers reach the account by themselves. What fails is repeated after the next answer. */
async function report(session: KeptSession): Promise<void> {
  const { id, settings, startedAt, questions, answerIds, corrected } = session
  const before = reported
  if (before?.id === id && before.corrected === corrected.length) return
  reported = { id, corrected: corrected.length }
  const failed = (error: unknown) => {
    reported = before
    throw error
  }
  const call = learnerApi.put(`/api/progress/unfinished-sessions/${id}`, {
    body: {
      settings: settings as UnfinishedSession['settings'],
      startedAt,
      questions: questions.map((question) => ({
        questionId: question.id,
        answerId: answerIds[question.id] ?? '',
      })),
      corrected: [...corrected],
    },
  })
  await call.catch(failed)
}

/** Forgets a session that is over, or that its learner doesn't want any more. */
export async function forgetSession(id: string, uid: string | null): Promise<void> {
  if (readKept()?.id === id) stored.remove()
  if (uid !== null) await learnerApi.delete(`/api/progress/unfinished-sessions/${id}`).catch(() => undefined)
}

/**
 * A session to continue: with the answers of all devices, and those that this device hasn't sent yet.
 * @returns undefined if there is none
 * @throws {ApiError} if it isn't on this device and the server can't be reached
 */
export async function findSession(
  id: string,
  settings: SessionSettings,
  { uid, signal }: Pick<Selection, 'uid' | 'signal'>,
): Promise<ContinuedSession | undefined> {
  const kept = readKept()
  const here = kept?.id === id ? kept : undefined
  const session = uid === null ? here : await mergeWithAccount(here, id, { settings, uid, signal })
  return session && { ...session, ...placeIn(session) }
}

async function mergeWithAccount(
  here: KeptSession | undefined,
  id: string,
  { settings, uid, signal }: { settings: SessionSettings } & Pick<Selection, 'uid' | 'signal'>,
): Promise<KeptSession | undefined> {
  const there = await readAccount(id, signal).catch((error: unknown) => {
    if (here) return undefined
    throw error
  })
  if (!there) return here
  reported = { id: there.id, corrected: there.corrected.length }
  const ids = there.questions.map(({ questionId }) => questionId)
  const questions = here?.questions ?? (await readQuestions(ids, { seed: '', uid, signal }))
  const answers = questions.flatMap((question) => {
    const given = there.questions.find(({ questionId }) => questionId === question.id)?.answer
    const own = here?.answers.find((answer) => answer.question.id === question.id)
    return own ?? (given ? [answerFrom(question, given)] : [])
  })
  return {
    id: there.id,
    settings,
    startedAt: there.startedAt,
    questions,
    answerIds: Object.fromEntries(there.questions.map(({ questionId, answerId }) => [questionId, answerId])),
    answers,
    corrected: [...new Set([...there.corrected, ...(here?.corrected ?? [])])],
  }
}

function placeIn({ questions, answers, corrected }: KeptSession) {
  const isAnswered = new Set(answers.map(({ question }) => question.id))
  const position = questions.findLastIndex(({ id }) => isAnswered.has(id)) + 1
  const left = answers.filter(({ question, isCorrect }) => !isCorrect && !corrected.includes(question.id))
  return { position, left: position < questions.length ? [] : left.map(({ question }) => question) }
}

async function readAccount(id: string, signal: AbortSignal): Promise<UnfinishedSession | undefined> {
  try {
    return (await learnerApi.get(`/api/progress/unfinished-sessions/${id}`, { signal })).session
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
}

function answerFrom(
  question: RunQuestion,
  { isCorrect, selectedOptionIds, response, points, timeSpent }: Given,
): RunAnswer {
  const graded = gradeLocally(question, { selectedOptionIds, timeSpent })
  return {
    question,
    selected: selectedOptionIds,
    response: response ?? undefined,
    correctOptionIds: graded?.correctOptionIds ?? [],
    explanation: graded?.explanation ?? '',
    feedback: graded?.feedback ?? new Map(),
    ...{ isCorrect, points, timeSpent, moments: [] },
  }
}

type Given = NonNullable<UnfinishedSession['questions'][number]['answer']>

/** The sessions that can be continued, newest first: of the account, and the one that is only on this device. */
export const unfinishedQuery = (uid: string | null) =>
  queryOptions({
    queryKey: ['progress', uid, 'unfinished'],
    queryFn: async ({ signal }): Promise<Unfinished[]> => {
      const kept = readKept()
      const here = kept ? [overview(kept)] : []
      if (uid === null) return here
      const { sessions } = await learnerApi.get('/api/progress/unfinished-sessions', { signal })
      const there = sessions.map(({ id, settings, startedAt, questions }) => ({
        id,
        settings: settings as SessionSettings,
        startedAt,
        answered: questions.filter(({ answer }) => answer !== null).length,
        total: questions.length,
      }))
      return [...here.filter(({ id }) => there.every((one) => one.id !== id)), ...there]
    },
    staleTime: 0,
    retry: false,
  })

const overview = ({ id, settings, startedAt, questions, answers }: KeptSession): Unfinished => ({
  ...{ id, settings, startedAt },
  ...{ answered: answers.length, total: questions.length },
})

/** The address that continues a session. */
export const continueAddress = ({ id, settings }: Pick<Unfinished, 'id' | 'settings'>): string =>
  `/questions?${new URLSearchParams([['run', id], ...namesOf(settings)])}`

/** Whether two sessions practice the same. The server returns the fields in an order of its own. */
export const isSame = (one: SessionSettings, other: SessionSettings): boolean =>
  JSON.stringify(namesOf(one)) === JSON.stringify(namesOf(other))

/** Settings as in the address of the practice page. */
function namesOf({ mode, filters, planId, questionId, listId, stepId }: SessionSettings): [string, string][] {
  const isNamed = mode === 'review' || mode === 'bookmarks' || mode === 'interview'
  const { learningPath, category, difficulty } = filters
  const all = {
    ...{ mode: isNamed ? mode : null, plan: planId, question: questionId, list: listId, step: stepId },
    ...{ learningPath, category, difficulty },
  }
  return Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** What earlier versions stored has no id. */
function readKept(): KeptSession | undefined {
  const value = stored.read() as (KeptSession & { answers: { feedback: never }[] }) | null
  if (!value?.id) return undefined
  return { ...value, answers: value.answers.map((one) => ({ ...one, feedback: new Map(one.feedback) })) }
}
