import type { MailTexts } from './letter.ts'

const notYou = 'If this wasn’t you, ignore this mail: nothing changes.'

export const en: MailTexts = {
  locale: 'en-GB',
  direction: 'ltr',
  letters: {
    'verify-email': () => ({
      subject: 'Confirm your e-mail address',
      lines: ['This address was used to sign up at Rehearse. Confirm that it is yours.'],
      action: 'Confirm this address',
      after: ['The link works for 24 hours, once.', notYou],
    }),
    'reset-password': () => ({
      subject: 'Choose a new password',
      lines: ['Somebody, probably you, asked for a new password for your account.'],
      action: 'Choose a new password',
      after: ['The link works for one hour, once. Until then your old password stays as it is.', notYou],
    }),
    'confirm-email': () => ({
      subject: 'Confirm your new e-mail address',
      lines: ['This address is to become the one of a Rehearse account. Confirm that it is yours.'],
      action: 'Use this address',
      after: ['The link works for 24 hours, once.', notYou],
    }),
    'erase-account': () => ({
      subject: 'Erase your account',
      lines: [
        'Somebody, probably you, asked to erase your account and everything in it. This can not be undone.',
      ],
      action: 'Erase my account',
      after: ['The link works for one hour, once, where you are signed in.', notYou],
    }),
    'password-changed': () => ({
      subject: 'Your password was changed',
      lines: [
        'The password of your account was just changed, and other devices were signed out.',
        'If this wasn’t you, choose a new password now: on the sign-in page, follow “Forgot your password?”.',
      ],
      action: 'Go to Rehearse',
    }),
    'email-changed': () => ({
      subject: 'Your e-mail address was changed',
      lines: [
        'Your account now has another e-mail address. Mail about it no longer comes to this one.',
        'If this wasn’t you, somebody else is in your account: tell the people who run this site.',
      ],
    }),
    'new-device': ({ device, at }, moment) => ({
      subject: 'A sign-in from a new device',
      lines: [
        `Your account was signed in to from a device we have not seen before: ${device}, ${moment(at)}.`,
        'If that was you, there is nothing to do. If not, change your password: all other devices are signed out then.',
      ],
      action: 'Look at my account',
    }),
    'admin-reset-password': () => ({
      subject: 'Your admin password was reset',
      lines: [
        'A super admin reset the password of your Rehearse admin account. Your old password no longer works, and you were signed out everywhere.',
      ],
      action: 'Choose a new password',
      after: [
        'The link works for 24 hours, once. If it has expired, ask a super admin for another.',
        'If your account has two-step sign-in, you need a code at the next sign-in as before.',
      ],
    }),
    'admin-password-changed': () => ({
      subject: 'Your admin password was changed',
      lines: [
        'The password of your Rehearse admin account was just changed, and other devices were signed out.',
        'If this wasn’t you, ask a super admin to reset your password now.',
      ],
      action: 'Go to the administration',
    }),
    'admin-second-factor-removed': () => ({
      subject: 'Two-step sign-in was turned off',
      lines: [
        'Your Rehearse admin account no longer asks for a code at sign-in.',
        'If you didn’t expect this, ask a super admin to reset your password now.',
      ],
      action: 'Go to the administration',
    }),
    reminder: () => ({
      subject: 'A few questions for today',
      lines: ['Your study hours have begun. Five minutes are enough to keep what you know.'],
      action: 'Practise now',
    }),
    badges: ({ titles }) => ({
      subject: titles.length === 1 ? `You earned a badge: ${titles[0]}` : 'You earned new badges',
      lines: [
        titles.length === 1 ? 'You have earned a new badge:' : 'You have earned new badges:',
        ...titles.map((title) => `• ${title}`),
      ],
      action: 'See your progress',
    }),
  },
  bareLink: 'Or copy this address into your browser:',
  why: 'You get this mail because this address belongs to an account at Rehearse, or was given as one.',
  unsubscribe: {
    reminders: 'No more learning reminders',
    achievements: 'No more mail about achievements',
  },
}
