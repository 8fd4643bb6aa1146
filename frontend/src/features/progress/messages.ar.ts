import {
  ANSWER_POINTS,
  ANSWER_POINTS_DEDUCTION_PER_ATTEMPT,
  ANSWER_POINTS_MIN,
  RETENTION,
} from '@rehearse/contracts/constants'
import { levelStart, MASTERY_RULES, STREAK_FREEZE } from '@rehearse/contracts/progress/levels'
import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

const answers = (count: number) =>
  n(count, {
    zero: 'لا إجابات',
    one: 'إجابة واحدة',
    two: 'إجابتان',
    few: '# إجابات',
    many: '# إجابة',
    other: '# إجابة',
  })
/** In the accusative, as the object of a verb. */
const days = (count: number) =>
  n(count, {
    one: 'يومًا واحدًا',
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

export const progress = {
  title: 'التقدّم',
  lead: 'إحصاءاتك، وكيف يُحسب كل رقم منها.',
  viewsLabel: 'طرق العرض',
  views: { overview: 'نظرة عامة', activity: 'النشاط', topics: 'المواضيع', badges: 'الشارات' },
  today: 'اليوم',
  morning: 'صباح الخير',
  afternoon: 'طاب نهارك',
  evening: 'مساء الخير',
  greeting: (greeting: string, name: string) => `${greeting}، ${isolate(name)}`,
  goalTitle: 'الهدف اليومي',
  goalReached: 'تحقّق هدف اليوم.',
  goalDone: (done: string, goal: string) => `الإجابات اليوم ${done}، وهدفك ${goal}.`,
  practice: 'تدرّب',
  loadFailed: 'تعذّر تحميل التقدّم',
  emptyTitle: 'يبدأ تقدّمك بإجابة واحدة',
  emptyText: 'تظهر النقاط والأيام المتتالية والدقة حالما تجيب عن أول سؤال.',
  emptyAction: 'أجب عن السؤال الأول',
  visitor: {
    title: 'سجّل الدخول لترى تقدّمك',
    text: 'تُحفظ النقاط والأيام المتتالية والدقة مع حسابك. ويمكنك التدرّب بلا حساب.',
  },

  firstTitle: 'أجب عن سؤالك الأول',
  firstText: 'لا يستغرق أكثر من دقيقة، وترى فورًا لماذا تصح الإجابة.',
  suggested: 'مسارات للبداية',
  start: 'ابدأ',
  continue: (name: string) => `تابع: ${isolate(name)}`,
  stepsDone: (count: number) =>
    `الخطوات المكتملة: ${n(count, { zero: 'لا شيء', other: '#' })} من ${n(10, { other: '#' })}`,
  continueStep: (title: string, number: string, of: string) =>
    `تابع: ${isolate(title)}، الخطوة ${number} من ${of}`,
  minutesLeft: (count: number) =>
    n(count, {
      one: 'بقيت دقيقة واحدة في هذه الخطوة',
      two: 'بقيت دقيقتان في هذه الخطوة',
      few: 'بقيت # دقائق في هذه الخطوة',
      many: 'بقيت # دقيقة في هذه الخطوة',
      other: 'بقيت # دقيقة في هذه الخطوة',
    }),
  chooseTitle: 'اختر مسارًا',
  chooseText: 'يقودك المسار عبر موضوع واحد في عشر خطوات.',
  chooseAction: 'كل المسارات',
  streakNone: 'لا أيام متتالية حاليًا',
  streakActive: 'تدرّبت اليوم.',
  streakOpen: 'تدرّب اليوم لتزيدها.',
  cardsDue: (count: number) =>
    n(count, {
      zero: 'لا بطاقات حان وقتها',
      one: 'بطاقة واحدة حان وقتها',
      two: 'بطاقتان حان وقتهما',
      few: '# بطاقات حان وقتها',
      many: '# بطاقة حان وقتها',
      other: '# بطاقة حان وقتها',
    }),
  cardsAction: 'مراجعة',
  cardsText: 'أسئلة توشك أن تنساها.',
  cardsNone: 'تعود الأسئلة التي تجيب عنها بطاقاتٍ تعليمية.',
  planDay: (day: string, of: string) => `اليوم ${day} من ${of}`,
  planPaused: 'متوقفة مؤقتًا',
  planAction: 'متابعة',
  challengesDone: (count: number) =>
    n(count, {
      zero: 'لا تحديات بعد',
      one: 'تحدٍّ واحد مكتمل',
      two: 'تحديان مكتملان',
      few: '# تحديات مكتملة',
      many: '# تحديًا مكتملًا',
      other: '# تحدٍّ مكتمل',
    }),

  streak: 'الأيام المتتالية',
  freezes: (count: number) =>
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
  levelNext: (points: string, level: string) => `بقي ${points} من النقاط للمستوى ${level}`,
  accuracy: 'الدقة',
  answers: 'الإجابات',
  rightAnswers: 'الإجابات الصحيحة',
  completion: (percent: string) => `${percent} من الأسئلة التي جرّبتها بإجابة صحيحة`,
  time: 'وقت التعلّم',
  timeLine: (time: string) => `${time} في آخر 7 أيام`,

  calendarTitle: 'التدريب بحسب اليوم',
  calendarSummary: (active: number, bridged: number) =>
    `تدرّبت ${days(active)} خلال السنة الماضية${bridged > 0 ? `، وعوّضت التجميدات ${days(bridged)}` : ''}.`,
  calendarLess: 'أقل',
  calendarMore: 'أكثر',
  calendarBridged: 'عوّضته تجميدة',
  calendarNone: 'لا تدريب خلال السنة الماضية.',

  monthTitle: 'آخر 30 يومًا',
  monthSummary: (answered: number, active: number) =>
    answered === 0
      ? 'لا إجابات خلال آخر 30 يومًا.'
      : `${answers(answered)} خلال آخر 30 يومًا، وأيام التدريب: ${n(active, { other: '#' })}.`,
  weekTitle: 'الدقة في آخر 7 أيام',
  weekSummary: (values: string) => `الدقة بحسب اليوم: ${values}.`,
  weeksTitle: 'أسبوعًا بعد أسبوع',
  weeksSummary: (answered: number, weeks: number) =>
    `${answers(answered)} في آخر ${n(weeks, { one: 'أسبوع', two: 'أسبوعين', few: '# أسابيع', many: '# أسبوعًا', other: '# أسبوع' })}. يبدأ الأسبوع يوم الأحد.`,
  monthsTitle: 'الدقة بحسب الشهر',
  monthsSummary: (values: string) => `الدقة بحسب الشهر: ${values}.`,
  day: 'اليوم',
  week: 'الأسبوع',
  month: 'الشهر',
  answered: 'المُجاب عنها',
  right: 'الصحيحة',
  wrong: 'الخاطئة',
  accuracyColumn: 'الدقة',
  pointsColumn: 'النقاط',
  timeColumn: 'الوقت',
  activeDays: 'أيام التدريب',
  noAnswers: 'لا إجابات',

  mastery: 'الإتقان',
  masteryEmpty: 'يظهر هنا كل مجال تتدرّب فيه.',
  levelFrom: (count: number, needed: number) =>
    `${answers(count)}، ويظهر المستوى من ${n(needed, { other: '#' })}`,
  strongest: 'أقوى المواضيع',
  strongestEmpty: (count: number, percent: string) =>
    `يظهر الموضوع هنا عند ${n(count, { few: '# إجابات', other: '# إجابة' })} على الأقل، منها ${isolate(percent)} صحيحة.`,
  toPractice: 'مواضيع تحتاج إلى تدريب',
  toPracticeEmpty: (count: number, percent: string) =>
    `يظهر الموضوع هنا عند ${n(count, { few: '# إجابات', other: '# إجابة' })} على الأقل، وأقل من ${isolate(percent)} صحيحة.`,
  answersCounted: answers,
  latest: 'آخر الأنشطة',
  answeredRight: 'صحيحة',
  answeredWrong: 'خاطئة',

  paths: 'مسارات التعلّم',
  pathsEmpty: 'يظهر المسار هنا مع أول إجابة فيه.',
  plans: 'الخطط',
  plansEmpty: 'لا خطة جارية.',
  plansAction: 'اختر خطة',
  planLine: (done: string, total: string) => `الأسئلة: ${done} من ${total}`,

  forecast: 'المراجعات القادمة',
  forecastSummary: (total: number, today: number) =>
    `${cards(total)} في الأيام الثلاثين القادمة، منها اليوم: ${n(today, { zero: 'لا شيء', other: '#' })}.`,
  forecastEmpty: 'كل سؤال تجيب عنه يصير بطاقة، وهنا يظهر موعد كل منها.',
  due: 'ما يحين وقته',

  badges: 'الشارات',
  badgesEarned: 'نلتها',
  badgesNext: 'الشارات التالية',
  badgesAll: (count: number) =>
    n(count, {
      one: 'شارة أخرى',
      two: 'شارتان أخريان',
      few: '# شارات أخرى',
      many: '# شارة أخرى',
      other: '# شارة أخرى',
    }),
  badgesNone: 'لا شارات بعد. تأتي الأولى مع أول إجابة.',
  badgesFailed: 'تعذّر تحميل الشارات التي لم تنلها بعد',
  rarity: { common: 'شائعة', rare: 'نادرة', epic: 'ملحمية', legendary: 'أسطورية' },
  earnedOn: (day: string) => `نلتها في ${isolate(day)}`,
  badgeAt: (now: string, target: string) => `${now} من ${target}`,

  milestones: 'المحطات',
  milestonesEmpty: 'الأولى عند 10 إجابات.',
  milestone: {
    answers: (count: number) => answers(count),
    correct: (count: number) =>
      n(count, {
        one: 'إجابة صحيحة واحدة',
        two: 'إجابتان صحيحتان',
        few: '# إجابات صحيحة',
        many: '# إجابة صحيحة',
        other: '# إجابة صحيحة',
      }),
    streak: (count: number) =>
      n(count, {
        one: 'يوم واحد',
        two: 'يومان متتاليان',
        few: '# أيام متتالية',
        many: '# يومًا متتاليًا',
        other: '# يوم متتالٍ',
      }),
    level: (count: number) => n(count, { other: 'المستوى #' }),
  },
  sessions: 'جلسات التدريب',
  sessionsEmpty: 'تظهر هنا كل جلسة تدريب مع إجابتها الأولى.',
  sessionsFailed: 'تعذّر تحميل جلساتك',
  sessionsMore: 'إظهار الأقدم',
  sessionModes: { guided: 'خطة موجّهة', 'free-style': 'تدريب' },
  sessionLine: (right: string, answered: string) => `${right} صحيحة من ${answered}`,
  certificates: 'الشهادات',
  certificatesEmpty: 'تأتي شهادة مع كل مسار تكمله.',
  certificateOpen: 'عرضها وطباعتها',
  issuedOn: (day: string) => `صدرت في ${isolate(day)}`,
}

const [expert, advanced, intermediate] = MASTERY_RULES
const firstLevels = [2, 3, 4, 5].map((level) => levelStart(level).toLocaleString('en')).join(' ثم ')

export const explain = {
  rules: {
    points: `مجموع ما كسبته من الإجابات والتحديات والشارات. نقاط الإجابة الصحيحة ${ANSWER_POINTS.beginner} (مبتدئ) أو ${ANSWER_POINTS.intermediate} (متوسط) أو ${ANSWER_POINTS.advanced} (متقدّم)، تنقص ${ANSWER_POINTS_DEDUCTION_PER_ATTEMPT} لكل محاولة بعد الأولى، ولا تقل عن ${ANSWER_POINTS_MIN}. والإجابة الخاطئة لا تكسبك شيئًا.`,
    experience: 'هي نقاطك نفسها: فهي لا تُنفق.',
    level: `يبدأ المستوى n عند ${isolate('50·n·(n − 1)')} نقطة: ${firstLevels} وهكذا.`,
    accuracy: 'نسبة الإجابات الصحيحة من كل الإجابات، مقرّبة إلى عدد صحيح.',
    totalQuestions: 'تُحسب كل إجابة مرة واحدة، مهما تكرر إرسالها.',
    correctAnswers: 'الإجابات الصحيحة، في أي محاولة كانت.',
    timeSpent: 'مجموع الأوقات بين رؤية السؤال والتحقّق من الإجابة، مع وقت التحديات.',
    streak:
      'أيام متتالية فيها إجابة أو تحدٍّ أو مراجعة، بحسب منطقتك الزمنية. اليوم الذي تتخطاه بعبور خط التاريخ ليس فائتًا: أقل من 36 ساعة بين إجابتين، والثانية في منطقة زمنية متقدمة بـ 12 ساعة أو أكثر، ومرتين على الأكثر كل 30 يومًا. وإلا فالتجميدة تعوّض يومًا فائتًا واحدًا من تلقاء نفسها. واليوم المتخطى أو المعوَّض لا يُحسب.',
    longestStreak: 'أطول سلسلة لك من هذه الأيام. واليوم الذي تخطّيته عند خط التاريخ أو عوّضته تجميدة لا يُحسب.',
    streakFreezes: `التجميدات التي كسبتها بعد طرح ما عوّض منها يومًا. تكسب واحدة كلما بلغت سلسلتك ${STREAK_FREEZE.days} أيام أخرى، والحد الأقصى ${STREAK_FREEZE.max}.`,
    completionRate:
      'نسبة الأسئلة التي أجبت عنها إجابة صحيحة مرة واحدة على الأقل من كل الأسئلة التي جرّبتها، مقرّبة إلى عدد صحيح.',
    flashcardRetention: `احتمال تذكّر البطاقة حين تعود. يبدأ من ${RETENTION.default}%، ويبيّن كل سطر مقدار تغييرك له.`,
    badge: 'تكسبك الشارة نقاطًا بحسب ندرتها. وبجانبها ما فعلته حين تحقّق شرطها أول مرة.',
    section: `الإجابات الصحيحة من كل إجابات المجال: متوسط من ${intermediate.answers} بنسبة ${intermediate.accuracy}%، ومتقدّم من ${advanced.answers} بنسبة ${advanced.accuracy}%، وخبير من ${expert.answers} بنسبة ${expert.accuracy}%.`,
    category: 'نسبة الإجابات الصحيحة من كل إجابات الفئة، مقرّبة إلى عدد صحيح.',
  },
  sumOf: (sum: string, of: string) => `${sum} من ${of}`,
  madeOf: 'كيف يُحسب، الأحدث أولًا',
  nothing: 'لا شيء يُحسب فيه بعد.',
  earlier: 'إظهار الأقدم',
  loadingEarlier: 'جارٍ التحميل...',
  entries: (count: number) =>
    n(count, {
      zero: 'لا عناصر',
      one: 'عنصر واحد',
      two: 'عنصران',
      few: '# عناصر',
      many: '# عنصرًا',
      other: '# عنصر',
    }),
  inZone: (day: string, zone: string) => `${day}، ${isolate(zone)}`,
  types: {
    AnswerSubmitted: 'إجابة',
    AnswerRegraded: 'إجابة أُعيد تقييمها',
    CardReviewed: 'بطاقة تعليمية',
    RetentionChosen: 'إعداد البطاقات',
    ChallengeAttempted: 'تحدٍّ برمجي',
    ProgressReset: 'إعادة ضبط التقدّم',
    StreakFreezeSpent: 'عوّضت تجميدة هذا اليوم',
    BadgeEarned: 'شارة',
    SectionCompleted: 'اكتملت خطوة',
  },
  other: 'نشاط آخر',
}
