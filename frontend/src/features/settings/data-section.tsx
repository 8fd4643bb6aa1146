import type { Profile } from '@rehearse/contracts'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { Disclosure } from './disclosure.tsx'
import { downloadExport } from './download-export.ts'
import { EraseForm } from './erase-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import { StorageLimits } from './storage-limits.tsx'
import { WriteButton } from './write-button.tsx'

export function DataSection({ profile }: { profile: Profile }) {
  const { data: messages } = useAccountMessages().settings
  return (
    <SettingsSection title={messages.title} lead={messages.lead}>
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
