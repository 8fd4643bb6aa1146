import { pluralIn } from './plural.ts'

/** A number of questions, in Arabic. */
export const questions = (count: number): string =>
  pluralIn('ar')(count, {
    zero: 'لا أسئلة',
    one: 'سؤال واحد',
    two: 'سؤالان',
    few: '# أسئلة',
    many: '# سؤالًا',
    other: '# سؤال',
  })
