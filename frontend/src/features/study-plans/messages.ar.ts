import { PLAN_DEFAULTS } from '@rehearse/contracts/questions/plan-defaults'
import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

const days = (count: number) =>
  n(count, { one: 'يوم واحد', two: 'يومان', few: '# أيام', many: '# يومًا', other: '# يوم' })

/** In the genitive. */
const ofDays = (count: number) => (count === 2 ? 'يومين' : days(count))

const hoursPerDay = 'من ساعتين إلى 3 ساعات في اليوم'

export const studyPlans = {
  title: 'خطط التعلّم',
  lead: 'من يوم إلى سبعة أيام، ولكل منها هدف. ابدأ واحدة، وتابع من حيث توقفت.',
  underWay: 'الجارية الآن',
  choose: 'اختر خطة',
  loadFailed: 'تعذّر تحميل قوالب خطط التعلّم',
  samplesNote: 'هذه هي الخطط المضمّنة. يمكنك بدؤها كالمعتاد.',
  ownFailed: 'تعذّر تحميل خططك',
  days,
  daily: (count: number) =>
    n(count, {
      one: 'سؤال واحد في اليوم',
      two: 'سؤالان في اليوم',
      few: '# أسئلة في اليوم',
      many: '# سؤالًا في اليوم',
      other: '# سؤال في اليوم',
    }),
  // Plan descriptions come from the question bank in English; nearly all use this text.
  perDay: (hours: string) => (hours === PLAN_DEFAULTS.estimatedTime ? hoursPerDay : isolate(hours)),
  recommended: 'موصى بها',
  difficulty: { Beginner: 'مبتدئ', Intermediate: 'متوسط', Advanced: 'متقدّم' },
  see: 'عرض الأيام',
  start: 'ابدأ اليوم',
  continueDay: (day: string) => `متابعة اليوم ${day}`,
  resume: 'متابعة',
  pause: 'إيقاف مؤقت',
  reset: 'البدء من جديد',
  resetTitle: 'هل تريد بدء هذه الخطة من جديد؟',
  resetText: 'تبدأ أيامها من اليوم. وما أجبت عنه يبقى في سجلّك، لكنه لا يُحسب فيها بعد الآن.',
  keep: 'إلغاء',
  saving: 'لحظة واحدة...',
  failed: 'تعذّر تغيير الخطة',
  paused: 'متوقفة مؤقتًا. تنتظر الخطة حتى تتابعها.',
  finished: 'أُجيب عن كل أسئلة هذه الخطة.',
  today: 'اليوم',
  day: (day: string) => `اليوم ${day}`,
  dayOf: (day: string, of: string) => `اليوم ${day} من ${of}`,
  doneOf: (done: string, target: string) => `${done} من ${target}`,
  right: (count: string) => `${count} صحيحة`,
  daysTitle: 'الأيام',
  sectionsTitle: 'الأقسام',
  featuresTitle: 'ما فيها',
  progress: 'المنجز',
  accuracy: 'الدقة',
  back: 'كل الخطط',
  missingTitle: 'هذه الخطة غير موجودة',
  missingText: 'ربما أُزيلت، أو كُتب العنوان خطأً.',
  make: 'إنشاء خطة مخصّصة',
  makeTitle: 'إنشاء خطة مخصّصة',
  editTitle: 'تعديل الخطة المخصّصة',
  makeLead: 'اختر المجالات وعدد الأيام والأسئلة في اليوم. وترى النتيجة في المعاينة.',
  visitor: {
    title: 'سجّل الدخول لتنشئ خطة',
    text: 'تُحفظ خطتك مع حسابك. ويمكنك التدرّب بلا حساب.',
  },
  own: 'الخطط المخصّصة',
  name: 'الاسم',
  nameHint: 'مثل: الأسبوع الذي يسبق مقابلتي',
  nameError: 'يُرجى إدخال اسم.',
  dailyLabel: 'الأسئلة في اليوم',
  dailyError: (most: number) => `يُرجى إدخال عدد صحيح من 1 إلى ${most}.`,
  difficultyLabel: 'الصعوبة',
  fieldsLegend: 'المجالات',
  pathsLegend: 'مسارات التعلّم',
  tooMuch: (most: number) => `يُرجى ألّا يزيد مجموع المجالات والمسارات في الخطة الواحدة على ${most}.`,
  save: 'حفظ',
  saveAndStart: 'حفظ والبدء اليوم',
  saveForLater: 'حفظ لوقت لاحق',
  edit: 'تعديل',
  remove: 'حذف',
  removeTitle: 'هل تريد حذف هذه الخطة؟',
  removeText: 'لا يمكن التراجع عن ذلك. وتبقى إجاباتك في سجلّك.',
  preview: 'معاينة',
  previewLine: (questions: string, days: string) => `${questions}، والمدة: ${days}.`,
  minutesADay: (minutes: number) =>
    `نحو ${n(minutes, { one: 'دقيقة واحدة', two: 'دقيقتين', few: '# دقائق', many: '# دقيقة', other: '# دقيقة' })} في اليوم.`,
  about: (questions: string) => `${questions} تقريبًا`,
  allFields: 'تأتي الأسئلة من كل المجالات.',
  sampleName: (count: number) => `خطة ${ofDays(count)}`,
  sampleText: (questions: number, count: number) =>
    `${n(questions, { few: '# أسئلة', many: '# سؤالًا', other: '# سؤال' })} في ${ofDays(count)}، من كل المجالات.`,
}
