import type { Pace } from '@rehearse/contracts'
import { useFormat } from '../i18n/format.ts'
import { useTodaysPartMessages } from './messages.en.ts'

/** How long a question and a flashcard take, and the words of a lesson per minute. */
export function usePaceTexts({ question, card, lesson }: Pace) {
  const messages = useTodaysPartMessages()
  const format = useFormat()
  const long = (minutes: number) =>
    minutes < 1
      ? messages.seconds(Math.max(1, Math.round(minutes * 60)))
      : messages.aboutMinutes(format.number(Math.round(minutes * 10) / 10))
  return {
    question: long(question.minutes),
    card: long(card.minutes),
    lesson: format.number(Math.round(lesson.wordsPerMinute)),
  }
}
