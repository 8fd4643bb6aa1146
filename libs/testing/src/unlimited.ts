/** In tests many learners share one address; the rate limits are tested next to their code. */
export const unlimited: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'SIGNIN_ACCOUNT',
    'SIGNIN_ADDRESS',
    'REGISTER',
    'READ',
    'WRITE',
    'ANSWERS',
    'IMPORT',
    'EXPORT',
    'UPLOAD',
    'INTERVIEW',
    'TRACES',
    'PAGES',
  ].map((name) => [`RATE_LIMIT_${name}`, '0']),
)
