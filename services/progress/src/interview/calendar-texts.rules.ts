/** The texts of a calendar feed in one language. */
export interface CalendarTexts {
  /** As iCalendar's product id names the language. */
  code: string
  questions: (count: number) => string
  lessons: (count: number) => string
  flashcards: (count: number) => string
  challenges: (count: number) => string
  design: string
  mockInterview: string
  exam: string
  minutes: (count: number) => string
  list: (parts: readonly string[]) => string
  /** What is planned, and how long it takes. */
  within: (planned: string, minutes: string) => string
  plannedToday: (planned: string) => string
  interview: string
  interviewText: string
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** A counted noun: `#` stands for the number. */
function counter(language: string): (forms: Forms) => (count: number) => string {
  const rules = new Intl.PluralRules(language)
  return (forms) => (count) => (forms[rules.select(count)] ?? forms.other).replace('#', String(count))
}

const inEnglish = counter('en')

export const english: CalendarTexts = {
  code: 'EN',
  questions: inEnglish({ one: '# new question', other: '# new questions' }),
  lessons: inEnglish({ one: '# lesson', other: '# lessons' }),
  flashcards: inEnglish({ one: '# flashcard', other: '# flashcards' }),
  challenges: inEnglish({ one: '# coding challenge', other: '# coding challenges' }),
  design: 'design case',
  mockInterview: 'mock interview',
  exam: 'mock exam',
  minutes: inEnglish({ one: '# minute', other: '# minutes' }),
  list: (parts) => parts.join(', '),
  within: (planned, minutes) => `${planned}; ${minutes}`,
  plannedToday: (planned) => `Planned for today: ${planned}.`,
  interview: 'Interview',
  interviewText: 'Good luck! Your preparation plan ends the day before.',
}

const inArabic = counter('ar')

export const arabic: CalendarTexts = {
  code: 'AR',
  questions: inArabic({
    one: 'سؤال جديد',
    two: 'سؤالان جديدان',
    few: '# أسئلة جديدة',
    many: '# سؤالًا جديدًا',
    other: '# سؤال جديد',
  }),
  lessons: inArabic({ one: 'درس', two: 'درسان', few: '# دروس', many: '# درسًا', other: '# درس' }),
  challenges: inArabic({
    one: 'تحدٍّ برمجي',
    two: 'تحديان برمجيان',
    few: '# تحديات برمجية',
    many: '# تحديًا برمجيًا',
    other: '# تحدٍّ برمجي',
  }),
  design: 'مسألة تصميم',
  mockInterview: 'مقابلة تجريبية',
  exam: 'امتحان تجريبي',
  flashcards: inArabic({ one: 'بطاقة', two: 'بطاقتان', few: '# بطاقات', many: '# بطاقة', other: '# بطاقة' }),
  minutes: inArabic({ one: 'دقيقة', two: 'دقيقتان', few: '# دقائق', many: '# دقيقة', other: '# دقيقة' }),
  list: (parts) => parts.join('، '),
  within: (planned, minutes) => `${planned} (${minutes})`,
  plannedToday: (planned) => `المخطّط لهذا اليوم: ${planned}.`,
  interview: 'المقابلة',
  interviewText: 'بالتوفيق! تنتهي خطة التحضير في اليوم الذي يسبقها.',
}
