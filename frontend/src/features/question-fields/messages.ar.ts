import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

export const questionFields = {
  javascript: { title: 'أسئلة JavaScript', lead: 'النطاق والقيم والشيفرة غير المتزامنة ودوال تُكتب باليد.' },
  react: { title: 'أسئلة React', lead: 'التصيير والحالة والتأثيرات وما يتصل بها.' },
  'user-interface': {
    title: 'أسئلة واجهة المستخدم',
    lead: 'التخطيط والمكوّنات والأنماط كما تسأل عنها المقابلات.',
  },
  'system-design': { title: 'أسئلة تصميم الأنظمة', lead: 'استوضح، وارسم المخطط، وتعمّق، وبيّن الكلفة.' },
  behavioral: { title: 'الأسئلة السلوكية', lead: 'قصص من عملك تُروى بحيث يسهل تتبّعها.' },
  'company-specific': { title: 'أسئلة بحسب الشركة', lead: 'ما يُعرف أنه يُسأل وأين. لا تُذكر شركة بلا مصدر.' },
  practiceTitle: 'تدرّب هنا',
  practiceText: 'أسئلة مع شرح لكل إجابة. وهي تُحسب في النقاط والأيام المتتالية.',
  practice: 'ابدأ التدريب',
  exercises: 'تمارين في مواقع أخرى',
  count: (count: number) =>
    n(count, {
      zero: 'لا تمارين',
      one: 'تمرين واحد',
      two: 'تمرينان',
      few: '# تمارين',
      many: '# تمرينًا',
      other: '# تمرين',
    }),
  minutes: (count: number) =>
    n(count, {
      one: 'دقيقة واحدة',
      two: 'دقيقتان',
      few: '# دقائق',
      many: '# دقيقة',
      other: '# دقيقة',
    }),
  elsewhere: '(موقع آخر)',
  difficulty: 'الصعوبة',
  company: 'الشركة',
  allCompanies: 'كل الشركات',
  noCompanies: 'لا يذكر أي تمرين شركة بعد، ولذلك تُعرض كلها هنا.',
  noMatchTitle: 'لا تمارين تطابق اختيارك',
  noMatchText: 'لا شيء يناسب هذا الاختيار.',
  showAll: 'إظهارها كلها',
  loadFailed: 'تعذّر تحميل التمارين',
  guide: 'للتحضير',
  openGuide: 'قراءة الدليل',
}
