import type { AdminNavMessages } from './en.ts'

export const adminNav: AdminNavMessages = {
  dashboard: 'لوحة المعلومات',
  questions: 'الأسئلة',
  bulkAdd: 'إضافة جماعية',
  reports: 'التقارير',
  sections: 'الأقسام',
  content: 'المسارات والخطط',
  learningResources: 'موارد التعلّم',
  audio: 'الصوت',
  backup: 'النسخ الاحتياطية',
  users: 'المستخدمون',
  settings: 'الإعدادات',
  account: 'حسابي',
  learnerSide: 'واجهة المتعلّم',
}
