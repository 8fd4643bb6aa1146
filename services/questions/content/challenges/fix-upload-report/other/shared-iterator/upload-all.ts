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
  const queue = uploads.entries()
  const outcomes: (string | null)[] = []
  const bytes = uploads.map(({ size }) => size)
  const total = bytes.reduce((a, b) => a + b, 0)
  let done = 0

  const worker = async () => {
    for (const [index, upload] of queue) {
      outcomes[index] = await Promise.resolve()
        .then(() => send(upload))
        .then(
          () => null,
          (error: unknown) => (error instanceof Error ? error.message : `${error}`),
        )
      done += upload.size
      try {
        onProgress(total > 0 ? done / total : 1)
      } catch {}
    }
  }
  await Promise.all([worker(), worker(), worker()])

  const report: Report = { uploaded: [], failed: [] }
  uploads.forEach(({ name }, index) => {
    const reason = outcomes[index] ?? null
    if (reason === null) report.uploaded.push(name)
    else report.failed.push({ name, reason })
  })
  return report
}
