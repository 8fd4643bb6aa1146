import { IMPORT_BODY_LIMIT } from '@rehearse/contracts/constants'
import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

export const backups = {
  title: 'النسخ الاحتياطية',
  lead: 'لكل قسم ملف نسخة احتياطية، وتبقى النسخ الأقدم متاحة نقاطَ استعادة. تُحفظ الأسئلة المستعادة إصداراتٍ جديدة.',
  totalFiles: 'الملفات',
  totalQuestions: 'الأسئلة',
  sections: 'الأقسام',
  statsFailed: 'تعذّر جلب إحصاءات النسخ الاحتياطية',
  filesFailed: 'تعذّر جلب ملفات النسخ الاحتياطية',
  sectionFailed: 'تعذّر جلب النسخة الاحتياطية للقسم',
  deleteFailed: 'تعذّر حذف النسخة الاحتياطية للقسم',
  backUpFailed: 'تعذّر النسخ الاحتياطي',
  downloadFailed: 'تعذّر تنزيل النسخة الاحتياطية',
  which: 'ما يُنسخ احتياطيًا',
  all: 'كل الأقسام',
  backUp: 'نسخ احتياطي الآن',
  backingUp: 'جارٍ النسخ الاحتياطي…',
  fromFile: 'استعادة من ملف',
  tooLarge: `حجم هذا الملف أكبر من ${IMPORT_BODY_LIMIT / 1024 ** 2} ميغابايت. اختر نسخة احتياطية نُزّلت من هنا.`,
  none: 'لا نسخ احتياطية بعد',
  noneText: 'انسخ قسمًا أو كل الأقسام احتياطيًا، فتظهر الملفات هنا.',
  files: 'ملفات النسخ الاحتياطية',
  section: 'القسم',
  questions: 'الأسئلة',
  size: 'الحجم',
  kilobytes: (size: string) => `${size} كيلوبايت`,
  updated: 'آخر نسخة احتياطية',
  actions: 'الإجراءات',
  show: (section: string) => `إظهار ما في النسخة الاحتياطية من «${isolate(section)}»`,
  download: (section: string) => `تنزيل النسخة الاحتياطية من «${isolate(section)}»`,
  restore: (section: string) => `استعادة «${isolate(section)}»`,
  remove: (section: string) => `حذف النسخة الاحتياطية من «${isolate(section)}»`,
  deleteTitle: 'حذف النسخة الاحتياطية',
  deleteConfirm: (section: string) =>
    `هل تريد حقًا حذف النسخة الاحتياطية من «${isolate(section)}» وكل نقاط استعادتها؟ تبقى الأسئلة نفسها.`,
  contentOf: (section: string) => `النسخة الاحتياطية من «${isolate(section)}»`,
  more: (count: number) =>
    n(count, {
      one: 'سؤال آخر',
      two: 'سؤالان آخران',
      few: '# أسئلة أخرى',
      many: '# سؤالًا آخر',
      other: '# سؤال آخر',
    }),
  restoreOf: (name: string) => `استعادة «${isolate(name)}»`,
  point: 'نقطة الاستعادة',
  pointOf: (when: string, questions: number) =>
    `${when}، ${n(questions, { zero: 'لا أسئلة', one: 'سؤال واحد', two: 'سؤالان', few: '# أسئلة', many: '# سؤالًا', other: '# سؤال' })}`,
  restoreFailed: 'لم يُستعد شيء',
  rehearsal: 'هذا ما سيحدث. لم يتغيّر شيء بعد.',
  nothing: 'كل سؤال كما هو في النسخة الاحتياطية: لا شيء يُستعاد.',
  done: 'تمّت الاستعادة',
  confirm: (count: number) =>
    n(count, {
      one: 'استعادة سؤال واحد',
      two: 'استعادة سؤالين',
      few: 'استعادة # أسئلة',
      many: 'استعادة # سؤالًا',
      other: 'استعادة # سؤال',
    }),
  counts: {
    created: 'مُنشأة من جديد',
    updated: 'مُعدَّلة',
    undeleted: 'مُستردّة',
    unchanged: 'كما هي',
    failed: 'مرفوضة',
  },
  becomes: { created: 'مُنشأ من جديد', updated: 'مُعدَّل', undeleted: 'مُستردّ', failed: 'مرفوض' },
}
