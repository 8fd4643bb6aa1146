import { isolate } from '../../../shared/i18n/isolate.ts'
import { pluralIn } from '../../../shared/i18n/plural.ts'
import type { BackupMessages } from './en.ts'

const n = pluralIn('ar')

export const backups: BackupMessages = {
  title: 'النسخ الاحتياطية',
  lead: 'نسخ من بنك الأسئلة، ملف لكل قسم. الاستعادة تعيد الأسئلة كما كانت، كإصدارات جديدة.',
  totalFiles: 'الملفات',
  totalQuestions: 'الأسئلة',
  sections: 'الأقسام',
  statsFailed: 'تعذّر جلب إحصاءات النسخ الاحتياطية',
  filesFailed: 'تعذّر جلب ملفات النسخ الاحتياطية',
  sectionFailed: 'تعذّر جلب نسخة القسم',
  deleteFailed: 'تعذّر حذف نسخة القسم',
  backUpFailed: 'تعذّر النسخ الاحتياطي',
  downloadFailed: 'تعذّر تنزيل النسخة',
  which: 'انسخ احتياطيًا',
  all: 'كل الأقسام',
  backUp: 'انسخ الآن',
  backingUp: 'يجري النسخ…',
  fromFile: 'استعد من ملف',
  tooLarge: 'حجم ملف النسخة 20 ميغابايت على الأكثر.',
  none: 'لا نسخ احتياطية بعد',
  noneText: 'انسخ قسمًا أو كل الأقسام، فتظهر الملفات هنا.',
  files: 'ملفات النسخ الاحتياطية',
  section: 'القسم',
  questions: 'الأسئلة',
  size: 'الحجم',
  kilobytes: (size) => `${size} كيلوبايت`,
  updated: 'آخر نسخة',
  actions: 'الإجراءات',
  show: (section) => `أظهر ما في نسخة "${isolate(section)}"`,
  download: (section) => `نزّل نسخة "${isolate(section)}"`,
  restore: (section) => `استعد "${isolate(section)}"`,
  remove: (section) => `احذف نسخة "${isolate(section)}"`,
  deleteTitle: 'حذف النسخة',
  deleteConfirm: (section) => `هل تريد حقًا حذف نسخة "${isolate(section)}"؟ تبقى الأسئلة نفسها.`,
  contentOf: (section) => `نسخة "${isolate(section)}"`,
  more: (count) =>
    n(count, { one: 'واحد آخر', two: 'اثنان آخران', few: '# أخرى', many: '# أخرى', other: '# أخرى' }),
  restoreOf: (name) => `استعادة "${isolate(name)}"`,
  restoreFailed: 'لم يُستعد شيء',
  rehearsal: 'هذا ما سيحدث. لم يتغيّر شيء بعد.',
  nothing: 'كل سؤال كما تقول النسخة: لا شيء يُستعاد.',
  done: 'تمّت الاستعادة',
  confirm: (count) =>
    n(count, {
      one: 'استعد سؤالًا واحدًا',
      two: 'استعد سؤالين',
      few: 'استعد # أسئلة',
      many: 'استعد # سؤالًا',
      other: 'استعد # سؤال',
    }),
  counts: {
    created: 'تُنشأ من جديد',
    updated: 'تتغيّر',
    undeleted: 'تعود',
    unchanged: 'كما هي',
    failed: 'مرفوضة',
  },
  becomes: { created: 'يُنشأ', updated: 'يتغيّر', undeleted: 'يعود', failed: 'مرفوض' },
}
