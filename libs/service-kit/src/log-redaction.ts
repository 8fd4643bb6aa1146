/** What people entrust to us, wherever it might stand in an object that is logged. */
const confidential = [
  'password',
  'confirmPassword',
  'newPassword',
  'currentPassword',
  'email',
  'token',
  'refreshToken',
  'authorization',
  'cookie',
  '["set-cookie"]',
]

/** Where Postgres repeats the row that it refused (`Key (email)=(…) already exists.`). */
const repeatedRows = ['detail', 'where', 'parameters', 'internalQuery']

const within = (parents: readonly string[], names: readonly string[]) =>
  parents.flatMap((parent) =>
    names.map((name) => (name.startsWith('[') ? `${parent}${name}` : `${parent}.${name}`)),
  )

/**
 * Paths for pino's `redact`. Nobody logs these on purpose; this is for the object that one day holds more than its
 * author knew.
 */
export const redactedPaths: readonly string[] = [
  ...confidential,
  ...within(['*', '*.*'], confidential),
  ...within(['err', 'err.*', 'err.*[*]'], repeatedRows),
]
