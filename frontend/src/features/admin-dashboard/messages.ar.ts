import type { AdminDashboardMessages } from './messages.en.ts'

export const adminDashboard: AdminDashboardMessages = {
  title: 'لوحة المعلومات',
  lead: 'ما يمكن للمتعلّمين التدرّب عليه الآن.',
  manage: 'إدارة الأسئلة',
  total: 'إجمالي الأسئلة',
  active: 'الأسئلة النشطة',
  inactive: 'غير النشطة',
  avgDifficulty: 'متوسط الصعوبة',
  avgDifficultyLine: 'من 1 (سهل) إلى 3 (صعب)',
  byDifficulty: 'بحسب الصعوبة',
  byPath: 'بحسب مسار التعلّم',
  byCategory: 'بحسب الفئة',
  recent: 'آخر 10 أيام',
  date: 'اليوم',
  added: 'أُضيفت',
  updated: 'عُدّلت',
  deleted: 'حُذفت',
  recentEmpty: 'لم يُضف شيء ولم يُعدَّل شيء في آخر 10 أيام.',
  empty: 'لا توجد أسئلة بعد.',
  unnamed: 'بلا مسار',
}
