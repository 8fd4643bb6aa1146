import { useState } from 'react'
import { learnerData } from '../../shared/account/account-data.ts'
import { newId } from '../../shared/new-id.ts'
import type { RunAnswer, RunAnswers, RunQuestion } from './grade-locally.ts'
import type { ContinuedSession } from './kept-session.ts'

const repeatMissedChoice = learnerData('repeat_missed')

/**
 * A practice session: its questions once, the missed ones again, then the end.
 * @param shown ids of questions whose solution was shown; answers add to it
 * @param kept a session that is continued
 */
export function useRun(
  questions: readonly RunQuestion[] | undefined,
  shown: Set<string>,
  kept: ContinuedSession | undefined,
) {
  const [answers, setAnswers] = useState<RunAnswers>(kept?.answers ?? [])
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set(kept?.corrected))
  const [repeats, setRepeats] = useState(() => repeatMissedChoice.read() !== false)
  const [answerIds] = useState<Record<string, string>>({ ...kept?.answerIds })
  const isRepeating = repeats && kept !== undefined && kept.left.length > 0
  const [position, setPosition] = useState(isRepeating ? 0 : (kept?.position ?? 0))
  /** Missed questions that come back; undefined during the session's own questions. */
  const [repeated, setRepeated] = useState(isRepeating ? kept.left : undefined)
  /** How often this question was restarted. */
  const [retries, setRetries] = useState(0)

  const current = repeated ?? questions ?? []
  const question = current[position]
  const missed = answers.filter(({ isCorrect }) => !isCorrect)
  const goTo = (place: number) => {
    setPosition(place)
    setRetries(0)
  }
  const repeatMissed = () => {
    setRepeated(missed.map((answer) => answer.question))
    goTo(0)
  }
  return {
    question,
    questions: current,
    /** Unique for each display of a question. */
    key: `${question?.id} ${repeated ? 'again' : ''} ${retries}`,
    position,
    total: current.length,
    isRepeat: repeated !== undefined,
    /** Set when the question appears; afterwards its own answer has shown the solution. */
    isScored: question !== undefined && !repeated && retries === 0 && !shown.has(question.id),
    takesFocus: position > 0 || retries > 0 || repeated !== undefined,
    answers,
    missed,
    corrected,
    answerIds,
    /** The id of the answer to a question, chosen when it is first asked for. */
    answerIdOf: (questionId: string): string => {
      answerIds[questionId] ??= newId()
      return answerIds[questionId]
    },
    isOver: current.length > 0 && position >= current.length,
    /** Whether this is the last question, including repeated ones. */
    isLast: position === current.length - 1 && (repeated !== undefined || !repeats || missed.length === 0),
    repeats,
    setRepeats: (on: boolean) => {
      setRepeats(on)
      repeatMissedChoice.write(on)
    },
    /** Called as soon as this device has graded the answer, and again with the server's result. */
    graded: (answer: RunAnswer) => {
      const { id } = answer.question
      shown.add(id)
      if (repeated || retries > 0) {
        if (answer.isCorrect) setCorrected((before) => new Set(before).add(id))
        return
      }
      setAnswers((before) => {
        const known = before.findIndex(({ question }) => question.id === id)
        return known === -1 ? [...before, answer] : before.with(known, answer)
      })
    },
    retry: () => setRetries(retries + 1),
    next: () => {
      const isEnd = position === current.length - 1
      if (isEnd && !repeated && repeats && missed.length > 0) repeatMissed()
      else goTo(position + 1)
    },
    repeatMissed,
  }
}

export type RunState = ReturnType<typeof useRun>
