export const en: ExportTexts = {
  locale: 'en',
  direction: 'ltr',
  title: 'Your Rehearse data',
  introduction: [
    'This is everything Rehearse stored about you at that time.',
    'The other files in this archive contain the same data as JSON.',
    'Passwords and other secrets are stored only as hashes and are not included.',
  ],
  nothing: 'No data.',
  yes: 'yes',
  no: 'no',
  services: { media: 'Audio files' },
  collections: {
    learner: 'Account',
    learner_preferences: 'Preferences',
    identity: 'Accounts you sign in with',
    session: 'Signed-in devices',
    push_subscription: 'Browsers that receive notifications',
    mail: 'Emails waiting to be sent',
    account_token: 'Links emailed to you',
    unsubscribe_token: 'Unsubscribe links emailed to you',
    practice: 'Last practice',
    reminder: 'Reminders',
    events: 'Your activity, oldest first',
    question_report: 'Question reports',
    bookmark: 'Bookmarks',
    note: 'Notes',
    learning_session: 'Practice sessions',
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
