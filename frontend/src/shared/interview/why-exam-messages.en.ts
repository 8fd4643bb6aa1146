import { featureMessages } from '../i18n/feature-messages.ts'

export const whyExam = {
  title: 'Forecast and result of a mock exam',
  forecast:
    'Before the first answer, we estimate your chance of answering each question correctly, from your ability in its topic and from its difficulty. The forecast is the average of these chances.',
  range:
    'The range also allows for luck, because an exam has few questions. If the estimates are good, 19 out of 20 results are within it.',
  result:
    'The result is the share of questions that you answered correctly. A question without an answer counts as incorrect.',
}

export type WhyExamMessages = typeof whyExam

export const useWhyExamMessages = featureMessages<WhyExamMessages>({
  en: () => whyExam,
  ar: async () => (await import('./why-exam-messages.ar.ts')).whyExam,
})
