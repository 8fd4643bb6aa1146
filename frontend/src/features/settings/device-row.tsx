import type { DeviceSession } from '@rehearse/contracts'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import styles from './settings.module.css'

export function DeviceRow({
  device,
  pending,
  onEnd,
}: {
  device: DeviceSession
  pending: boolean
  onEnd: () => void
}) {
  const { devices: messages } = useAccountMessages().settings
  const format = useFormat()
  return (
    <li className={styles.device}>
      <div>
        <p className={styles.deviceName}>
          <bdi>{device.device}</bdi> {device.current && <Tag>{messages.thisOne}</Tag>}
        </p>
        <p className={styles.quiet}>
          {device.address && (
            <>
              <bdi>{device.address}</bdi> ·{' '}
            </>
          )}
          {messages.lastUsed(format.moment(device.lastUsedAt))}
        </p>
        <p className={styles.quiet}>{messages.since(format.moment(device.createdAt))}</p>
      </div>
      {!device.current && (
        <Button size="small" pending={pending} aria-label={messages.endOn(device.device)} onClick={onEnd}>
          {messages.end}
        </Button>
      )}
    </li>
  )
}
