import type { receiptReply } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { RECEIPT_INTERVAL } from '../../shared/constants.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './erasure.module.css'

/** How far an erasure is, followed until every service has forgotten. */
export function Receipt({ id }: { id: string }) {
  const { erasure } = useAccountMessages()
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['receipt', id],
    queryFn: async ({ signal }) => {
      const path = `/api/privacy/receipts/${encodeURIComponent(id)}`
      return (await learnerApi.get<Reply<typeof receiptReply>>(path, { signal })).receipt
    },
    refetchInterval: ({ state }) => state.data?.completedAt === null && RECEIPT_INTERVAL,
  })

  if (!data) {
    const missing = error instanceof ApiError && error.status === 404
    return (
      <Page title={erasure.title}>
        <div className={styles.page}>
          {missing && <Alert tone="error">{erasure.receiptMissing}</Alert>}
          {error && !missing && <LoadFailed error={error} onRetry={() => void refetch()} />}
          {!error && <Skeleton heights={[3, 10]} />}
        </div>
      </Page>
    )
  }
  return (
    <Page title={erasure.receiptTitle} lead={erasure.requested(format.moment(data.requestedAt))}>
      <div className={styles.page}>
        <Alert tone={data.completedAt ? 'success' : 'info'}>
          {data.completedAt ? erasure.receiptDone : erasure.receiptRunning}
        </Alert>
        <ul className={`plain-list ${styles.steps}`}>
          {data.services.map(({ service, doneAt }) => (
            <li key={service} className={doneAt ? styles.done : styles.open}>
              {doneAt ? <CircleCheck aria-hidden size={20} /> : <CircleDashed aria-hidden size={20} />}
              <span className={styles.service}>{erasure.services[service] ?? service}</span>
              <span className={styles.state}>
                {doneAt ? erasure.done(format.moment(doneAt)) : erasure.pending}
              </span>
            </li>
          ))}
        </ul>
        <p className={styles.whose}>{erasure.receiptKeep}</p>
      </div>
    </Page>
  )
}
