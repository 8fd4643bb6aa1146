export const adminSession = {
  area: 'Administration',
  loginTitle: 'Admin sign-in',
  loginLead: 'For those who look after the questions.',
  email: 'E-mail',
  password: 'Password',
  login: 'Sign in',
  loggingIn: 'Signing in...',
  loginFailed: 'Login failed',
  authenticationFailed: 'Authentication failed',
  loginUnexpected: 'An unexpected error occurred during login',
  signOut: 'Sign out',
  checking: 'Checking your session...',
  checkFailed: 'Your session could not be checked',
  needLogin: 'Please sign in first',
  needLoginText: 'These pages are for administrators.',
  toLogin: 'Go to the admin sign-in',
  toHome: 'Go to the learner side',
}

export type AdminSessionMessages = typeof adminSession
