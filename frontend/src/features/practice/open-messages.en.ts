import { featureMessages } from '../../shared/i18n/feature-messages.ts'

export const open = {
  ownAnswer: 'Your answer',
  hint: 'Answer out loud or in writing. What you write stays on this device.',
  reveal: 'Show the model answer',
  model: 'Model answer',
  checklist: 'Check each point your answer covers',
  covered: (covered: string, of: string) => `${covered} of ${of} points covered`,
  assessment: 'How close were you?',
  suggested: 'Set from the points you checked. Change it if you disagree.',
  gotIt: 'I got it',
  notYet: 'Not yet',
  save: 'Save result',
}

export type OpenMessages = typeof open

export const useOpenMessages = featureMessages<OpenMessages>({
  en: () => open,
  ar: async () => (await import('./open-messages.ar.ts')).open,
})
