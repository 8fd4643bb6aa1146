import { useEffect, useState } from 'react'
import { type Area, signOut, unsavedDrafts, unsentAnswers } from '../../shared/account/sign-out.ts'
import { SIGN_OUT_TIMEOUT } from '../../shared/constants.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import ConfirmDialog from '../../shared/ui/confirm-dialog.tsx'
import { useLoadingOverlay } from '../../shared/ui/loading-overlay.tsx'
import { useSignOutMessages } from './sign-out-messages.ts'

export interface SignOutProps {
  area: Area
  /** Called when the user chooses to stay signed in. */
  onStay: () => void
}

/** Signs out, and asks first if unsynced answers or unsaved drafts would be lost. */
export default function SignOut({ area, onStay }: SignOutProps) {
  const messages = useSignOutMessages()[area]
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
