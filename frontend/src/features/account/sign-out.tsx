import { useEffect, useState } from 'react'
import { type Area, signOut, unsavedDrafts, unsentAnswers } from '../../shared/account/sign-out.ts'
import { SIGN_OUT_TIMEOUT } from '../../shared/constants.ts'
import { featureMessages } from '../../shared/i18n/feature-messages.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'
import ConfirmDialog from '../../shared/ui/confirm-dialog.tsx'
import { useLoadingOverlay } from '../../shared/ui/loading-overlay.tsx'

export interface SignOutProps {
  area: Area
  /** Called when the user chooses to stay signed in. */
  onStay: () => void
}

/** Signs out, and asks first if unsynced answers or unsaved drafts would be lost. */
export function SignOut({ area, onStay }: SignOutProps) {
  const messages = useSignOutMessages()[area]
  const { account } = useMessages()
  const { show, hide } = useLoadingOverlay()
  const [atStake, setAtStake] = useState(0)
  const [pending, setPending] = useState(false)

  useEffect(() => {
    let isUnmounted = false
    // Until the next page, or the confirmation.
    show(account.signingOut, 6 * SIGN_OUT_TIMEOUT)
    const begin = async () => {
      const count = area === 'learner' ? await unsentAnswers() : unsavedDrafts()
      if (isUnmounted) return
      if (count === 0) return leave(area)
      hide()
      setAtStake(count)
    }
    void begin()
    return () => {
      isUnmounted = true
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

// The next user starts at the login, not on the page that was left.
const leave = (area: Area) => signOut(area, { to: area === 'learner' ? '/' : '/admin/login' })

const inEnglish = pluralIn('en')
const inArabic = pluralIn('ar')

const english = {
  learner: {
    title: (count: number) =>
      inEnglish(count, {
        one: '# answer isn’t synced yet',
        other: '# answers aren’t synced yet',
      }),
    text: 'Signing out clears everything from this device. To keep your answers to sync, stay signed in until you’re back online.',
    stay: 'Stay signed in',
    discard: (count: number) =>
      inEnglish(count, { one: 'Discard # answer and sign out', other: 'Discard # answers and sign out' }),
  },
  admin: {
    title: (count: number) =>
      inEnglish(count, { one: '# draft isn’t saved', other: '# drafts aren’t saved' }),
    text: 'Signing out clears your drafts from this device. To keep them, stay signed in and save them first.',
    stay: 'Stay signed in',
    discard: (count: number) =>
      inEnglish(count, { one: 'Discard # draft and sign out', other: 'Discard # drafts and sign out' }),
  },
}

const arabic: typeof english = {
  learner: {
    title: (count) =>
      inArabic(count, {
        one: 'إجابة واحدة لم تُزامَن بعد',
        two: 'إجابتان لم تُزامَنا بعد',
        few: '# إجابات لم تُزامَن بعد',
        many: '# إجابة لم تُزامَن بعد',
        other: '# إجابة لم تُزامَن بعد',
      }),
    text: 'تسجيل الخروج يمسح كل شيء من هذا الجهاز. للاحتفاظ بإجاباتك غير المُزامَنة، ابقَ مسجّل الدخول حتى يعود الاتصال.',
    stay: 'البقاء مسجّل الدخول',
    discard: (count) =>
      inArabic(count, {
        one: 'تجاهُل إجابة واحدة وتسجيل الخروج',
        two: 'تجاهُل إجابتين وتسجيل الخروج',
        few: 'تجاهُل # إجابات وتسجيل الخروج',
        many: 'تجاهُل # إجابة وتسجيل الخروج',
        other: 'تجاهُل # إجابة وتسجيل الخروج',
      }),
  },
  admin: {
    title: (count) =>
      inArabic(count, {
        one: 'مسودة واحدة غير محفوظة',
        two: 'مسودتان غير محفوظتين',
        few: '# مسودات غير محفوظة',
        many: '# مسودة غير محفوظة',
        other: '# مسودة غير محفوظة',
      }),
    text: 'تسجيل الخروج يمسح مسوداتك من هذا الجهاز. للاحتفاظ بها، ابقَ مسجّل الدخول واحفظها أولًا.',
    stay: 'البقاء مسجّل الدخول',
    discard: (count) =>
      inArabic(count, {
        one: 'تجاهُل مسودة واحدة وتسجيل الخروج',
        two: 'تجاهُل مسودتين وتسجيل الخروج',
        few: 'تجاهُل # مسودات وتسجيل الخروج',
        many: 'تجاهُل # مسودة وتسجيل الخروج',
        other: 'تجاهُل # مسودة وتسجيل الخروج',
      }),
  },
}

/** Both languages load at once: signing out must work offline. */
const useSignOutMessages = featureMessages<typeof english>({ en: () => english, ar: () => arabic })
