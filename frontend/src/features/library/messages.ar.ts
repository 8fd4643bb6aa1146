import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'
import type { LibraryMessages } from './messages.en.ts'

const n = pluralIn('ar')

export const library: LibraryMessages = {
  search: 'بحث',
  category: 'الفئة',
  allCategories: 'كل الفئات',
  difficulty: 'الصعوبة',
  tag: 'الوسم',
  allTags: 'كل الوسوم',
  type: 'النوع',
  allTypes: 'كل الأنواع',
  found: (count) =>
    n(count, {
      zero: 'لا نتائج',
      one: 'نتيجة واحدة',
      two: 'نتيجتان',
      few: '# نتائج',
      many: '# نتيجة',
      other: '# نتيجة',
    }),
  noMatchTitle: 'لا شيء يطابق اختيارك',
  noMatchText: 'غيّر عوامل التصفية، أو أظهر الكل.',
  showAll: 'إظهار الكل',
  emptyTitle: 'لا شيء هنا بعد',
  emptyText: 'يظهر كل شيء هنا حالما يُضاف.',
  toPractice: 'تدرّب على الأسئلة',
  missingTitle: 'هذا العنصر غير موجود',
  missingText: 'ربما أُزيل، أو كُتب العنوان خطأً.',
  minutes: (count) =>
    n(count, { one: 'دقيقة واحدة', two: 'دقيقتان', few: '# دقائق', many: '# دقيقة', other: '# دقيقة' }),
  elsewhere: 'يُفتح في علامة تبويب جديدة',
  hub: {
    lead: 'أدلّة وأوراق مرجعية ومقالات للقراءة، وموارد في مواقع أخرى.',
    all: (count) =>
      n(count, {
        one: 'عرضه',
        two: 'عرض الاثنين',
        few: 'عرض الكل (#)',
        many: 'عرض الكل (#)',
        other: 'عرض الكل (#)',
      }),
  },
  guides: {
    title: 'أدلّة التحضير',
    lead: 'ماذا تحضّر، وبأي ترتيب، وكم يستغرق ذلك.',
    back: 'كل الأدلّة',
    levels: { 'all-levels': 'كل المستويات', intermediate: 'متوسط', advanced: 'متقدّم' },
    sections: (count) =>
      n(count, { one: 'قسم واحد', two: 'قسمان', few: '# أقسام', many: '# قسمًا', other: '# قسم' }),
    contents: 'المحتويات',
    skills: 'المهارات التي ينمّيها',
    features: 'ما تحصل عليه',
    topics: 'المواضيع',
  },
  articles: {
    title: 'المقالات',
    lead: 'قراءات قصيرة، في كل منها فكرة واحدة.',
    back: 'كل المقالات',
    sources: 'المصادر',
  },
  cheatSheets: {
    title: 'الأوراق المرجعية',
    lead: 'الصياغة التي تبحث عنها مرارًا، ورقة لكل موضوع.',
    back: 'كل الأوراق المرجعية',
    contents: 'المحتويات',
    entries: (count) =>
      n(count, { one: 'عنصر واحد', two: 'عنصران', few: '# عناصر', many: '# عنصرًا', other: '# عنصر' }),
  },
  resources: {
    title: 'الموارد',
    lead: 'مقالات وفيديوهات وأدوات نوصي بها في مواقع أخرى.',
    featured: 'مميّز',
    types: {
      tool: 'أداة',
      article: 'مقال',
      video: 'فيديو',
      website: 'موقع',
      podcast: 'بودكاست',
      course: 'دورة',
    },
    issuesTitle: 'قائمة قراءة المجتمع',
    issuesLead: 'محفوظة مسائلَ (issues) في مستودع عام: المفتوحة لم تُقرأ بعد، والمغلقة اكتملت.',
    mockLead: 'لا يمكن قراءة المستودع الآن، أو لم يُحدَّد مستودع. هذه هي القائمة المضمّنة.',
    total: 'العناصر',
    open: 'المفتوحة',
    closed: 'المغلقة',
    state: { open: 'مفتوحة', closed: 'مغلقة' },
    priority: { Critical: 'حرجة', High: 'عالية', Medium: 'متوسطة', Low: 'منخفضة' },
    asOf: (moment) => `حتى ${isolate(moment)}`,
    openList: 'المسائل المفتوحة',
    closedList: 'المسائل المغلقة',
    allList: 'القائمة كلها',
    none: 'لا شيء.',
    issuesFailed: 'تعذّر تحميل قائمة القراءة',
  },
  jobs: {
    title: 'الوظائف',
    lead: 'وظائف نشرها أصحاب العمل هنا. لا ننسخ إعلانات من مواقع أخرى.',
    emptyTitle: 'لا وظائف الآن',
    emptyText: 'تظهر الوظائف هنا حالما ينشرها أصحاب العمل. وحتى ذلك الحين يمكنك التدرّب على المقابلة.',
    level: 'المستوى',
    allLevels: 'كل المستويات',
    levels: { junior: 'مبتدئ', mid: 'متوسط', senior: 'خبير', lead: 'قائد فريق' },
    types: {
      'full-time': 'دوام كامل',
      'part-time': 'دوام جزئي',
      contract: 'عقد',
      internship: 'تدريب عملي',
    },
    remote: 'عن بُعد',
    posted: (day) => `نُشرت في ${isolate(day)}`,
    closes: (day) => `مفتوحة حتى ${isolate(day)}`,
  },
  planned: {
    label: 'مخطَّط له',
    lead: 'هذا الجزء من Rehearse مخطَّط له لكنه غير متاح بعد.',
    priority: {
      Critical: 'الأولوية: حرجة',
      High: 'الأولوية: عالية',
      Medium: 'الأولوية: متوسطة',
      Low: 'الأولوية: منخفضة',
    },
    others: 'أجزاء أخرى مخطَّط لها',
  },
}
