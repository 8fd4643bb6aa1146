import type { MailTexts } from '../email/letter.ts'

const notYou = 'If this wasn’t you, ignore this email. Nothing will change.'

const reasons = {
  mention: 'Someone mentioned you',
  reply: 'Someone replied in your thread',
  review: 'Someone commented on content you’re reviewing',
} as const

export const en: MailTexts = {
  locale: 'en-US',
  direction: 'ltr',
  letters: {
    'verify-email': () => ({
      subject: 'Confirm your email address',
      lines: ['This address was used to sign up for Rehearse. Confirm that it is yours.'],
      action: 'Confirm address',
      after: ['The link works once, within 24 hours.', notYou],
    }),
    'reset-password': () => ({
      subject: 'Choose a new password',
      lines: ['Someone, probably you, asked to reset the password of your account.'],
      action: 'Choose a new password',
      after: [
        'The link works once, within one hour. Your current password works until you choose a new one.',
        notYou,
      ],
    }),
    'confirm-email': () => ({
      subject: 'Confirm your new email address',
      lines: [
        'Someone, probably you, wants to use this address for a Rehearse account. Confirm that it is yours.',
      ],
      action: 'Use this address',
      after: ['The link works once, within 24 hours.', notYou],
    }),
    'erase-account': () => ({
      subject: 'Confirm that you want to delete your account',
      lines: ['Someone, probably you, asked to delete your account and all its data. This can’t be undone.'],
      action: 'Delete account and data',
      after: ['The link works once, within one hour, in a browser where you’re signed in.', notYou],
    }),
    'sign-in': () => ({
      subject: 'Sign in to Rehearse',
      lines: ['Someone, probably you, asked for a link to sign in to your account without a password.'],
      action: 'Sign in',
      after: ['The link works once, within 30 minutes. Don’t forward it.', notYou],
    }),
    'password-changed': () => ({
      subject: 'Your password was changed',
      lines: [
        'The password of your account was just changed. You were signed out on your other devices.',
        'If this wasn’t you, choose a new password now: on the sign-in page, select “Forgot your password?”.',
      ],
      action: 'Go to Rehearse',
    }),
    'email-changed': () => ({
      subject: 'Your email address was changed',
      lines: [
        'Your account now uses a different email address. You’ll no longer get account emails at this one.',
        'If this wasn’t you, someone else has access to your account. Contact the people who run this site.',
      ],
    }),
    'new-device': ({ device, at }, moment) => ({
      subject: 'New sign-in to your account',
      lines: [
        `A device we haven’t seen before signed in to your account: ${device}, ${moment(at)}.`,
        'If this was you, there’s nothing to do. If not, change your password. That signs out all other devices.',
      ],
      action: 'Review account activity',
    }),
    'admin-reset-password': () => ({
      subject: 'Your admin password was reset',
      lines: [
        'A super admin reset the password of your Rehearse admin account. Your old password no longer works, and you were signed out everywhere.',
      ],
      action: 'Choose a new password',
      after: [
        'The link works once, within 24 hours. If it has expired, ask a super admin for a new one.',
        'If your account has two-step sign-in, you still need a code the next time you sign in.',
      ],
    }),
    'admin-password-changed': () => ({
      subject: 'Your admin password was changed',
      lines: [
        'The password of your Rehearse admin account was just changed. You were signed out on your other devices.',
        'If this wasn’t you, ask a super admin to reset your password now.',
      ],
      action: 'Go to the admin area',
    }),
    'admin-second-factor-removed': () => ({
      subject: 'Two-step sign-in was turned off',
      lines: [
        'Your Rehearse admin account no longer asks for a code at sign-in.',
        'If you didn’t expect this, ask a super admin to reset your password now.',
      ],
      action: 'Go to the admin area',
    }),
    'admin-comments': ({ items }) => ({
      subject: items.length === 1 ? 'You have an unread comment' : `You have ${items.length} unread comments`,
      lines: items.map(({ reason, title }) => `• ${reasons[reason]}: ${title}`),
      action: 'View notifications',
      after: ['You get this email at most once every 15 minutes, and only about comments you haven’t read.'],
    }),
    reminder: () => ({
      subject: 'A few questions for today',
      lines: ['Your study hours have started. Five minutes of practice help you remember what you learned.'],
      action: 'Practice now',
    }),
    badges: ({ titles }) => ({
      subject: titles.length === 1 ? `You earned a badge: ${titles[0]}` : 'You earned new badges',
      lines: [
        titles.length === 1 ? 'You have earned a new badge:' : 'You have earned new badges:',
        ...titles.map((title) => `• ${title}`),
      ],
      action: 'View progress',
    }),
  },
  bareLink: 'Or copy this address into your browser:',
  why: 'You’re getting this email because this address belongs to a Rehearse account or was entered for one.',
  unsubscribe: {
    reminders: 'Unsubscribe from reminders',
    achievements: 'Unsubscribe from badge emails',
  },
}
