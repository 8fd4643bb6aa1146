/** From build/challenge-libraries-plugin.ts. */
declare module 'virtual:challenge-libraries' {
  export const typeLibrariesUrl: string
  /** What runs before a challenge's code: without files, and with files in a worker or in a page. */
  export const scriptLibraryUrl: string
  export const workerLibraryUrl: string
  export const pageLibraryUrl: string
}

/** From build/challenge-test-library.ts. */
declare module 'virtual:expect-state' {
  export const expectState: Record<symbol, object>
}
