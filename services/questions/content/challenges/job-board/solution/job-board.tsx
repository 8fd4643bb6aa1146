import { useEffect, useEffectEvent, useState } from 'react'

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

type Status = 'loading' | 'ready' | 'failed'

export function JobBoard({ loadIds, loadJob, pageSize = 6 }: JobBoardProps) {
  const [status, setStatus] = useState<Status>('loading')
  const [ids, setIds] = useState<readonly number[] | null>(null)
  const [pages, setPages] = useState<readonly (readonly Job[])[]>([])
  /** What was loaded of a page that failed. */
  const [loaded, setLoaded] = useState<readonly Job[]>([])

  const jobs = pages.flat()

  const load = useEffectEvent(async (isCurrent: () => boolean) => {
    if (ids === null) {
      const all = await loadIds()
      if (isCurrent()) setIds(all)
      return
    }
    const wanted = ids.slice(jobs.length, jobs.length + pageSize)
    const known = new Map(loaded.map((job) => [job.id, job]))
    const results = await Promise.allSettled(wanted.map((id) => known.get(id) ?? loadJob(id)))
    const page = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    const isComplete = page.length === wanted.length
    setLoaded(page)
    if (isComplete) setPages([...pages, page])
    setStatus(isComplete ? 'ready' : 'failed')
  })

  useEffect(() => {
    if (status !== 'loading') return
    let isCurrent = true
    load(() => isCurrent).catch(() => {
      if (isCurrent) setStatus('failed')
    })
    return () => {
      isCurrent = false
    }
  }, [status, ids])

  return (
    <div>
      <ul>
        {jobs.map(({ id, title, company, url }) => (
          <li key={id}>
            <p>{url ? <a href={url}>{title}</a> : title}</p>
            <p>{company}</p>
          </li>
        ))}
      </ul>
      {status === 'loading' && <p>Loading…</p>}
      {ids?.length === 0 && <p>No jobs</p>}
      {status === 'ready' && ids && jobs.length < ids.length && (
        <button onClick={() => setStatus('loading')}>Load more</button>
      )}
      {status === 'failed' && (
        <p role="alert">
          Loading failed. <button onClick={() => setStatus('loading')}>Try again</button>
        </p>
      )}
    </div>
  )
}
