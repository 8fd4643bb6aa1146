/** What each page about one kind of question brings together. */
export interface QuestionField {
  /** The category of questions that can be practised here, by its id. */
  practise?: string
  /** Categories of the bank's exercises; left out: all of them. */
  bank?: readonly string[]
  /** The preparation guide that goes with it. */
  guide?: string
  /** Lets one choose among the companies that ask. */
  byCompany?: boolean
}

export const fields = {
  javascript: {
    practise: 'javascript',
    bank: ['JavaScript Functions', 'Algorithmic Coding', 'Web APIs'],
    guide: 'javascript',
  },
  react: { practise: 'react', bank: ['React', 'Testing'], guide: 'react-ecosystem' },
  'user-interface': { practise: 'css', bank: ['User Interface Coding', 'CSS'], guide: 'css' },
  'system-design': { bank: ['System Design'], guide: 'frontend-system-design' },
  behavioral: { bank: [], guide: 'behavioral-and-leadership' },
  'company-specific': { byCompany: true, guide: 'complete-frontend-interview' },
} as const satisfies Record<string, QuestionField>

export type FieldName = keyof typeof fields
