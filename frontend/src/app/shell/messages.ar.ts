import type { AdminNavMessages, CommandPaletteMessages } from './messages.en.ts'

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

export const commandPalette: CommandPaletteMessages = {
  title: 'بحث',
  placeholder: 'صفحة أو سؤال',
  found: 'النتائج',
  pages: 'الصفحات',
  questions: 'الأسئلة',
  nothing: 'لا توجد نتائج.',
  searching: 'جارٍ البحث...',
  failed: 'تعذّر البحث في الأسئلة',
}
