import { QUOTAS, type Quota, type QuotaName } from '@rehearse/contracts/quotas'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import styles from './settings.module.css'

const MB = 1_000_000
const quotas = Object.entries(QUOTAS) as [QuotaName, Quota][]

/** What an account can store, as the services enforce it. */
export function StorageLimits() {
  const { data: messages } = useAccountMessages().settings
  const { number } = useFormat()
  const amountOf = ({ unit }: Quota, value: number) =>
    unit === 'bytes' ? messages.bytes(number(value / MB)) : number(value)
  return (
    <>
      <p className={styles.quiet}>{messages.storageLead}</p>
      <ul className={styles.quiet}>
        {quotas.map(([name, quota]) => (
          <li key={name}>
            {messages.quotas[name]}:{' '}
            {[
              ...(quota.daily === null ? [] : [messages.perDay(amountOf(quota, quota.daily))]),
              messages.inTotal(amountOf(quota, quota.total)),
            ].join(' · ')}
          </li>
        ))}
      </ul>
    </>
  )
}
