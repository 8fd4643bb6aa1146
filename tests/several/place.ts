/** Where a process runs. */
export interface Place {
  /** The address under which others reach it. */
  address: string
  /** A program with arguments that replaces itself by the process there; empty if it runs here. */
  through: readonly string[]
}

export const here: Place = { address: '127.0.0.1', through: [] }
