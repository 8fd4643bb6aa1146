/** Where a process runs. */
export interface Place {
  /** By which others reach it. */
  address: string
  /** A program with arguments that becomes the process there; nothing where it runs here. */
  through: readonly string[]
}

export const here: Place = { address: '127.0.0.1', through: [] }
