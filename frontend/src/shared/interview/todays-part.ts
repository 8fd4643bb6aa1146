import type { Interview } from '@rehearse/contracts'
import { coursePage } from '../api/study.ts'
import { RUN_LENGTH } from '../constants.ts'
import { useFormat } from '../i18n/format.ts'
import { useMessages } from '../i18n/locale.ts'
import { useTodaysPartMessages } from './messages.en.ts'

/** The address of practice with today's questions of the interview plan. */
export const todaysQuestions = '/questions?mode=interview'

interface Start {
  to: string
  label: string
}

/** What is left of today's part of an interview plan: in words, and how to start it. */
export function useTodaysPart() {
  const messages = useTodaysPartMessages()
  const { common } = useMessages()
  const format = useFormat()
  return {
    /** Such as "8 new questions, 1 lesson, 12 flashcards"; empty if nothing is left. */
    inWords: ({ unseen, lessons, due }: { unseen: number; lessons: number; due: number }): string =>
      [
        unseen > 0 && messages.questions(unseen),
        lessons > 0 && messages.lessons(lessons),
        due > 0 && messages.cards(due),
      ]
        .filter(Boolean)
        .join(common.comma),
    /** Every piece that is left, in the order to do them: read first, then answer, then review. */
    starts: ({ unseen, lessons, due }: Interview['today']): Start[] => [
      ...lessons.slice(0, 1).map(({ pathId, stepId }) => ({
        to: coursePage(pathId, stepId),
        label: messages.startLesson,
      })),
      ...(unseen.length > 0
        ? [
            {
              to: todaysQuestions,
              label:
                unseen.length > RUN_LENGTH
                  ? messages.startSome(format.number(RUN_LENGTH), format.number(unseen.length))
                  : messages.startQuestions(unseen.length),
            },
          ]
        : []),
      ...(due > 0 ? [{ to: '/flashcards', label: messages.startCards(due) }] : []),
    ],
  }
}
