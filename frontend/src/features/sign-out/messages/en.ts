import { pluralIn } from '../../../shared/i18n/plural.ts'

const n = pluralIn('en')

export const signOutEn = {
  learner: {
    title: (count: number) =>
      n(count, {
        one: '# answer isn’t synced yet',
        other: '# answers aren’t synced yet',
      }),
    text: 'Signing out clears everything from this device. To keep your answers to sync, stay signed in until you’re back online.',
    stay: 'Stay signed in',
    discard: (count: number) =>
      n(count, { one: 'Discard # answer and sign out', other: 'Discard # answers and sign out' }),
  },
  admin: {
    title: (count: number) => n(count, { one: '# draft isn’t saved', other: '# drafts aren’t saved' }),
    text: 'Signing out clears your drafts from this device. To keep them, stay signed in and save them first.',
    stay: 'Stay signed in',
    discard: (count: number) =>
      n(count, { one: 'Discard # draft and sign out', other: 'Discard # drafts and sign out' }),
  },
}

export type SignOutMessages = typeof signOutEn
