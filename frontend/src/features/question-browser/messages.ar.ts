import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

export const questionBrowser = {
  allTitle: 'كل الأسئلة',
  allLead: 'ابحث في بنك الأسئلة كله، أو استعمل عوامل التصفية.',
  search: 'بحث',
  category: 'الفئة',
  topic: 'الموضوع',
  learningPath: 'المسار',
  difficulty: 'الصعوبة',
  status: 'الحالة',
  statuses: { unseen: 'لم يُجب عنه', missed: 'أخطأت فيه', correct: 'أجبت عنه صحيحًا' },
  any: 'الكل',
  counted: (name: string, count: number) => `${isolate(name)} (${n(count, { other: '#' })})`,
  correct: 'إجابتك صحيحة',
  incorrect: 'إجابتك خاطئة، جرّب مرة أخرى',
  reserved: (count: number) =>
    n(count, {
      one: 'سؤال واحد محجوز لامتحانك التجريبي، ولا يظهر هنا.',
      two: 'سؤالان محجوزان لامتحانك التجريبي، ولا يظهران هنا.',
      few: '# أسئلة محجوزة لامتحانك التجريبي، ولا تظهر هنا.',
      many: '# سؤالًا محجوزًا لامتحانك التجريبي، ولا يظهر هنا.',
      other: '# سؤال محجوز لامتحانك التجريبي، ولا يظهر هنا.',
    }),
  noMatchTitle: 'لا أسئلة مطابقة',
  noMatchText: 'أزل أحد عوامل التصفية أو ابحث عن كلمة أخرى.',
  showAll: 'عرض كل الأسئلة',
  listsTitle: 'قوائم الأسئلة',
  listsLead: 'قوائم قصيرة اختارها محرّرونا.',
  noListsTitle: 'لا قوائم بعد',
  noListsText: 'تصفّح كل الأسئلة بدلًا من ذلك.',
  missingTitle: 'هذه القائمة غير موجودة',
  missingText: 'ربما حُذفت، أو في العنوان خطأ.',
  practice: 'تدرّب على هذه القائمة',
  listDone: (correct: number, total: number) =>
    `${n(correct, { other: '#' })} صحيحة من ${n(total, { other: '#' })}`,
}
