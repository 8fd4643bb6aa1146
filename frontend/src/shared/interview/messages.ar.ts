import { pluralIn } from '../i18n/plural.ts'

const n = pluralIn('ar')

export const todaysPart = {
  role: 'الوظيفة',
  roles: {
    frontend: 'مطوّر واجهات أمامية',
    react: 'مطوّر React',
    fullstack: 'مطوّر JavaScript متكامل (Full-stack)',
  },
  countdown: (days: number) =>
    n(days, {
      zero: 'مقابلتك اليوم',
      one: 'مقابلتك غدًا',
      two: 'المقابلة بعد يومين',
      few: 'المقابلة بعد # أيام',
      many: 'المقابلة بعد # يومًا',
      other: 'المقابلة بعد # يوم',
    }),
  questions: (count: number) =>
    n(count, {
      zero: 'لا أسئلة جديدة',
      one: 'سؤال جديد',
      two: 'سؤالان جديدان',
      few: '# أسئلة جديدة',
      many: '# سؤالًا جديدًا',
      other: '# سؤال جديد',
    }),
  lessons: (count: number) =>
    n(count, {
      zero: 'لا دروس',
      one: 'درس واحد',
      two: 'درسان',
      few: '# دروس',
      many: '# درسًا',
      other: '# درس',
    }),
  cards: (count: number) =>
    n(count, {
      zero: 'لا بطاقات تعليمية',
      one: 'بطاقة تعليمية واحدة',
      two: 'بطاقتان تعليميتان',
      few: '# بطاقات تعليمية',
      many: '# بطاقة تعليمية',
      other: '# بطاقة تعليمية',
    }),
  minutes: (count: number) =>
    n(count, {
      zero: '0 دقيقة',
      one: 'دقيقة واحدة',
      two: 'دقيقتان',
      few: '# دقائق',
      many: '# دقيقة',
      other: '# دقيقة',
    }),
  seconds: (count: number) =>
    n(count, {
      zero: '0 ثانية',
      one: 'ثانية واحدة',
      two: 'ثانيتين',
      few: '# ثوانٍ',
      many: '# ثانية',
      other: '# ثانية',
    }),
  aboutMinutes: (minutes: string) => `${minutes} دقيقة`,
  today: (parts: string) => `اليوم: ${parts}`,
  done: 'اكتمل جزء اليوم',
  doneText: 'لم يبقَ شيء مما هو مطلوب اليوم.',
  lesson: (title: string) => `الدرس: ${title}`,
  challenge: (title: string) => `تحدٍّ برمجي: ${title}`,
  design: (title: string) => `مسألة تصميم: ${title}`,
  mockInterview: 'مقابلة تجريبية',
  exam: 'امتحان تجريبي',
  challenges: (count: number) =>
    n(count, {
      zero: 'لا تحديات برمجية',
      one: 'تحدٍّ برمجي واحد',
      two: 'تحديان برمجيان',
      few: '# تحديات برمجية',
      many: '# تحديًا برمجيًا',
      other: '# تحدٍّ برمجي',
    }),
  designs: (count: number) =>
    n(count, {
      zero: 'لا مسائل تصميم',
      one: 'مسألة تصميم واحدة',
      two: 'مسألتا تصميم',
      few: '# مسائل تصميم',
      many: '# مسألة تصميم',
      other: '# مسألة تصميم',
    }),
  mockInterviews: (count: number) =>
    n(count, {
      zero: 'لا مقابلات تجريبية',
      one: 'مقابلة تجريبية واحدة',
      two: 'مقابلتان تجريبيتان',
      few: '# مقابلات تجريبية',
      many: '# مقابلة تجريبية',
      other: '# مقابلة تجريبية',
    }),
  exams: (count: number) =>
    n(count, {
      zero: 'لا امتحانات تجريبية',
      one: 'امتحان تجريبي واحد',
      two: 'امتحانان تجريبيان',
      few: '# امتحانات تجريبية',
      many: '# امتحانًا تجريبيًا',
      other: '# امتحان تجريبي',
    }),
  goal: (left: number) =>
    n(left, {
      zero: 'لم يبقَ سؤال لبلوغ هدف اليوم',
      one: 'بقي سؤال واحد لبلوغ هدف اليوم',
      two: 'بقي سؤالان لبلوغ هدف اليوم',
      few: 'بقي # أسئلة لبلوغ هدف اليوم',
      many: 'بقي # سؤالًا لبلوغ هدف اليوم',
      other: 'بقي # سؤال لبلوغ هدف اليوم',
    }),
  whyInterview: (date: string) => `لمقابلتك في ${date}`,
  whyCards: 'أسئلة توشك أن تنساها',
  whySomeCards: (count: string, due: number, minutes: string) =>
    n(due, {
      zero: `${count} من البطاقات المستحقة، والأقدم أولًا: وقتك اليومي (${minutes}) لا يتسع للمزيد`,
      one: `${count} من بطاقة مستحقة واحدة: وقتك اليومي (${minutes}) لا يتسع للمزيد`,
      two: `${count} من بطاقتين مستحقتين، والأقدم أولًا: وقتك اليومي (${minutes}) لا يتسع للمزيد`,
      few: `${count} من # بطاقات مستحقة، والأقدم أولًا: وقتك اليومي (${minutes}) لا يتسع للمزيد`,
      many: `${count} من # بطاقة مستحقة، والأقدم أولًا: وقتك اليومي (${minutes}) لا يتسع للمزيد`,
      other: `${count} من # بطاقة مستحقة، والأقدم أولًا: وقتك اليومي (${minutes}) لا يتسع للمزيد`,
    }),
  allCards: (count: number) =>
    n(count, {
      zero: 'مراجعة البطاقات',
      one: 'مراجعة بطاقة واحدة',
      two: 'مراجعة البطاقتين',
      few: 'مراجعة الكل (#)',
      many: 'مراجعة الكل (#)',
      other: 'مراجعة الكل (#)',
    }),
  moreCards: (count: number) =>
    n(count, {
      zero: 'لا بطاقات مستحقة أخرى.',
      one: 'بطاقة أخرى مستحقة لا يتسع لها وقت اليوم.',
      two: 'بطاقتان أخريان مستحقتان لا يتسع لهما وقت اليوم.',
      few: '# بطاقات أخرى مستحقة لا يتسع لها وقت اليوم.',
      many: '# بطاقة أخرى مستحقة لا يتسع لها وقت اليوم.',
      other: '# بطاقة أخرى مستحقة لا يتسع لها وقت اليوم.',
    }),
  laterCards: (count: number) =>
    n(count, {
      zero: 'لا بطاقات مستحقة لاحقًا اليوم',
      one: 'بطاقة واحدة تُستحق لاحقًا اليوم',
      two: 'بطاقتان تُستحقان لاحقًا اليوم',
      few: '# بطاقات تُستحق لاحقًا اليوم',
      many: '# بطاقة تُستحق لاحقًا اليوم',
      other: '# بطاقة تُستحق لاحقًا اليوم',
    }),
  planDay: (day: string, of: string) => `اليوم ${day} من ${of}`,
  doneOf: (done: string, target: string) => `${done} من ${target} اليوم`,
  stepQuestions: (count: number) =>
    n(count, {
      zero: 'لم يبقَ سؤال في هذه الخطوة',
      one: 'بقي سؤال واحد في هذه الخطوة',
      two: 'بقي سؤالان في هذه الخطوة',
      few: 'بقي # أسئلة في هذه الخطوة',
      many: 'بقي # سؤالًا في هذه الخطوة',
      other: 'بقي # سؤال في هذه الخطوة',
    }),
  continue: 'متابعة',
  practice: 'تدرّب',
  startQuestions: (count: number) =>
    n(count, {
      zero: 'ابدأ أسئلة اليوم',
      one: 'ابدأ سؤال اليوم',
      two: 'ابدأ سؤالَي اليوم',
      few: 'ابدأ أسئلة اليوم (#)',
      many: 'ابدأ أسئلة اليوم (#)',
      other: 'ابدأ أسئلة اليوم (#)',
    }),
  startSome: (count: string, of: string) => `ابدأ أسئلة اليوم: ${count} من ${of}`,
  startLesson: 'ابدأ درس اليوم',
  startChallenge: 'ابدأ التحدي',
  startDesign: 'ابدأ مسألة التصميم',
  startMockInterview: 'ابدأ المقابلة التجريبية',
  startExam: 'ابدأ الامتحان التجريبي',
  startCards: (count: number) =>
    n(count, {
      zero: 'مراجعة البطاقات',
      one: 'مراجعة بطاقة واحدة',
      two: 'مراجعة بطاقتين',
      few: 'مراجعة # بطاقات',
      many: 'مراجعة # بطاقة',
      other: 'مراجعة # بطاقة',
    }),
  open: 'عرض الخطة',
  over: 'كيف كانت مقابلتك؟',
  overText: 'حدّد تاريخ مقابلتك القادمة، أو أزل هذا التاريخ.',
}
