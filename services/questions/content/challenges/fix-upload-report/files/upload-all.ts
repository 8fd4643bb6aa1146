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
  let finished = 0
  uploads.forEach(async (upload) => {
    finished += 1
    onProgress(finished / uploads.length)
    await send(upload)
    report.uploaded.push(upload.name)
  })
  return report
}
