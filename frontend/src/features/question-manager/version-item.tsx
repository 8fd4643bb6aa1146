import type { adminListReply } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminHere } from '../../shared/account/account-data.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useManagerMessages } from './messages.ts'
import styles from './question-versions.module.css'
import { TextDiff } from './text-diff.tsx'
import { type FieldName, useFieldTexts } from './use-field-texts.ts'
import type { Version } from './versions-query.ts'

/** One version: who made it and when, and, opened, what is different from the one before. */
export function VersionItem({
  version,
  before,
  isCurrent,
  pending,
  onOpen,
  onRestore,
}: {
  version: Version
  before: Version | undefined
  isCurrent: boolean
  pending: boolean
  onOpen: () => void
  onRestore: () => void
}) {
  const { common } = useMessages()
  const { history: messages, form } = useManagerMessages()
  const format = useFormat()
  const nameOf = useAdminNames()
  const [open, setOpen] = useState(false)
  const changedBy = (id: string) => {
    const name = nameOf(id)
    return name === null ? messages.byYou : messages.by(name)
  }
  const number = format.number(version.version)
  const changed = version.changes.flatMap((field) =>
    field in form.fields ? [form.fields[field as FieldName]] : [],
  )
  return (
    <li className={styles.version}>
      <div className={styles.line}>
        <p>
          <strong data-numeric>{messages.version(number)}</strong>{' '}
          {isCurrent && <Tag tone="ok">{messages.current}</Tag>}
          <span className={styles.meta}>
            {messages.actions[version.action]}
            {common.comma}
            <time dateTime={version.changedAt}>{format.moment(version.changedAt)}</time>
            {version.changedBy && <> {changedBy(version.changedBy)}</>}
          </span>
          {changed.length > 0 && (
            <span className={styles.meta}>{messages.changes(changed.join(common.comma))}</span>
          )}
        </p>
        <span className={styles.actions}>
          <Button
            size="small"
            variant="ghost"
            aria-expanded={open}
            aria-label={`${messages.showChanges}: ${messages.version(number)}`}
            onClick={() => {
              setOpen(!open)
              if (!open) onOpen()
            }}
          >
            {messages.showChanges}
          </Button>
          {!isCurrent && version.action !== 'deleted' && (
            <Button
              size="small"
              disabled={pending}
              aria-label={`${messages.restore}: ${messages.version(number)}`}
              onClick={onRestore}
            >
              {messages.restore}
            </Button>
          )}
        </span>
      </div>
      {open && <Differences version={version} before={before} />}
    </li>
  )
}

function Differences({ version, before }: { version: Version; before: Version | undefined }) {
  const { history: messages } = useManagerMessages()
  const format = useFormat()
  const textsOf = useFieldTexts()
  if (version.version === 1) return <p className={styles.meta}>{messages.first}</p>
  if (!before) return null
  const old = new Map(textsOf(before.question).map(({ field, text }) => [field, text]))
  const different = textsOf(version.question).filter(({ field, text }) => old.get(field) !== text)
  return (
    <div className={styles.differences}>
      <p className={styles.meta}>{messages.compare(format.number(before.version))}</p>
      {different.length === 0 && <p>{messages.same}</p>}
      <dl>
        {different.map(({ field, label, text }) => (
          <div key={field} className={styles.difference}>
            <dt>{label}</dt>
            <dd>
              <TextDiff before={old.get(field) ?? ''} after={text} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** @returns what to call the admin of an id: null for the one who asks, the id itself where names are not for them */
function useAdminNames(): (id: string) => string | null {
  const { data: admins = [] } = useQuery({
    queryKey: ['admin', 'data', 'admin-names'],
    queryFn: async ({ signal }) => {
      try {
        return (await adminApi.get<Reply<typeof adminListReply>>('/api/admin/admins', { signal })).data
      } catch (error) {
        // Only super admins may see the others.
        if (error instanceof ApiError && error.status === 403) return []
        throw error
      }
    },
    staleTime: 5 * 60_000,
  })
  const ownId = adminHere()
  return (id) => (id === ownId ? null : (admins.find((admin) => admin.id === id)?.name ?? id))
}
