export interface Upload {
  name: string
  size: number
}

export interface Report {
  uploaded: string[]
  failed: { name: string; reason: string }[]
}

export type Send = (upload: Upload) => Promise<void>

export async function uploadAll(
  uploads: readonly Upload[],
  send: Send,
  onProgress: (share: number) => void = () => {},
): Promise<Report> {
  const report: Report = { uploaded: [], failed: [] }
  const total = uploads.reduce((sum, { size }) => sum + size, 0)
  const queue = [...uploads]
  let finished = 0
  const work = async () => {
    for (let upload = queue.shift(); upload; upload = queue.shift()) {
      try {
        await send(upload)
        report.uploaded.push(upload.name)
      } catch (error) {
        report.failed.push({ name: upload.name, reason: error instanceof Error ? error.message : String(error) })
      }
      finished += upload.size
      try {
        onProgress(finished / total)
      } catch {}
    }
  }
  await Promise.all([work(), work(), work()])
  return report
}
