import { pluralIn } from '../../../shared/i18n/plural.ts'
import type { BulkMessages } from './en.ts'

const n = pluralIn('ar')

const questions = (count: number) =>
  n(count, {
    zero: 'لا أسئلة',
    one: 'سؤال واحد',
    two: 'سؤالان',
    few: '# أسئلة',
    many: '# سؤالًا',
    other: '# سؤال',
  })

export const bulk: BulkMessages = {
  title: 'استيراد جماعي',
  guideTitle: 'كيف تضيف الأسئلة',
  guide: [
    { title: 'اختر الطريقة', text: 'ألصق Markdown أو JSON، أو اختر ملفًا.' },
    { title: 'حلّل', text: 'شاهد ما فُهم وما لم يُفهم. لا يُحفظ شيء بعد.' },
    { title: 'احفظ', text: 'تُضاف الأسئلة السليمة، كلٌّ مرة واحدة. وتُذكر المعيبة مع سطرها.' },
  ],
  mode: 'طريقة الإدخال',
  markdown: 'Markdown',
  json: 'مصفوفة JSON',
  file: 'رفع ملف',
  markdownLabel: 'الأسئلة بصيغة Markdown',
  jsonLabel: 'الأسئلة بصيغة JSON',
  fileLabel: 'اختر ملفًا',
  fileHint: 'Markdown أو JSON أو GIFT أو Aiken أو Moodle XML، حتى 20 ميغابايت',
  fileTooLarge: 'الملف أكبر من 20 ميغابايت. قسّمه إلى ملفات أصغر.',
  template: 'تنزيل القالب',
  parse: 'تحليل',
  parsing: 'جارٍ التحليل...',
  parsed: (count, from) => `نجح تحليل ${questions(count)} من ${from}!`,
  formats: { json: 'JSON', markdown: 'Markdown', gift: 'GIFT', aiken: 'Aiken', 'moodle-xml': 'Moodle XML' },
  nothing: 'لا يمكن إضافة أي سؤال من هذا.',
  summary: 'ما فُهم',
  toAdd: 'للإضافة',
  duplicates: 'موجودة من قبل',
  failed: 'فيها أخطاء',
  more: (count) => `... و${questions(count)} أيضًا`,
  problems: 'الأخطاء',
  warnings: 'التنبيهات',
  row: (index) => `السؤال ${index}`,
  line: (line) => `السطر ${line}`,
  save: (count) => `إضافة ${questions(count)}`,
  saving: 'جارٍ إضافة الأسئلة...',
  savedTitle: 'أُضيفت الأسئلة',
  saved: (added, failed) => `أُضيف ${added} بنجاح! وتعذّر ${failed}.`,
  skipped: (count) => `كانت موجودة من قبل وتُخطّيت: ${questions(count)}.`,
  parseFailed: 'تعذّرت قراءة هذا',
  saveFailed: 'تعذّرت إضافة الأسئلة',
  another: 'استيراد المزيد',
}
