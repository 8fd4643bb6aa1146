import { isolate } from '../i18n/direction.ts'

export const drafts = {
  kept: (title: string) => `تغييراتك غير المحفوظة على «${isolate(title)}» ما زالت هنا.`,
  keptAt: (when: string) => `آخر تغيير: ${when}.`,
  resume: 'إكماله',
  discard: 'تجاهُله',

  offer: (when: string) => `هذه تغييراتك في ${when}، ولم تُحفظ بعد.`,
  offerOther: 'حفظ شخص آخر إصدارًا بعد ذلك، وستُسأل عند الحفظ أيّهما يبقى.',
  offerDrop: 'تجاهُلها',
  leaveTitle: 'هل تريد تجاهُل تغييراتك؟',
  leaveText: 'ما كتبته هنا لم يُحفظ.',
  leave: 'تجاهُل',
  stay: 'متابعة الكتابة',
}
