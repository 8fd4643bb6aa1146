import { isolate } from '../../../shared/i18n/isolate.ts'
import { pluralIn } from '../../../shared/i18n/plural.ts'
import type { ProgressMessages } from './en.ts'

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
const answers = (count: number) =>
  n(count, {
    zero: 'لا إجابات',
    one: 'إجابة واحدة',
    two: 'إجابتان',
    few: '# إجابات',
    many: '# إجابة',
    other: '# إجابة',
  })
const days = (count: number) =>
  n(count, {
    zero: 'لا أيام',
    one: 'يوم واحد',
    two: 'يومين',
    few: '# أيام',
    many: '# يومًا',
    other: '# يوم',
  })
const cards = (count: number) =>
  n(count, {
    zero: 'لا بطاقات',
    one: 'بطاقة واحدة',
    two: 'بطاقتان',
    few: '# بطاقات',
    many: '# بطاقة',
    other: '# بطاقة',
  })

export const progress: ProgressMessages = {
  title: 'التقدّم',
  lead: 'كل ما تجتمع إليه إجاباتك، ومما يتكوّن كل رقم.',
  today: 'اليوم',
  morning: 'صباح الخير',
  afternoon: 'طاب نهارك',
  evening: 'مساء الخير',
  greeting: (greeting, name) => `${greeting}، ${isolate(name)}`,
  goalOpen: (left) => `بقي من هدف اليوم: ${questions(left)}.`,
  goalReached: 'تحقّق هدف اليوم.',
  practise: 'تابع التدريب',
  allFigures: 'كل أرقامي',
  loadFailed: 'تعذّر تحميل التقدّم',
  emptyTitle: 'تبدأ أرقامك بإجابة واحدة',
  emptyText: 'تظهر النقاط والأيام المتتالية والدقة حالما تجيب عن أول سؤال.',
  emptyAction: 'أجب عن السؤال الأول',
  visitor: {
    title: 'سجّل الدخول لترى أرقامك',
    text: 'تُحفظ النقاط والأيام المتتالية والدقة مع حسابك. ويمكنك التدرّب بدونه.',
  },

  nextTitle: 'التالي',
  cardsDue: (count) => `حان وقت ${cards(count)}`,
  cardsAction: 'راجع',
  planDay: (day, of) => `اليوم ${day} من ${of}`,
  planPaused: 'متوقفة',
  planToday: (done, target) => `${done} من ${target} اليوم`,
  planAction: 'تابع',
  challengesDone: (count) =>
    n(count, {
      zero: 'لا تحديات بعد',
      one: 'تحدٍّ واحد مكتمل',
      two: 'تحديان مكتملان',
      few: '# تحديات مكتملة',
      many: '# تحديًا مكتملًا',
      other: '# تحدٍّ مكتمل',
    }),

  streak: 'الأيام المتتالية',
  streakLine: (longest) => `الأطول ${longest}`,
  freezes: (count) =>
    n(count, {
      zero: 'لا تجميدات',
      one: 'لديك تجميدة واحدة',
      two: 'لديك تجميدتان',
      few: 'لديك # تجميدات',
      many: 'لديك # تجميدة',
      other: 'لديك # تجميدة',
    }),
  longest: 'أطول سلسلة أيام',
  points: 'النقاط',
  level: 'المستوى',
  levelLine: (level) => `المستوى ${level}`,
  levelNext: (points, level) => `بقي ${points} للمستوى ${level}`,
  accuracy: 'الدقة',
  accuracyLine: (right, total) => `${right} صحيحة من ${total}`,
  answers: 'الإجابات',
  rightAnswers: 'الإجابات الصحيحة',
  completion: (percent) => `${percent} من الأسئلة التي جرّبتها أُجيبت صحيحة`,
  time: 'وقت التعلّم',
  timeLine: (time) => `${time} في آخر 7 أيام`,

  calendarTitle: 'التدريب حسب اليوم',
  calendarSummary: (active, bridged) =>
    `${days(active)} فيها تدريب${bridged > 0 ? `، وسدّت التجميدات ${days(bridged)}` : ''} خلال السنة الماضية.`,
  calendarLess: 'أقل',
  calendarMore: 'أكثر',
  calendarBridged: 'سدّته تجميدة',
  calendarNone: 'لا تدريب خلال السنة الماضية.',

  monthTitle: 'آخر 30 يومًا',
  monthSummary: (answered, active) => `${answers(answered)} في ${days(active)} خلال آخر 30 يومًا.`,
  weekTitle: 'الدقة في آخر 7 أيام',
  weekSummary: (values) => `الدقة حسب اليوم: ${values}.`,
  weeksTitle: 'أسبوعًا بأسبوع',
  weeksSummary: (answered, weeks) =>
    `${answers(answered)} في آخر ${n(weeks, { one: 'أسبوع', two: 'أسبوعين', few: '# أسابيع', many: '# أسبوعًا', other: '# أسبوع' })}. يبدأ الأسبوع يوم الأحد.`,
  monthsTitle: 'الدقة حسب الشهر',
  monthsSummary: (values) => `الدقة حسب الشهر: ${values}.`,
  day: 'اليوم',
  week: 'الأسبوع',
  month: 'الشهر',
  answered: 'المجابة',
  right: 'الصحيحة',
  wrong: 'الخاطئة',
  accuracyColumn: 'الدقة',
  pointsColumn: 'النقاط',
  timeColumn: 'الوقت',
  activeDays: 'أيام التدريب',
  noAnswers: 'لا إجابات',

  mastery: 'الإتقان',
  masteryEmpty: 'يظهر هنا كل مجال تتدرّب فيه.',
  topCategories: 'أقوى الفئات',
  answersCounted: answers,
  topCategoriesEmpty: 'تظهر فئاتك هنا مع أولى الإجابات.',
  latest: 'الأحدث',
  answeredRight: 'صحيحة',
  answeredWrong: 'خاطئة',

  paths: 'مسارات التعلّم',
  pathsEmpty: 'يظهر المسار هنا مع أول إجابة فيه.',
  pathLine: (percent, sections) =>
    `${percent} · ${n(sections, { zero: 'لا أقسام مكتملة', one: 'قسم مكتمل', two: 'قسمان مكتملان', few: '# أقسام مكتملة', many: '# قسمًا مكتملًا', other: '# قسم مكتمل' })}`,
  plans: 'الخطط',
  plansEmpty: 'لا خطة قائمة.',
  plansAction: 'اختر خطة',
  planLine: (done, total) => `${done} من ${total} سؤال`,

  forecast: 'المراجعات القادمة',
  forecastSummary: (total, today) =>
    `${cards(total)} في الأيام الثلاثين القادمة، منها اليوم: ${n(today, { zero: 'لا شيء', other: '#' })}.`,
  forecastEmpty: 'كل سؤال تجيب عنه يصير بطاقة. وهنا يظهر موعد كل منها.',
  due: 'المستحقة',

  badges: 'الشارات',
  badgesEarned: 'نلتها',
  badgesNext: 'في متناولك',
  badgesAll: (count) =>
    n(count, {
      one: 'شارة أخرى',
      two: 'شارتان أخريان',
      few: '# شارات أخرى',
      many: '# شارة أخرى',
      other: '# شارة أخرى',
    }),
  badgesNone: 'لا شيء بعد. تأتي الأولى مع أول إجابة.',
  badgesFailed: 'تعذّر تحميل الشارات الباقية',
  rarity: { common: 'شائعة', rare: 'نادرة', epic: 'ملحمية', legendary: 'أسطورية' },
  earnedOn: (day) => `نلتها ${isolate(day)}`,
  badgeAt: (now, target) => `${now} من ${target}`,

  milestones: 'المحطات',
  milestonesEmpty: 'الأولى عند 10 إجابات.',
  milestone: {
    answers: (count) => answers(count),
    correct: (count) => n(count, { few: '# إجابات صحيحة', many: '# إجابة صحيحة', other: '# إجابة صحيحة' }),
    streak: (count) => n(count, { few: '# أيام متتالية', many: '# يومًا متتاليًا', other: '# يوم متتالٍ' }),
    level: (count) => n(count, { other: 'المستوى #' }),
  },
  sessions: 'الجلسات',
  sessionsEmpty: 'تظهر هنا كل جلسة تدريب مع إجابتها الأولى.',
  sessionsFailed: 'تعذّر تحميل جلساتك',
  sessionsMore: 'اعرض الأقدم',
  sessionModes: { guided: 'خطة موجّهة', 'free-style': 'تدريب حر' },
  sessionLine: (right, answered) => `${right} صحيحة من ${answered}`,
  certificates: 'الشهادات',
  certificatesEmpty: 'تأتي شهادة مع كل مسار تكمله.',
  certificateOpen: 'اعرضها واطبعها',
  issuedOn: (day) => `صدرت ${isolate(day)}`,
}
