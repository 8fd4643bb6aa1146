import { useEffect, useState } from 'react'
import { type Area, type Losses, signOut, unsavedDrafts, unsentWork } from '../../shared/account/sign-out.ts'
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

/** Signs out, and asks first if unsynced answers, mock interviews or unsaved drafts would be lost. */
export function SignOut({ area, onStay }: SignOutProps) {
  const messages = useSignOutMessages()[area]
  const { account } = useMessages()
  const { show, hide } = useLoadingOverlay()
  const [atStake, setAtStake] = useState<Losses>()
  const [pending, setPending] = useState(false)

  useEffect(() => {
    let isUnmounted = false
    // Until the next page, or the confirmation.
    show(account.signingOut, 6 * SIGN_OUT_TIMEOUT)
    const begin = async () => {
      const losses = area === 'learner' ? await unsentWork() : { answers: unsavedDrafts(), interviews: 0 }
      if (isUnmounted) return
      if (losses.answers + losses.interviews === 0) return leave(area)
      hide()
      setAtStake(losses)
    }
    void begin()
    return () => {
      isUnmounted = true
      hide()
    }
  }, [area, account, show, hide])

  if (!atStake) return null
  return (
    <ConfirmDialog
      title={messages.title(atStake)}
      text={messages.text(atStake)}
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

const joined = (parts: readonly (string | false)[], by: string): string =>
  parts.filter((part) => part !== false).join(by)

const english = {
  learner: {
    title: ({ answers, interviews }: Losses) =>
      joined(
        [
          answers > 0 &&
            inEnglish(answers, { one: '# answer isn’t synced yet', other: '# answers aren’t synced yet' }),
          interviews > 0 &&
            inEnglish(interviews, {
              one: '# mock interview is only on this device',
              other: '# mock interviews are only on this device',
            }),
        ],
        ', and ',
      ),
    text: ({ answers, interviews }: Losses) =>
      joined(
        [
          'Signing out clears everything from this device.',
          answers > 0 && 'To keep your answers to sync, stay signed in until you’re back online.',
          interviews > 0 &&
            'To keep a mock interview, stay signed in and download its report, or wait until you’re back online if it isn’t synced yet.',
        ],
        ' ',
      ),
    stay: 'Stay signed in',
    discard: ({ answers, interviews }: Losses) =>
      `Discard ${joined(
        [
          answers > 0 && inEnglish(answers, { one: '# answer', other: '# answers' }),
          interviews > 0 && inEnglish(interviews, { one: '# mock interview', other: '# mock interviews' }),
        ],
        ' and ',
      )} and sign out`,
  },
  admin: {
    title: ({ answers }: Losses) =>
      inEnglish(answers, { one: '# draft isn’t saved', other: '# drafts aren’t saved' }),
    text: () =>
      'Signing out clears your drafts from this device. To keep them, stay signed in and save them first.',
    stay: 'Stay signed in',
    discard: ({ answers }: Losses) =>
      inEnglish(answers, { one: 'Discard # draft and sign out', other: 'Discard # drafts and sign out' }),
  },
}

const arabic: typeof english = {
  learner: {
    title: ({ answers, interviews }) =>
      joined(
        [
          answers > 0 &&
            inArabic(answers, {
              one: 'إجابة واحدة لم تُزامَن بعد',
              two: 'إجابتان لم تُزامَنا بعد',
              few: '# إجابات لم تُزامَن بعد',
              many: '# إجابة لم تُزامَن بعد',
              other: '# إجابة لم تُزامَن بعد',
            }),
          interviews > 0 &&
            inArabic(interviews, {
              one: 'مقابلة تجريبية واحدة على هذا الجهاز فقط',
              two: 'مقابلتان تجريبيتان على هذا الجهاز فقط',
              few: '# مقابلات تجريبية على هذا الجهاز فقط',
              many: '# مقابلة تجريبية على هذا الجهاز فقط',
              other: '# مقابلة تجريبية على هذا الجهاز فقط',
            }),
        ],
        '، و',
      ),
    text: ({ answers, interviews }) =>
      joined(
        [
          'تسجيل الخروج يمسح كل شيء من هذا الجهاز.',
          answers > 0 && 'للاحتفاظ بإجاباتك غير المُزامَنة، ابقَ مسجّل الدخول حتى يعود الاتصال.',
          interviews > 0 &&
            'للاحتفاظ بمقابلة تجريبية، ابقَ مسجّل الدخول ونزّل تقريرها، أو انتظر عودة الاتصال إن لم تُزامَن بعد.',
        ],
        ' ',
      ),
    stay: 'البقاء مسجّل الدخول',
    discard: ({ answers, interviews }) =>
      `تجاهُل ${joined(
        [
          answers > 0 &&
            inArabic(answers, {
              one: 'إجابة واحدة',
              two: 'إجابتين',
              few: '# إجابات',
              many: '# إجابة',
              other: '# إجابة',
            }),
          interviews > 0 &&
            inArabic(interviews, {
              one: 'مقابلة تجريبية واحدة',
              two: 'مقابلتين تجريبيتين',
              few: '# مقابلات تجريبية',
              many: '# مقابلة تجريبية',
              other: '# مقابلة تجريبية',
            }),
        ],
        ' و',
      )} وتسجيل الخروج`,
  },
  admin: {
    title: ({ answers }) =>
      inArabic(answers, {
        one: 'مسودة واحدة غير محفوظة',
        two: 'مسودتان غير محفوظتين',
        few: '# مسودات غير محفوظة',
        many: '# مسودة غير محفوظة',
        other: '# مسودة غير محفوظة',
      }),
    text: () => 'تسجيل الخروج يمسح مسوداتك من هذا الجهاز. للاحتفاظ بها، ابقَ مسجّل الدخول واحفظها أولًا.',
    stay: 'البقاء مسجّل الدخول',
    discard: ({ answers }) =>
      inArabic(answers, {
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
