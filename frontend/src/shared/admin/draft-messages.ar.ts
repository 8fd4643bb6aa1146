import { isolate } from '../i18n/direction.ts'
import type { DraftMessages } from './draft-messages.en.ts'

export const drafts: DraftMessages = {
  kept: (title) => `تغييراتك غير المحفوظة على «${isolate(title)}» ما زالت هنا.`,
  keptAt: (when) => `آخر تغيير: ${when}.`,
  resume: 'إكماله',
  discard: 'تجاهُله',

  offer: (when) => `هذه تغييراتك في ${when}، ولم تُحفظ بعد.`,
  offerOther: 'حفظ شخص آخر إصدارًا بعد ذلك، وستُسأل عند الحفظ أيّهما يبقى.',
  offerDrop: 'تجاهُلها',
  leaveTitle: 'هل تريد تجاهُل تغييراتك؟',
  leaveText: 'ما كتبته هنا لم يُحفظ.',
  leave: 'تجاهُل',
  stay: 'متابعة الكتابة',
}
