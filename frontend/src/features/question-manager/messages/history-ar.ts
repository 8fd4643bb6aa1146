import { isolate } from '../../../shared/i18n/isolate.ts'
import type { questionHistory as english } from './history-en.ts'

export const questionHistory: typeof english = {
  title: 'النسخ',
  of: (title) => `نسخ «${isolate(title)}»`,
  loadFailed: 'تعذّر تحميل النسخ',
  version: (number) => `النسخة ${number}`,
  current: 'الحالية',
  by: (who) => `بيد ${isolate(who)}`,
  byYou: 'بيدك',
  actions: { created: 'أُنشئ', updated: 'عُدّل', deleted: 'حُذف', restored: 'أُعيد' },
  changes: (fields) => `ما تغيّر: ${fields}`,
  showChanges: 'ما الذي تغيّر',
  compare: (number) => `مقارنةً بالنسخة ${number}`,
  added: 'أُضيف:',
  removed: 'أُزيل:',
  first: 'النسخة الأولى لا سابق لها تُقارَن به.',
  same: 'لم يتغيّر شيء يُرى.',
  older: 'أظهر النسخ الأقدم',
  restore: 'استعادة هذه النسخة',
  restored: (number) => `عاد السؤال إلى ما كان يقوله في النسخة ${number}.`,
  restoreTitle: 'استعادة نسخة',
  restoreText: (number) =>
    `سيعود السؤال إلى ما كان يقوله في النسخة ${number}. وتبقى النسخ الأحدث في هذه القائمة.`,
  restoreFailed: 'تعذّرت استعادة هذه النسخة',
  stale: 'حفظ شخص نسخة أحدث للتو. ها هي: انظر إليها، ثم استعد من جديد إن كنت ما زلت تريد ذلك.',
}
