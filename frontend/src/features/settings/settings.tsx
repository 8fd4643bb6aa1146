import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { useProfile } from '../../shared/account/profile.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { useSession, useSessionKnown } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { DataSection } from './data-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { IntroductionSection } from './introduction-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PracticeSection } from './practice-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SignInSection } from './sign-in-section.tsx'

/** One's own account. Each part of it is saved by itself. */
export function Settings() {
  const { settings } = useAccountMessages()
  const { account } = useMessages()
  const session = useSession()
  const isKnown = useSessionKnown()
  const ask = useSignInPrompt((state) => state.ask)
  const { data: profile, error, refetch } = useProfile()

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
      {!profile && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!profile && !error && <Skeleton heights={[12, 30, 12, 12]} />}
      {profile && (
        <div key={profile.uid}>
          <ProfileSection profile={profile} />
          <PracticeSection profile={profile} />
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
