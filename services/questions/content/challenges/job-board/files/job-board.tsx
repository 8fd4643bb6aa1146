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
  return (
    <div>
      <p>Loading…</p>
    </div>
  )
}
