import { isolate } from '../../shared/i18n/isolate.ts'
import type { questionHistory as english } from './history-messages.en.ts'

export const questionHistory: typeof english = {
  title: 'الإصدارات',
  of: (title) => `إصدارات «${isolate(title)}»`,
  loadFailed: 'تعذّر تحميل الإصدارات',
  version: (number) => `الإصدار ${number}`,
  current: 'الحالي',
  by: (who) => `بواسطة ${isolate(who)}`,
  byYou: 'بواسطتك',
  actions: { created: 'أُنشئ', updated: 'عُدّل', deleted: 'حُذف', restored: 'استُعيد' },
  changes: (fields) => `ما تغيّر: ${fields}`,
  showChanges: 'ما الذي تغيّر',
  compare: (number) => `مقارنةً بالإصدار ${number}`,
  added: 'أُضيف:',
  removed: 'أُزيل:',
  first: 'ليس للإصدار الأول ما يُقارَن به.',
  same: 'لم يتغيّر شيء ظاهر.',
  older: 'إظهار الإصدارات الأقدم',
  restore: 'استعادة هذا الإصدار',
  restored: (number) => `عاد السؤال إلى ما كان عليه في الإصدار ${number}.`,
  restoreTitle: 'استعادة إصدار',
  restoreText: (number) =>
    `سيعود السؤال إلى ما كان عليه في الإصدار ${number}. وتبقى الإصدارات الأحدث في هذه القائمة.`,
  restoreFailed: 'تعذّرت استعادة هذا الإصدار',
  stale: 'حفظ شخص آخر إصدارًا أحدث للتو، وها هو. اطّلع عليه، ثم أعد الاستعادة إن كنت ما زلت تريدها.',
}
