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
  let finished = 0
  for (let start = 0; start < uploads.length; start += 3) {
    const group = uploads.slice(start, start + 3)
    const results = await Promise.allSettled(
      group.map(async (upload) => {
        try {
          await send(upload)
        } finally {
          finished += upload.size
          try {
            onProgress(finished / total)
          } catch {}
        }
      }),
    )
    results.forEach((result, index) => {
      const name = (group[index] as Upload).name
      if (result.status === 'fulfilled') report.uploaded.push(name)
      else report.failed.push({ name, reason: result.reason instanceof Error ? result.reason.message : String(result.reason) })
    })
  }
  return report
}
