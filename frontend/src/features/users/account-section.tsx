import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import type { LearnerDetail } from './api.ts'
import { useLearnerWrites } from './api.ts'
import { useUserMessages } from './messages.en.ts'
import styles from './users.module.css'

const DisableLearner = lazy(async () => ({ default: (await import('./learner-dialogs.tsx')).DisableLearner }))
const EraseLearner = lazy(async () => ({ default: (await import('./learner-dialogs.tsx')).EraseLearner }))

/** The account's data, and the actions on it. */
export function AccountSection({ learner }: { learner: LearnerDetail }) {
  const { common } = useMessages()
  const messages = useUserMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const { enable, download } = useLearnerWrites(learner.uid)
  const [asked, setAsked] = useState<'disable' | 'erase'>()
  const [receipt, setReceipt] = useState<string>()
  if (receipt) {
    return (
      <Alert
        tone="success"
        title={messages.erasedTitle}
        action={<Link to={`/auth/erase-account?receipt=${receipt}`}>{messages.receipt}</Link>}
      >
        <p>{messages.erasedText}</p>
      </Alert>
    )
  }
  return (
    <section aria-labelledby="account" className={styles.account}>
      <h2 id="account" className="visually-hidden">
        {messages.account}
      </h2>
      <dl className={styles.facts}>
        <Fact name={messages.accountState}>
          <Tag tone={learner.disabledAt ? 'bad' : 'ok'}>
            {learner.disabledAt ? messages.disabled : messages.enabled}
          </Tag>{' '}
          {messages.sessions(learner.sessionCount)}
        </Fact>
        <Fact name={messages.signsInBy}>
          {messages.providers[learner.provider]}
          {common.comma}
          {learner.isEmailVerified ? messages.verified : messages.unverified}
        </Fact>
        <Fact name={messages.joined}>{format.date(learner.createdAt)}</Fact>
        <Fact name={messages.lastSeen}>
          {learner.lastLoginAt ? format.moment(learner.lastLoginAt) : messages.never}
        </Fact>
      </dl>
      {learner.disabledAt && (
        <Alert tone="warning" title={messages.disabledSince(format.moment(learner.disabledAt))}>
          <p dir="auto">{learner.disabledReason}</p>
        </Alert>
      )}
      {enable.isError && <Alert tone="error">{errorText(enable.error, messages.changeFailed)}</Alert>}
      {download.isError && (
        <Alert tone="error" title={messages.exportFailed}>
          {errorText(download.error)}
        </Alert>
      )}
      <div className={styles.actions}>
        {learner.disabledAt ? (
          <Button pending={enable.isPending} onClick={() => enable.mutate()}>
            {enable.isPending ? messages.enabling : messages.enable}
          </Button>
        ) : (
          <Button onClick={() => setAsked('disable')}>{messages.disable}</Button>
        )}
        <Button pending={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? messages.exporting : messages.export}
        </Button>
        <Button variant="danger" onClick={() => setAsked('erase')}>
          {messages.erase}
        </Button>
        <span role="status" className={styles.quiet}>
          {download.isSuccess && messages.exported}
        </span>
      </div>
      <Suspense>
        {asked === 'disable' && <DisableLearner learner={learner} onClose={() => setAsked(undefined)} />}
        {asked === 'erase' && (
          <EraseLearner learner={learner} onErased={setReceipt} onClose={() => setAsked(undefined)} />
        )}
      </Suspense>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
