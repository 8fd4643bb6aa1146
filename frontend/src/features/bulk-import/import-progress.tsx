import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './bulk-messages.ts'
import { readImport } from './import-calls.ts'

/** Milliseconds between two looks at how far an import is. */
const LOOK = 700

/** How far an import is, as the server tells. */
export function ImportProgress({ batchId }: { batchId: string }) {
  const bulk = useBulkMessages()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['admin', 'import', batchId],
    queryFn: async ({ signal }) => {
      try {
        return await readImport(batchId, signal)
      } catch (error) {
        // It has not begun yet, or is over.
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    // Most imports are over before the first look.
    initialData: null,
    staleTime: LOOK,
    refetchInterval: LOOK,
    retry: false,
    gcTime: 0,
  })
  const state = data?.state === 'waiting' || data?.state === 'storing' ? data.state : 'reading'
  const total = data?.total ?? null
  return (
    <div className={styles.progress}>
      <progress aria-label={bulk.progress} {...(total !== null && { max: total, value: data?.done ?? 0 })} />
      <p data-numeric>
        {total === null
          ? bulk.states[state]
          : bulk.done(bulk.states[state], format.number(data?.done ?? 0), format.number(total))}
      </p>
    </div>
  )
}
