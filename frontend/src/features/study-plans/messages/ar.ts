import { isolate } from '../../../shared/i18n/isolate.ts'
import { pluralIn } from '../../../shared/i18n/plural.ts'
import type { StudyPlanMessages } from './en.ts'

const n = pluralIn('ar')

const days = (count: number) =>
  n(count, { one: 'يوم واحد', two: 'يومان', few: '# أيام', many: '# يومًا', other: '# يوم' })

export const studyPlans: StudyPlanMessages = {
  title: 'خطط التعلّم',
  lead: 'من يوم إلى سبعة أيام، ولكل منها هدف. ابدأ واحدة، وتابع من حيث توقفت.',
  underWay: 'قائمة الآن',
  choose: 'اختر خطة',
  loadFailed: 'تعذّر تحميل قوالب خطط التعلّم',
  samplesNote: 'هذه هي الخطط المضمّنة في الصفحة، وهي تعمل أيضًا.',
  ownFailed: 'تعذّر تحميل خططك',
  days,
  daily: (count) => n(count, { few: '# أسئلة في اليوم', many: '# سؤالًا في اليوم', other: '# سؤال في اليوم' }),
  perDay: (hours) => isolate(hours),
  recommended: 'موصى بها',
  difficulty: { Beginner: 'مبتدئ', Intermediate: 'متوسط', Advanced: 'متقدم' },
  see: 'شاهد الأيام',
  start: 'ابدأ اليوم',
  continueDay: (day) => `تابع اليوم ${day}`,
  resume: 'تابع',
  pause: 'أوقفها مؤقتًا',
  reset: 'ابدأ من جديد',
  resetTitle: 'هل تبدأ هذه الخطة من جديد؟',
  resetText: 'تبدأ أيامها من اليوم. وما أجبت عنه يبقى في سجلّك، لكنه لا يُحسب هنا بعد الآن.',
  keep: 'اتركها كما هي',
  saving: 'لحظة واحدة...',
  failed: 'لم ينجح ذلك',
  paused: 'متوقفة. تقف أيامها حتى تتابع.',
  finished: 'أُجيب عن كل أسئلة هذه الخطة.',
  today: 'اليوم',
  day: (day) => `اليوم ${day}`,
  dayOf: (day, of) => `اليوم ${day} من ${of}`,
  doneOf: (done, target) => `${done} من ${target}`,
  right: (count) => `${count} صحيحة`,
  daysTitle: 'الأيام',
  sectionsTitle: 'الأقسام',
  featuresTitle: 'ما فيها',
  progress: 'المنجز',
  accuracy: 'الصحيحة',
  back: 'كل الخطط',
  missingTitle: 'هذه الخطة غير موجودة',
  missingText: 'ربما أُزيلت، أو كُتب العنوان خطأً.',
  sampleName: (count) => `خطة ${days(count)}`,
  sampleText: (questions, count) =>
    `${n(questions, { few: '# أسئلة', many: '# سؤالًا', other: '# سؤال' })} في ${days(count)}، من كل المجالات.`,
  hoursPerDay: '2-3 ساعات في اليوم',
}
