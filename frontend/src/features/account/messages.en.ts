import { featureMessages } from '../../shared/i18n/feature-messages.ts'

/** Texts of the account pages. */
export const settings = {
  title: 'Settings',
  lead: 'Your profile, preferences, devices, and data.',
  visitorTitle: 'Sign in to see your settings',
  visitorText: 'Your name, preferences, and devices belong to your account. You can practice without one.',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved',
  saveFailed: 'Your changes could not be saved',
  invalid: 'Check the marked fields.',
  profile: {
    title: 'Profile',
    lead: 'Your name and picture.',
    name: 'Name',
    photo: 'Picture URL',
    photoHint: 'Starts with https://',
    nameError: 'Enter a name.',
    photoError: 'Enter a URL that starts with https://.',
  },
  practice: {
    title: 'Practice',
    lead: 'Appearance, study hours, and topics.',
    theme: 'Theme',
    themes: { system: 'Match this device', light: 'Light', dark: 'Dark' },
    language: 'Language',
    languageHint: 'For the app, emails, and your data export',
    timeZone: 'Time zone',
    timeZoneHint: 'Used for reminders. An answer counts toward the current day on the device you use.',
    takeZone: (zone: string) => `Use this browser's time zone: ${zone}`,
    learningMode: 'Learning mode',
    learningModes: { none: 'Not set', guided: 'Guided plan', 'free-style': 'Free practice' },
    dailyGoal: 'Questions a day',
    dailyGoalError: 'Enter a whole number from 1 to 1,000.',
    targetAccuracy: 'Correct answers to aim for (%)',
    targetAccuracyHint:
      'Practice picks questions that you have about this chance of answering correctly. 60 is hard, 90 is easy.',
    targetAccuracyError: 'Enter a whole number from 60 to 90.',
    interviewDate: 'Interview date',
    interviewDateNone: 'Not set. With a date you get a plan for each day.',
    interviewDateFailed: 'The date could not be loaded. The Interview page tries again.',
    interviewDateSet: 'Set interview date',
    interviewDateChange: 'Change interview date',
    studyFrom: 'Study hours from',
    studyTo: 'Study hours to',
    studyHint: 'We remind you when they start. If the end is earlier than the start, it is on the next day.',
    studyError: 'Choose different start and end times.',
    difficulty: 'Difficulty',
    mixed: 'Mixed',
    sections: 'Topics you practice',
    focusAreas: 'Topics to focus on',
    fieldsFailed: 'The other topics could not be loaded.',
  },
  notifications: {
    title: 'Emails and reminders',
    lead: 'Changes are saved right away. You always get emails about your account.',
    email: 'Emails about your learning',
    learningReminders: 'A reminder when your study hours start',
    achievementAlerts: 'A message when you earn a badge',
    emailUpdates: 'Product news by email',
  },
  push: {
    states: {
      on: 'Reminders and new badges also appear as notifications on this device.',
      off: 'Reminders and new badges can also appear as notifications on this device.',
      refused:
        'This browser blocks notifications. Allow them for this site in the browser settings, then reload the page.',
    },
    turnOn: 'Turn on for this device',
    turnOff: 'Turn off for this device',
  },
  introduction: {
    title: 'Getting started',
    lead: 'The questions we asked when you started.',
    again: 'Answer them again',
  },
  devices: {
    title: 'Devices',
    lead: "Where you're signed in. If you don't recognize a device, sign it out and change your password.",
    thisOne: 'this device',
    lastUsed: (moment: string) => `last used ${moment}`,
    since: (moment: string) => `signed in ${moment}`,
    end: 'Sign out',
    endOn: (device: string) => `Sign out on ${device}`,
    ended: (device: string) => `Signed out on ${device}.`,
    endOthers: 'Sign out on all other devices',
    othersEnded: 'Signed out on all other devices.',
    failed: 'The device could not be signed out',
  },
  signIn: {
    title: 'Sign-in',
    lead: 'Your email address and password.',
    verified: 'confirmed',
    unverified: 'not confirmed yet',
    unverifiedText: 'We sent you a link. Open it to confirm that our emails reach you.',
    resend: 'Send the link again',
    linkSent: 'Check your inbox for the link.',
    elsewhere: (provider: string, address: string) => `You can also sign in with ${provider}: ${address}`,
    changeEmail: 'Change email address',
    newEmail: 'New email address',
    mailLink: 'Send confirmation link',
    emailSent: 'We sent a link to the new address. Nothing changes until you open it.',
    confirmSignIn: 'Sign in to the account that requested this change to confirm the new address.',
    changePassword: 'Change password',
    currentPassword: 'Current password',
    passwordChanged: 'Your password was changed. You were signed out on all other devices.',
    noPassword: 'This account has no password. Set one to sign in with your email address too.',
    mailPasswordLink: 'Email me a link to set a password',
  },
  data: {
    title: 'Your data',
    lead: 'Everything that Rehearse stores about you.',
    download: 'Download my data',
    downloading: 'Preparing your data...',
    downloaded: 'Your data was downloaded as a ZIP file.',
    downloadFailed: 'Your data could not be downloaded',
    storage: 'Storage limits',
    storageLead:
      'How much one account can store: far more than practice needs. Answers are never rejected for lack of space. Days are in UTC.',
    bytes: (amount: string) => `${amount} MB`,
    perDay: (amount: string) => `${amount} a day`,
    inTotal: (amount: string) => `${amount} in total`,
    quotas: {
      'challenge-attempts': 'Challenge attempts',
      'challenge-code': 'Challenge code (your best and latest attempt at each challenge)',
      'challenge-drafts': 'Challenge drafts (what you are writing)',
      'card-reviews': 'Flashcard reviews',
      'card-settings': 'Changes to your flashcard settings',
      'plan-changes': 'Plan starts, pauses, and resets',
      'started-plans': 'Started plans',
      'progress-resets': 'Progress resets',
      'interview-changes': 'Changes to your interview date',
      'mock-interviews': 'Mock interviews',
      'mock-interview-text': 'Text of your mock interviews',
      'mock-exams': 'Mock exams',
      'completed-sections': 'Completed steps of learning paths',
      'practice-sessions': 'Practice sessions',
      notes: 'Notes',
      'note-text': 'Text of your notes',
      bookmarks: 'Bookmarks',
      'custom-plans': 'Custom plans',
      'custom-plan-text': 'Text of your custom plans',
      'section-names': 'Topics with their own progress',
      'path-names': 'Learning paths with their own progress',
      'question-reports': 'Question reports',
      'push-devices': 'Browsers that receive notifications',
      devices: 'Signed-in devices',
    },
    erase: 'Delete account and data',
    password: 'Your password',
    mailCode: 'Email me a confirmation link',
    codeSent: "Check your inbox for the link. It works for one hour, in a browser where you're signed in.",
  },
}

export const erasure = {
  title: 'Delete your account and data',
  lead: 'This is what will happen. Nothing has been deleted yet.',
  consequences: [
    "Your name, email address, and sign-in methods are deleted, and you're signed out on all devices.",
    'Your answers, points, streak, badges, certificates, notes, and bookmarks are deleted.',
    'Anonymous totals remain, such as how often a question was answered correctly.',
    "This can't be undone.",
  ],
  exportFirst: 'To keep a copy, download your data in the settings first.',
  toSettings: 'Go to settings',
  whose: (name: string, email: string) => `Signed in as ${name}, ${email}`,
  needSignIn: 'Sign in to the account you want to delete. The link works only for that account.',
  action: 'Delete account and data',
  confirmTitle: 'Delete this account and its data?',
  confirmText: (email: string) => `Everything in the account ${email} will be deleted. This can't be undone.`,
  keep: 'Keep my account',
  failed: 'The account could not be deleted',
  receiptTitle: 'Account deleted',
  receiptRunning:
    "We're deleting your data in each part of Rehearse. This page shows the progress. You can close it.",
  receiptDone: 'All your data has been deleted.',
  receiptKeep: "This page's address is your receipt. It contains no personal data.",
  receiptMissing: 'There is no receipt at this address. Make sure you copied all of it.',
  requested: (moment: string) => `Requested ${moment}`,
  services: {
    identity: 'Account and sign-in',
    progress: 'Answers, progress, and notes',
    questions: 'Your question reports',
    media: 'Files',
  } as Record<string, string>,
  pending: 'in progress',
  done: (moment: string) => `done ${moment}`,
}

const signInLink = {
  overLimit:
    'Too many sign-in attempts for this account or from this network. If this is your account, sign in with a link instead of your password, or wait a minute.',
  request: 'Mail me a sign-in link',
  sent: 'Check your inbox. If this address has an account, a sign-in link is on its way. A link that you got in the last 30 minutes works, too.',
}

const mailedLinks = {
  incomplete: 'This link is incomplete. Open it again from the email, or copy the whole link.',
  failed: "The link didn't work",
  toHome: 'Go to the home page',
  verifyEmail: {
    title: 'Confirm your email address',
    lead: 'This confirms that our emails reach you.',
    action: 'Confirm address',
    done: 'Your email address is confirmed.',
  },
  confirmEmail: {
    title: 'Confirm your new email address',
    lead: "You'll use it to sign in and get account emails there.",
    action: 'Use this address',
    done: 'Your account now uses this address.',
  },
  signIn: {
    title: 'Sign in with this link',
    lead: "You don't need your password. The link works once.",
    action: 'Sign in',
    done: "You're signed in.",
  },
  unsubscribe: {
    title: 'Unsubscribe from these emails',
    lead: "You'll no longer get this kind of email. Other emails are not affected.",
    action: 'Unsubscribe',
    done: "You're unsubscribed. You can turn these emails on again in your settings.",
  },
}

export interface AccountMessages {
  settings: typeof settings
  erasure: typeof erasure
  mailedLinks: typeof mailedLinks
  signInLink: typeof signInLink
}

/** Texts of the account: its settings, its deletion, and the pages that links in emails lead to. */
export const useAccountMessages = featureMessages<AccountMessages>({
  en: () => ({ settings, erasure, mailedLinks, signInLink }),
  ar: async () => {
    const { settings, erasure, mailedLinks, signInLink } = await import('./messages.ar.ts')
    return { settings, erasure, mailedLinks, signInLink }
  },
})
