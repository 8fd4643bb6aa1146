import { job, jobDocument } from '@rehearse/contracts'
import { defineKind } from './kind.ts'

/** Jobs that admins post. One that has closed is for admins' eyes only. */
export const jobKind = defineKind({
  name: 'jobs',
  noun: 'Job',
  address: '/api/jobs',
  document: jobDocument,
  view: job,
  filters: { type: 'type', level: 'level', skill: 'skills' },
  searched: ['title', 'company', 'location', 'description', 'skills'],
  render: (document, { isAdmin }) => (isAdmin || !hasClosed(document.closesOn) ? document : null),
})

/** A job is open until its last day has ended everywhere, which is half a day after it has in UTC. */
function hasClosed(closesOn: string | undefined): boolean {
  const endEverywhere = Date.now() - 12 * 60 * 60 * 1000
  return closesOn !== undefined && closesOn < new Date(endEverywhere).toISOString().slice(0, 10)
}
