import { useEffect, useRef, useState } from 'react'

export interface Job {
  id: number
  title: string
  company: string
  url?: string | undefined
}

export interface JobBoardProps {
  loadIds: () => Promise<readonly number[]>
  loadJob: (id: number) => Promise<Job>
  pageSize?: number | undefined
}

export function JobBoard({ loadIds, loadJob, pageSize = 6 }: JobBoardProps) {
  const [ids, setIds] = useState<readonly number[]>()
  const [shown, setShown] = useState(0)
  const [error, setError] = useState(false)
  const [isLoading, setLoading] = useState(true)
  const cache = useRef(new Map<number, Job>())
  const hasStarted = useRef(false)

  async function load() {
    setError(false)
    setLoading(true)
    try {
      const all = ids ?? (await loadIds())
      setIds(all)
      const page = all.slice(shown, shown + pageSize)
      const requests = page.map(async (id) => {
        if (!cache.current.has(id)) cache.current.set(id, await loadJob(id))
      })
      await Promise.allSettled(requests)
      // Throws what the first failed request threw.
      await Promise.all(requests)
      setShown(shown + page.length)
    } catch {
      setError(true)
    } finally {
      setLoading(false)
    }
  }

  // Strict Mode runs the effect twice.
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void load()
  }, [])

  const jobs = (ids ?? []).slice(0, shown).flatMap((id) => cache.current.get(id) ?? [])
  const isReady = !isLoading && !error && ids !== undefined

  return (
    <section>
      <ol>
        {jobs.map((job) => (
          <li key={job.id}>
            {job.url === undefined ? <strong>{job.title}</strong> : <a href={job.url}>{job.title}</a>}
            <span>, {job.company}</span>
          </li>
        ))}
      </ol>
      {isLoading && <div>Loading…</div>}
      {error && (
        <div role="alert">
          <button onClick={load}>Try again</button>
        </div>
      )}
      {isReady && ids.length === 0 && <div>No jobs</div>}
      {isReady && shown < ids.length && <button onClick={load}>Load more</button>}
    </section>
  )
}
