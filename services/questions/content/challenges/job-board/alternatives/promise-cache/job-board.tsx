import { useCallback, useEffect, useReducer, useRef } from 'react'

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

interface State {
  ids: readonly number[] | null
  jobs: readonly Job[]
  phase: 'ids' | 'page' | 'idle' | 'error'
}

type Action =
  | { type: 'ids'; ids: readonly number[] }
  | { type: 'page'; jobs: readonly Job[] }
  | { type: 'error' | 'more' }

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'ids':
      return state.phase === 'ids'
        ? { ...state, ids: action.ids, phase: action.ids.length > 0 ? 'page' : 'idle' }
        : state
    case 'page':
      return state.phase === 'page'
        ? { ...state, jobs: state.jobs.concat(action.jobs), phase: 'idle' }
        : state
    case 'error':
      return { ...state, phase: 'error' }
    case 'more':
      return { ...state, phase: state.ids ? 'page' : 'ids' }
  }
}

export function JobBoard(props: JobBoardProps) {
  const { pageSize = 6 } = props
  const [{ ids, jobs, phase }, dispatch] = useReducer(reduce, { ids: null, jobs: [], phase: 'ids' })
  const latest = useRef(props)
  const promises = useRef(new Map<number, Promise<Job>>())

  useEffect(() => {
    latest.current = props
  })

  const request = useCallback((id: number) => {
    const known = promises.current.get(id)
    if (known) return known
    const promise = latest.current.loadJob(id)
    promises.current.set(id, promise)
    promise.catch(() => promises.current.delete(id))
    return promise
  }, [])

  const from = jobs.length
  useEffect(() => {
    let isOver = false
    const send = (action: Action) => {
      if (!isOver) dispatch(action)
    }
    if (phase === 'ids') {
      latest.current.loadIds().then(
        (all) => send({ type: 'ids', ids: all }),
        () => send({ type: 'error' }),
      )
    }
    if (phase === 'page' && ids) {
      const page = ids.slice(from, from + pageSize).map(request)
      Promise.allSettled(page).then((results) => {
        if (results.some(({ status }) => status === 'rejected')) send({ type: 'error' })
        else Promise.all(page).then((loaded) => send({ type: 'page', jobs: loaded }))
      })
    }
    return () => {
      isOver = true
    }
  }, [phase, ids, from, pageSize, request])

  return (
    <>
      {jobs.length > 0 && (
        <ul aria-label="Jobs">
          {jobs.map(({ id, title, company, url }) => (
            <li key={id}>
              {company}: {url ? <a href={url}>{title}</a> : title}
            </li>
          ))}
        </ul>
      )}
      {phase === 'error' ? (
        <div role="alert">
          <p>Something went wrong</p>
          <button type="button" onClick={() => dispatch({ type: 'more' })}>
            Try again
          </button>
        </div>
      ) : phase === 'idle' && ids ? (
        ids.length === 0 ? (
          <p>No jobs</p>
        ) : (
          jobs.length < ids.length && (
            <button type="button" onClick={() => dispatch({ type: 'more' })}>
              Load more
            </button>
          )
        )
      ) : (
        <p role="status">Loading…</p>
      )}
    </>
  )
}
