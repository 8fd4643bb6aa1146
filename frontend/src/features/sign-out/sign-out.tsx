import { useEffect, useState } from 'react'
import { SIGN_OUT_TIMEOUT } from '../../shared/constants.ts'
import { type Area, signOut, unsavedDrafts, unsentAnswers } from '../../shared/device/sign-out.ts'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import ConfirmDialog from '../../shared/ui/confirm-dialog.tsx'
import { useLoadingOverlay } from '../../shared/ui/loading-overlay.tsx'
import { signOutAr } from './messages/ar.ts'
import { type SignOutMessages, signOutEn } from './messages/en.ts'

// Both come at once: without a network no other could be loaded.
const tables: FeatureTables<SignOutMessages> = { en: () => signOutEn, ar: () => signOutAr }

export interface SignOutProps {
  area: Area
  /** Told when one stays signed in after all. */
  onStay: () => void
}

/** Signs out. Where something on this device would be lost, it asks first. */
export default function SignOut({ area, onStay }: SignOutProps) {
  const messages = useFeatureMessages(tables)[area]
  const { account } = useMessages()
  const { show, hide } = useLoadingOverlay()
  const [atStake, setAtStake] = useState(0)
  const [pending, setPending] = useState(false)

  useEffect(() => {
    let isGone = false
    // Until the next page, or the question.
    show(account.signingOut, 6 * SIGN_OUT_TIMEOUT)
    const begin = async () => {
      const count = area === 'learner' ? await unsentAnswers() : unsavedDrafts()
      if (isGone) return
      if (count === 0) return leave(area)
      hide()
      setAtStake(count)
    }
    void begin()
    return () => {
      isGone = true
      hide()
    }
  }, [area, account, show, hide])

  if (atStake === 0) return null
  return (
    <ConfirmDialog
      title={messages.title(atStake)}
      text={messages.text}
      confirmLabel={messages.discard(atStake)}
      cancelLabel={messages.stay}
      pending={pending}
      onConfirm={() => {
        setPending(true)
        void leave(area)
      }}
      onCancel={onStay}
    />
  )
}

const leave = (area: Area) => signOut(area, { to: area === 'learner' ? '/' : location.pathname })
