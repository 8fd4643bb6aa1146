import type { Preferences, Profile } from '@rehearse/contracts'
import { QUOTAS, type Quota, type QuotaName } from '@rehearse/contracts/quotas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type PreferencesChange, profileQuery, useProfile } from '../../shared/account/profile.ts'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { useSession, useSessionKnown } from '../../shared/api/session.ts'
import { EXPORT_TIMEOUT } from '../../shared/constants.ts'
import { useScheduleMessages } from '../../shared/flashcards/messages.en.ts'
import { ScheduleSettings } from '../../shared/flashcards/schedule-settings.tsx'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { onboarding } from '../../shared/onboarding.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Disclosure } from '../../shared/ui/disclosure.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { CheckboxField } from '../../shared/ui/fields.tsx'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { SettingsSection } from '../../shared/ui/settings-section.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { DevicesSection } from './devices-section.tsx'
import { EraseForm } from './erase-account.tsx'
import { useAccountMessages } from './messages.en.ts'
import { PracticeSection } from './practice-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { type PushState, pushState, subscribe, unsubscribe } from './push-subscription.ts'
import styles from './settings.module.css'
import { preferencesWrites, SavedNote, usePreferencesWrite, WriteButton } from './settings-form.tsx'
import { SignInSection } from './sign-in-section.tsx'

/** The learner's account. Each section saves independently. */
export function Settings() {
  const { settings } = useAccountMessages()
  const { account } = useMessages()
  const session = useSession()
  const isKnown = useSessionKnown()
  const ask = useSignInPrompt((state) => state.ask)
  const query = useProfile()
  const { data: profile, error, refetch } = query

  const ended = error instanceof ApiError && error.isUnauthenticated
  if ((!session && isKnown) || (!profile && ended)) {
    return (
      <Page title={settings.title}>
        <EmptyState
          title={settings.visitorTitle}
          text={settings.visitorText}
          action={
            <Button variant="primary" onClick={() => ask(() => void refetch())}>
              {account.signIn}
            </Button>
          }
        />
      </Page>
    )
  }
  return (
    <Page title={settings.title} lead={settings.lead}>
      <Loading query={query} heights={[12, 30, 12, 12]} />
      {profile && (
        <div key={profile.uid}>
          <ProfileSection profile={profile} />
          <PracticeSection profile={profile} />
          <FlashcardsSection uid={profile.uid} />
          <NotificationsSection profile={profile} />
          <IntroductionSection />
          <DevicesSection uid={profile.uid} />
          <SignInSection profile={profile} />
          <DataSection profile={profile} />
        </div>
      )}
    </Page>
  )
}

function FlashcardsSection({ uid }: { uid: string }) {
  const messages = useScheduleMessages()
  return (
    <SettingsSection anchor="flashcards" title={messages.title} lead={messages.lead}>
      <ScheduleSettings uid={uid} />
    </SettingsSection>
  )
}

/** Clears the onboarding choices and starts it again. */
function IntroductionSection() {
  const { introduction: messages } = useAccountMessages().settings
  const navigate = useNavigate()
  return (
    <SettingsSection title={messages.title} lead={messages.lead}>
      <div className={styles.actions}>
        <Button
          onClick={() => {
            onboarding.reset()
            navigate('/welcome')
          }}
        >
          {messages.again}
        </Button>
      </div>
    </SettingsSection>
  )
}

function DataSection({ profile }: { profile: Profile }) {
  const { data: messages } = useAccountMessages().settings
  return (
    <SettingsSection anchor="data" title={messages.title} lead={messages.lead}>
      <WriteButton
        label={messages.download}
        pendingLabel={messages.downloading}
        done={messages.downloaded}
        failed={messages.downloadFailed}
        write={downloadExport}
      />
      <Disclosure title={messages.storage}>
        <StorageLimits />
      </Disclosure>
      <Disclosure title={messages.erase}>
        <EraseForm hasPassword={profile.hasPassword} />
      </Disclosure>
    </SettingsSection>
  )
}

/** Uses fetch instead of a link, which would save an error response as the archive. */
async function downloadExport(): Promise<void> {
  const archive = await learnerApi.file('/api/users/me/export', { timeout: EXPORT_TIMEOUT })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(archive)
  link.download = `rehearse-${new Date().toISOString().slice(0, 10)}.zip`
  link.click()
  URL.revokeObjectURL(link.href)
}

const MB = 1_000_000
const quotas = Object.entries(QUOTAS) as [QuotaName, Quota][]

/** The storage limits of an account, as the services enforce them. */
function StorageLimits() {
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

const kinds = ['email', 'learningReminders', 'achievementAlerts', 'emailUpdates'] as const
type Kind = (typeof kinds)[number]

/** Saved on click: a checkbox is easy to update optimistically and to revert. */
function NotificationsSection({ profile }: { profile: Profile }) {
  const { settings } = useAccountMessages()
  const { notifications: messages } = settings
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { show, store } = usePreferencesWrite(profile)
  // The cache is updated a moment after the click, and until then React would reset the checkbox.
  const [clicked, setClicked] = useState<Partial<Record<Kind, boolean>>>({})
  const saving = useOwnWrite({
    ...preferencesWrites,
    mutationFn: store,
    onMutate: (change: PreferencesChange) => show(change),
    onRefused: () => void queryClient.invalidateQueries(profileQuery(profile.uid)),
    onSettled: () => setClicked({}),
  })

  return (
    <SettingsSection anchor="notifications" title={messages.title} lead={messages.lead}>
      <div className={styles.toggles}>
        {kinds.map((kind) => (
          <CheckboxField
            key={kind}
            label={messages[kind]}
            checked={clicked[kind] ?? isOn(profile.preferences, kind)}
            onChange={({ target: { checked } }) => {
              setClicked((before) => ({ ...before, [kind]: checked }))
              saving.mutate(turn(kind, checked))
            }}
          />
        ))}
      </div>
      {saving.isError && <Alert tone="error">{errorText(saving.error, settings.saveFailed)}</Alert>}
      <SavedNote shown={saving.isSuccess}>{settings.saved}</SavedNote>
      <PushHere uid={profile.uid} />
    </SettingsSection>
  )
}

const isOn = (preferences: Preferences, kind: Kind) =>
  kind === 'emailUpdates' ? preferences.emailUpdates : preferences.notifications[kind]

const turn =
  (kind: Kind, on: boolean): PreferencesChange =>
  (before) =>
    kind === 'emailUpdates'
      ? { ...before, emailUpdates: on }
      : { ...before, notifications: { ...before.notifications, [kind]: on } }

/** Push messages on this device, on or off; nothing if they aren't available. */
export function PushHere({ uid }: { uid: string }) {
  const { settings } = useAccountMessages()
  const { push: messages } = settings
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const queryKey = ['account', uid, 'push']
  const { data: state } = useQuery({ queryKey, queryFn: ({ signal }) => pushState(signal) })
  const turning = useOwnWrite({
    mutationFn: (on: boolean) => (on ? subscribe() : unsubscribe()),
    onSuccess: (next: PushState) => queryClient.setQueryData(queryKey, next),
  })
  if (state === undefined || state === 'not-offered') return null
  return (
    <>
      <p className={styles.quiet}>{messages.states[state]}</p>
      {turning.isError && <Alert tone="error">{errorText(turning.error, settings.saveFailed)}</Alert>}
      {state !== 'refused' && (
        <div className={styles.actions}>
          <Button pending={turning.isPending} onClick={() => turning.mutate(state === 'off')}>
            {state === 'off' ? messages.turnOn : messages.turnOff}
          </Button>
        </div>
      )}
    </>
  )
}
