import type { CommandPaletteMessages } from './en.ts'

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
