import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('en')

const account = {
  title: 'My account',
  lead: (email: string) => `Signed in as ${email}.`,
  loadFailed: 'Your account could not be loaded',
  fieldRequired: 'Please fill in this field.',
  failed: "That didn't work",
  saving: 'One moment...',
  cancel: 'Cancel',

  passwordTitle: 'Password',
  passwordLead: 'Changing it signs you out on all other devices.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  mismatch: 'Passwords do not match',
  changePassword: 'Change password',
  passwordChanged: 'Password changed. Your other devices were signed out.',

  totpTitle: 'Two-step sign-in',
  totpLead: 'A code from an app on your phone, besides your password.',
  on: 'On',
  off: 'Off',
  requiredHere: 'This site requires it for all admins.',
  codesLeft: (count: number) =>
    n(count, {
      zero: 'No recovery codes left. Create new ones now.',
      one: '# recovery code left',
      other: '# recovery codes left',
    }),
  setUp: 'Set up two-step sign-in',
  setUpPassword: 'Enter your password to start.',
  start: 'Continue',
  enrollTitle: 'Set up two-step sign-in',
  enrollLead:
    'This site requires two-step sign-in for admins. You need an authenticator app, such as Google Authenticator, 1Password or Aegis. It takes a minute.',
  scan: 'Scan this QR code with your authenticator app.',
  qrLabel: 'QR code for your authenticator app',
  orType: 'Can’t scan it? Enter this key in the app:',
  copyKey: 'Copy key',
  thenCode: 'Then enter the code that the app shows.',
  code: 'Code',
  codeHint: '6 digits',
  turnOn: 'Turn on',
  turnedOn: 'Two-step sign-in is on. Your other devices were signed out.',
  recoveryTitle: 'Recovery codes',
  recoveryLead:
    'Keep these codes somewhere safe. Without your phone, each lets you sign in once. They are shown only now.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy. Select the text and copy it.',
  download: 'Download',
  fileLead: 'Rehearse recovery codes. Each works once.',
  saved: 'I’ve saved them',
  renew: 'Create new recovery codes',
  renewLead: 'The old codes stop working.',
  turnOff: 'Turn off two-step sign-in',
  turnOffLead: 'Your password alone will then be enough to sign in. Your other devices are signed out.',
  turnOffRequired: 'You will be signed out and asked to set it up again when you next sign in.',
  turnedOff: 'Two-step sign-in is off.',

  codeStepTitle: 'Enter your code',
  codeStepLead: 'Open your authenticator app and enter the code for Rehearse.',
  recoveryStepLead: 'Enter one of the recovery codes you saved. It works once.',
  recoveryCode: 'Recovery code',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the authenticator app',
  verify: 'Sign in',
  verifying: 'Signing in...',
  startOver: 'Back',

  resetTitle: 'Choose a new admin password',
  resetLead: 'Your old password no longer works. The link can be used once.',
  setPassword: 'Set this password',
  passwordSet: 'Your password was changed. Sign in with it now.',
  toSignIn: 'Go to the admin sign-in',
  linkIncomplete: 'This link is incomplete. Open it again, or copy the whole link.',

  errors: {
    totp_invalid: 'This code is incorrect or was already used. Wait for the next one and try again.',
    totp_required: 'Enter the code from your authenticator app.',
    totp_enabled: 'Two-step sign-in is already on. Reload the page.',
    totp_not_started: 'This took too long. Start again.',
    totp_not_enabled: 'Two-step sign-in is not on. Reload the page.',
    too_many_codes: 'Too many incorrect codes. Use a recovery code, or try again in an hour.',
    wrong_password: 'The password is incorrect.',
    link_expired: 'This link has expired or was already used. Ask a super admin for another.',
    invalid_token: 'Your session has ended. Sign in again.',
  } as Partial<Record<string, string>>,
}

export const adminSession = {
  area: 'Administration',
  loginTitle: 'Admin sign-in',
  loginLead: 'For admins only.',
  email: 'Email',
  password: 'Password',
  login: 'Sign in',
  loggingIn: 'Signing in...',
  loginWithCode: 'Sign in with a code',
  loginFailed: 'Login failed',
  authenticationFailed: 'Authentication failed',
  loginUnexpected: 'An unexpected error occurred during login',
  signOut: 'Sign out',
  checking: 'Checking your session...',
  checkFailed: 'Your session could not be checked',
  notForRole: 'Your role can’t open this page',
  notForRoleText: 'Authors and reviewers can open questions and reviews. Ask an admin if you need this page.',
  toReviews: 'Go to reviews',
  needLogin: 'Please sign in first',
  needLoginText: 'These pages are for admins.',
  toLogin: 'Go to the admin sign-in',
  toHome: 'Go to the learner site',

  account,
}

export type AdminSessionMessages = typeof adminSession

const tables: FeatureTables<AdminSessionMessages> = {
  en: () => adminSession,
  ar: async () => (await import('./messages.ar.ts')).adminSession,
}

export const useAdminSessionMessages = () => useFeatureMessages(tables)
