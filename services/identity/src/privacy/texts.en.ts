export const en: ExportTexts = {
  locale: 'en',
  direction: 'ltr',
  title: 'What Rehearse holds on you',
  introduction: [
    'This is everything, from every part of Rehearse, as it stood at that moment.',
    'The other files of this archive hold the same as JSON, for programs to read.',
    'Passwords and other secrets are stored as hashes only, and left out.',
  ],
  nothing: 'Nothing is held here.',
  yes: 'yes',
  no: 'no',
  services: { media: 'Audio files' },
  collections: {
    learner: 'Account',
    learner_preferences: 'Preferences',
    identity: 'Other sites you sign in with',
    session: 'Devices you are signed in on',
    push_subscription: 'Browsers that take messages for you',
    mail: 'Mail that is still to be sent',
    account_token: 'Links mailed to you',
    unsubscribe_token: 'Links to unsubscribe, mailed to you',
    practice: 'Last practice',
    reminder: 'Reminders',
    events: 'What you did, in the order in which you did it',
    question_report: 'What you reported about questions',
    bookmark: 'Bookmarks',
    note: 'Notes',
    learning_session: 'Learning sessions',
  },
}

/** The texts of an export's page in one language. */
export interface ExportTexts {
  locale: string
  direction: 'ltr' | 'rtl'
  title: string
  introduction: readonly string[]
  nothing: string
  yes: string
  no: string
  /** Headings by service, for services without named collections. */
  services: Readonly<Record<string, string>>
  /** Headings by collection. */
  collections: Readonly<Record<string, string>>
}
