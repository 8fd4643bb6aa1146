import { featureMessages } from '../../shared/i18n/feature-messages.ts'

export const typed = {
  match: 'Choose a match for each item.',
  choose: 'Choose...',
  yourAnswer: 'Your answer',
  yourAnswerIn: (unit: string) => `Your answer (${unit})`,
  numberHint: 'A number, such as 12 or 0.5.',
  numberError: 'Enter a number without thousands separators, such as 1200 or 0.5.',
  correctAnswer: 'Correct answer',
  alsoAccepted: 'Also accepted',
  right: 'Correct',
  wrong: 'Incorrect',
  noAnswer: 'no answer',
}

export type TypedMessages = typeof typed

export const useTypedMessages = featureMessages<TypedMessages>({
  en: () => typed,
  ar: async () => (await import('./typed-messages.ar.ts')).typed,
})
