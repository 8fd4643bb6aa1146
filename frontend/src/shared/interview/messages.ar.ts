import { pluralIn } from '../i18n/plural.ts'
import type { TodaysPartMessages } from './messages.en.ts'

const n = pluralIn('ar')

export const todaysPart: TodaysPartMessages = {
  countdown: (days) =>
    n(days, {
      zero: 'مقابلتك اليوم',
      one: 'مقابلتك غدًا',
      two: 'المقابلة بعد يومين',
      few: 'المقابلة بعد # أيام',
      many: 'المقابلة بعد # يومًا',
      other: 'المقابلة بعد # يوم',
    }),
  questions: (count) =>
    n(count, {
      zero: 'لا أسئلة جديدة',
      one: 'سؤال جديد',
      two: 'سؤالان جديدان',
      few: '# أسئلة جديدة',
      many: '# سؤالًا جديدًا',
      other: '# سؤال جديد',
    }),
  lessons: (count) =>
    n(count, {
      zero: 'لا دروس',
      one: 'درس واحد',
      two: 'درسان',
      few: '# دروس',
      many: '# درسًا',
      other: '# درس',
    }),
  cards: (count) =>
    n(count, {
      zero: 'لا بطاقات تعليمية',
      one: 'بطاقة تعليمية واحدة',
      two: 'بطاقتان تعليميتان',
      few: '# بطاقات تعليمية',
      many: '# بطاقة تعليمية',
      other: '# بطاقة تعليمية',
    }),
  minutes: (count) =>
    n(count, {
      zero: '0 دقيقة',
      one: 'دقيقة واحدة',
      two: 'دقيقتان',
      few: '# دقائق',
      many: '# دقيقة',
      other: '# دقيقة',
    }),
  today: (parts) => `اليوم: ${parts}`,
  done: 'اكتمل جزء اليوم',
  startQuestions: (count) =>
    n(count, {
      zero: 'ابدأ أسئلة اليوم',
      one: 'ابدأ سؤال اليوم',
      two: 'ابدأ سؤالَي اليوم',
      few: 'ابدأ أسئلة اليوم (#)',
      many: 'ابدأ أسئلة اليوم (#)',
      other: 'ابدأ أسئلة اليوم (#)',
    }),
  startSome: (count, of) => `ابدأ أسئلة اليوم: ${count} من ${of}`,
  startLesson: 'ابدأ درس اليوم',
  startCards: (count) =>
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
