/** An error for the user: the message is a sentence that says what to do. */
export class LocalPlatformError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LocalPlatformError'
  }
}

interface Cause {
  /** Matched against the program's output, or the error's code and message. */
  sign: RegExp
  advice: string
}

const causes: readonly Cause[] = [
  {
    sign: /No space left on device|ENOSPC|insufficient storage|disk quota exceeded|EDQUOT/i,
    advice:
      'The disk is full: free some space (or set DATA_DIR to a folder on another disk) and start again.',
  },
  {
    sign: /Read-only file system|EROFS/i,
    advice: 'The file system is read-only: set DATA_DIR to a folder that can be written.',
  },
  {
    sign: /error while loading shared libraries|cannot open shared object file|Library not loaded/i,
    advice:
      'A library that it needs is missing: run `npm ci` (without --ignore-scripts) and start again, ' +
      'or use a Postgres of your own with POSTGRES_URL.',
  },
  {
    sign: /Permission denied|EACCES|EPERM/i,
    advice: 'The user that runs it may not read or write there: change the owner or the mode of that folder.',
  },
  {
    sign: /could not (create|map) .*shared memory|Cannot allocate memory|out of memory|ENOMEM/i,
    advice: 'There is not enough memory: close other programs and start again.',
  },
]

/**
 * Explains a failure in a sentence.
 * @param what what failed, as a clause: `Postgres could not start in /data`
 * @param evidence the error, or the program's output
 */
export function explainFailure(what: string, evidence: unknown): LocalPlatformError {
  if (evidence instanceof LocalPlatformError) return evidence
  const text = evidence instanceof Error ? evidence.message : String(evidence)
  const known = causes.find(({ sign }) => sign.test(text))
  const advice = known ? `${known.advice} (${lineWith(known.sign, text)})` : `Output:\n${lastLines(text, 12)}`
  return new LocalPlatformError(`${what}. ${advice}`, { cause: evidence })
}

function lineWith(sign: RegExp, text: string): string {
  return (text.split('\n').find((line) => sign.test(line)) ?? text).trim()
}

function lastLines(text: string, count: number): string {
  return text.trim().split('\n').slice(-count).join('\n')
}
