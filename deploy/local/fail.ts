import { LocalPlatformError } from '@rehearse/local-platform'

/** What can go wrong on any machine, said so that the person knows what to do. */
const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space, then start again.',
  EACCES:
    'A file or folder may not be written: give yourself the right, or choose another folder with DATA_DIR.',
  EROFS: 'The folder is on a read-only disk: choose another with DATA_DIR.',
  EDQUOT: 'Your disk quota is used up: free some space, then start again.',
}

/** Ends the process with the reason; a stack only for what nobody foresaw. */
export function fail(error: unknown): never {
  const code = (error as { code?: unknown }).code
  const known = typeof code === 'string' ? sentences[code] : undefined
  const text =
    error instanceof LocalPlatformError
      ? error.message
      : known && error instanceof Error
        ? `${known}\n(${error.message})`
        : error instanceof Error
          ? error.stack
          : String(error)
  process.stderr.write(`\n${text}\n`)
  process.exit(1)
}
