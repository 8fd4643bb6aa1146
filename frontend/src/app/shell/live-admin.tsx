import type { AdminChange } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshOnChange } from '../../shared/admin/live-changes.ts'
import { openLiveConnection } from '../background/one-connection.ts'

/** What another admin changes, and what learners answer, appears on the page that is open. */
export function LiveAdmin({ adminId, onRefused }: { adminId: string; onRefused: () => Promise<unknown> }) {
  const queryClient = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one connection for as long as the admin is signed in.
  useEffect(() => {
    const changed = refreshOnChange(queryClient)
    return openLiveConnection<AdminChange>({
      address: '/api/admin/stream',
      // contracts' `adminChangeEvent`; named here because the schemas around it are no light load.
      event: 'change',
      name: `rehearse-admin-${adminId}`,
      onMessage: ({ topics }) => changed(topics),
      onReopen: () => changed(),
      recover: onRefused,
    })
  }, [adminId, queryClient])
  return null
}
