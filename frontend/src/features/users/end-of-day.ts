/** The last instant of a calendar day, on the clock of whoever asks. */
export const endOfDay = (day: string | undefined): string | undefined =>
  day === undefined ? undefined : new Date(`${day}T23:59:59.999`).toISOString()
