import { featureMessages } from '../i18n/feature-messages.ts'

export const drafts = {
  kept: (title: string) => `Your unsaved changes to "${title}" are still here.`,
  keptAt: (when: string) => `Last changed ${when}.`,
  resume: 'Continue',
  discard: 'Discard',

  offer: (when: string) => `These are your unsaved changes from ${when}.`,
  offerOther: 'Someone has saved another version since. When you save, you choose what to keep.',
  offerDrop: 'Discard them',
  leaveTitle: 'Discard your changes?',
  leaveText: 'What you have written here has not been saved.',
  leave: 'Discard',
  stay: 'Keep editing',
}

export type DraftMessages = typeof drafts

export const useDraftMessages = featureMessages<DraftMessages>({
  en: () => drafts,
  ar: async () => (await import('./draft-messages.ar.ts')).drafts,
})
