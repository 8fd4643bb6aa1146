/** Many learners share one address in tests; the limits have tests of their own, beside the code. */
export const unlimited: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'SIGNIN_ACCOUNT',
    'SIGNIN_ADDRESS',
    'REGISTER',
    'READ',
    'WRITE',
    'ANSWERS',
    'IMPORT',
    'UPLOAD',
    'INTERVIEW',
    'TRACES',
  ].map((name) => [`RATE_LIMIT_${name}`, '0']),
)
