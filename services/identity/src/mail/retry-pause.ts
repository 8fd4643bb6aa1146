const first = 5
const longest = 60 * 60

/** Seconds until a mail that could not be sent is tried again: thrice as long each time, an hour at most. */
export const retryPause = (attempts: number): number => Math.min(first * 3 ** (attempts - 1), longest)
