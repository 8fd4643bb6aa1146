import type { Preferences, Profile } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { type PreferencesChange, profileQuery } from '../../shared/account/profile.ts'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { CheckboxField } from '../../shared/ui/fields.tsx'
import { PushHere } from './push-here.tsx'
import { SavedNote } from './saved-note.tsx'
import styles from './settings.module.css'
import { SettingsSection } from './settings-section.tsx'
import { preferencesWrites, usePreferencesWrite } from './use-preferences-write.ts'

const kinds = ['email', 'learningReminders', 'achievementAlerts', 'emailUpdates'] as const
type Kind = (typeof kinds)[number]

/** Saved at the click: a choice of yes or no is easily shown before it is stored, and easily taken back. */
export function NotificationsSection({ profile }: { profile: Profile }) {
  const { settings } = useAccountMessages()
  const { notifications: messages } = settings
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { show, store } = usePreferencesWrite(profile)
  const saving = useOwnWrite({
    ...preferencesWrites,
    mutationFn: store,
    onMutate: (change: PreferencesChange) => show(change),
    onRefused: () => void queryClient.invalidateQueries(profileQuery(profile.uid)),
  })

  return (
    <SettingsSection title={messages.title} lead={messages.lead}>
      <div className={styles.toggles}>
        {kinds.map((kind) => (
          <CheckboxField
            key={kind}
            label={messages[kind]}
            checked={isOn(profile.preferences, kind)}
            onChange={(event) => saving.mutate(turn(kind, event.target.checked))}
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
