import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

export const onboarding = {
  title: 'جهّز خطة استعدادك',
  lead: 'أجب عن بضعة أسئلة، ثم تُفتح خطوتك الأولى. يمكنك تغيير إجاباتك في الإعدادات.',
  goal: 'ما هدفك؟',
  goals: {
    job: { name: 'الاستعداد لمقابلة', text: 'إن حدّدت موعدها، فخطة للأيام الباقية.' },
    fundamentals: { name: 'تعلّم الأساسيات', text: 'مسار يناسب مستواك، خطوة بخطوة.' },
    topic: { name: 'التقدّم في موضوع واحد', text: 'مسار في الموضوع الذي تختاره.' },
  },
  jobForVisitor: 'أنشئ حسابًا لتحصل على خطة للأيام الباقية حتى مقابلتك.',
  date: 'تاريخ المقابلة',
  dateHint: 'اتركه فارغًا إن لم يُحدَّد بعد.',
  dateErrors: {
    date: 'أدخِل تاريخًا.',
    past: 'اختر الغد أو يومًا بعده.',
    far: 'اختر يومًا خلال 365 يومًا القادمة.',
  },
  topic: 'الموضوع',
  topicMissing: 'اختر موضوعًا.',
  pathsFailed: 'تعذّر تحميل المسارات',
  level: 'ما مستواك؟',
  levels: {
    beginner: { name: 'مبتدئ', text: 'أنا جديد في تطوير الواجهات.' },
    intermediate: { name: 'متوسط', text: 'أبني صفحات وتطبيقات وحدي.' },
    advanced: { name: 'متقدّم', text: 'أتخذ قرارات في البنية والأداء.' },
  },
  check: 'اعرف مستواك بستة أسئلة',
  checkLead: 'سؤالان لكل مستوى صعوبة، ولا يغيّران أي نتيجة.',
  checkFailed: 'تعذّر تحميل الأسئلة',
  position: (at: string, of: string) => `السؤال ${at} من ${of}`,
  next: 'التالي',
  dontKnow: 'لا أعرف',
  stop: 'أختار مستواي بنفسي',
  result: (correct: string, of: string, level: string) => `${correct} من ${of} صحيحة: ${level}`,
  minutes: 'كم من الوقت لديك في اليوم؟',
  minutesOf: (count: number) =>
    n(count, {
      one: 'دقيقة واحدة',
      two: 'دقيقتان',
      few: '# دقائق',
      many: '# دقيقة',
      other: '# دقيقة',
    }),
  goalOf: (count: number) =>
    n(count, {
      one: 'نحو سؤال واحد',
      two: 'نحو سؤالين',
      few: 'نحو # أسئلة',
      many: 'نحو # سؤالًا',
      other: 'نحو # سؤال',
    }),
  start: 'ابدأ',
  starting: 'جارٍ البدء...',
  skip: 'ليس الآن',
  failed: 'تعذّر بدء خطتك',
}
