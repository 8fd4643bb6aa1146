import type { DeviceSession } from '@rehearse/contracts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { SettingsSection } from '../../shared/ui/settings-section.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useAccountMessages } from './messages.en.ts'
import styles from './settings.module.css'
import { SavedNote } from './settings-form.tsx'

const path = '/api/auth/sessions'

const devicesQuery = (uid: string) =>
  queryOptions({
    queryKey: ['account', uid, 'devices'],
    queryFn: async ({ signal }) => (await learnerApi.get(path, { signal })).data,
  })

export function DevicesSection({ uid }: { uid: string }) {
  const { devices: messages } = useAccountMessages().settings
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const query = useQuery(devicesQuery(uid))
  const { data: devices } = query
  const ending = useOwnWrite({
    mutationFn: (device: DeviceSession | 'others') =>
      learnerApi.delete(device === 'others' ? path : `${path}/${device.id}`),
    onSuccess: async () => {
      await queryClient.invalidateQueries(devicesQuery(uid))
      // The pressed button has been removed.
      list.current?.focus()
    },
  })
  const ended = ending.variables

  return (
    <SettingsSection anchor="devices" title={messages.title} lead={messages.lead}>
      <Loading query={query} heights={[4, 4]} />
      <ul ref={list} tabIndex={-1} aria-label={messages.title} className={`plain-list ${styles.devices}`}>
        {devices?.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            pending={ending.isPending && ended !== 'others' && ended?.id === device.id}
            onEnd={() => ending.mutate(device)}
          />
        ))}
      </ul>
      {ending.isError && <Alert tone="error">{errorText(ending.error, messages.failed)}</Alert>}
      <div className={styles.actions}>
        {devices && devices.length > 1 && (
          <Button pending={ending.isPending && ended === 'others'} onClick={() => ending.mutate('others')}>
            {messages.endOthers}
          </Button>
        )}
        <SavedNote shown={ending.isSuccess}>
          {ended && ended !== 'others' ? messages.ended(ended.device) : messages.othersEnded}
        </SavedNote>
      </div>
    </SettingsSection>
  )
}

function DeviceRow({
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
