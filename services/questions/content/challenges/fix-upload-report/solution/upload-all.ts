export interface Upload {
  name: string
  size: number
}

export interface Report {
  uploaded: string[]
  failed: { name: string; reason: string }[]
}

export type Send = (upload: Upload) => Promise<void>

const LIMIT = 3

export async function uploadAll(
  uploads: readonly Upload[],
  send: Send,
  onProgress: (share: number) => void = () => {},
): Promise<Report> {
  const total = uploads.reduce((sum, { size }) => sum + size, 0)
  /** The reason of each failure, by index. */
  const reasons = new Map<number, string>()
  let finished = 0
  let next = 0

  async function work() {
    while (next < uploads.length) {
      const index = next
      next += 1
      const upload = uploads[index] as Upload
      try {
        await send(upload)
      } catch (error) {
        reasons.set(index, error instanceof Error ? error.message : String(error))
      }
      finished += upload.size
      try {
        onProgress(total === 0 ? 1 : finished / total)
      } catch {
        // The uploads don't depend on how their progress is shown.
      }
    }
  }

  await Promise.all(Array.from({ length: LIMIT }, work))
  return {
    uploaded: uploads.filter((_, index) => !reasons.has(index)).map(({ name }) => name),
    failed: uploads.flatMap(({ name }, index) => {
      const reason = reasons.get(index)
      return reason === undefined ? [] : [{ name, reason }]
    }),
  }
}
