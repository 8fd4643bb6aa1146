import type { Profile, ProfileInput } from '@rehearse/contracts'
import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '../../shared/account/profile.ts'
import type { FieldErrors } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { TextField } from '../../shared/ui/fields.tsx'
import { SettingsSection } from '../../shared/ui/settings-section.tsx'
import { useAccountMessages } from './messages.en.ts'
import { SettingsForm, textOf } from './settings-form.tsx'

export function ProfileSection({ profile }: { profile: Profile }) {
  const { profile: messages } = useAccountMessages().settings
  const queryClient = useQueryClient()

  const check = (filled: FormData): FieldErrors => ({
    ...(textOf(filled, 'displayName') === '' && { displayName: messages.nameError }),
    ...(!/^(https:\/\/\S+)?$/.test(textOf(filled, 'photoURL')) && { photoURL: messages.photoError }),
  })
  const send = async (filled: FormData) => {
    const body: ProfileInput = {
      displayName: textOf(filled, 'displayName'),
      photoURL: textOf(filled, 'photoURL') || null,
    }
    const { user } = await learnerApi.patch('/api/users/me', { body })
    queryClient.setQueryData(profileQuery(user.uid).queryKey, user)
    // The layout shows the name on every page.
    void queryClient.invalidateQueries({ queryKey: ['session'] })
  }

  return (
    <SettingsSection anchor="profile" title={messages.title} lead={messages.lead}>
      <SettingsForm check={check} send={send}>
        {(problems) => (
          <>
            <TextField
              label={messages.name}
              name="displayName"
              autoComplete="name"
              maxLength={TEXT_MAX.displayName}
              dir="auto"
              required
              defaultValue={profile.displayName}
              error={problems.displayName}
            />
            <TextField
              label={messages.photo}
              hint={messages.photoHint}
              optional
              name="photoURL"
              type="url"
              inputMode="url"
              maxLength={TEXT_MAX.webAddress}
              dir="ltr"
              defaultValue={profile.photoURL ?? ''}
              error={problems.photoURL}
            />
          </>
        )}
      </SettingsForm>
    </SettingsSection>
  )
}
