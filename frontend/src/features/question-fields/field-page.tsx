import type { BankItem } from '@rehearse/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { learnerApi } from '../../shared/api/client.ts'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { FilterChips } from '../../shared/ui/filter-chips.tsx'
import { LevelDots } from '../../shared/ui/level-dots.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import styles from './field-page.module.css'
import { type FieldMessages, questionFields } from './messages.en.ts'

/** One kind of question: practice here, exercises elsewhere, and the matching guide. */
export function FieldPage({ name }: { name: FieldName }) {
  const messages = useFieldMessages()
  const field: QuestionField = fields[name]
  const { data: guide } = useQuery({ ...guideQuery(field.guide ?? ''), enabled: field.guide !== undefined })
  return (
    <Page title={messages[name].title} lead={messages[name].lead}>
      <div className={styles.sections}>
        {field.practice && (
          <section aria-labelledby="practice" className={styles.way}>
            <div>
              <h2 id="practice">{messages.practiceTitle}</h2>
              <p className={styles.text}>{messages.practiceText}</p>
            </div>
            <ButtonLink to={`/questions?category=${field.practice}`} variant="primary">
              {messages.practice}
            </ButtonLink>
          </section>
        )}
        {guide && (
          <section aria-labelledby="guide" className={styles.way}>
            <div>
              <h2 id="guide" dir="auto">
                {guide.title}
              </h2>
              <p dir="auto" className={styles.text}>
                {guide.description}
              </p>
            </div>
            <ButtonLink to={`/preparation-guides/${guide.id}`}>{messages.openGuide}</ButtonLink>
          </section>
        )}
        {field.bank?.length !== 0 && <Exercises field={field} name={name} />}
      </div>
    </Page>
  )
}

function Exercises({ field, name }: { field: QuestionField; name: FieldName }) {
  const messages = useFieldMessages()
  const { difficulty } = useMessages()
  const [search, setSearch] = useSearchParams()
  const query = useQuery(bankQuery)
  const { data: bank } = query
  const chosen = { difficulty: search.get('difficulty') ?? '', company: search.get('company') ?? '' }
  const choose = (part: Partial<typeof chosen>) =>
    setSearch(Object.entries({ ...chosen, ...part }).filter(([, value]) => value !== ''))
  const offered = bank?.data.filter(({ category }) => !field.bank || field.bank.includes(category))
  const shown = offered?.filter(
    (item) =>
      (chosen.difficulty === '' || item.difficulty === chosen.difficulty) &&
      (chosen.company === '' || item.companies.includes(chosen.company)),
  )
  return (
    <section aria-labelledby="exercises" className={styles.exercises}>
      <h2 id="exercises">{messages.exercises}</h2>
      <div className={styles.filters}>
        <FilterChips
          label={messages.difficulty}
          all={difficulty.all}
          value={chosen.difficulty}
          onChange={(level) => choose({ difficulty: level })}
          choices={(['easy', 'medium', 'hard'] as const).map((level) => ({
            value: level,
            label: difficulty[level],
            count: offered?.filter((item) => item.difficulty === level).length,
          }))}
        />
        {field.byCompany && bank && bank.companies.length > 0 && (
          <SelectField
            label={messages.company}
            value={chosen.company}
            onChange={(event) => choose({ company: event.target.value })}
            choices={[
              { value: '', label: messages.allCompanies },
              ...bank.companies.map((company) => ({ value: company, label: company })),
            ]}
          />
        )}
      </div>
      {field.byCompany && bank?.companies.length === 0 && (
        <p className={styles.text}>{messages.noCompanies}</p>
      )}
      <Loading query={query} title={messages.loadFailed} heights={[5, 5, 5]} />
      {shown && (
        <p role="status" data-numeric className={styles.text}>
          {messages.count(shown.length)}
        </p>
      )}
      {shown?.length === 0 && (
        <EmptyState
          title={messages.noMatchTitle}
          text={messages.noMatchText}
          action={<ButtonLink to={`/questions/${name}`}>{messages.showAll}</ButtonLink>}
        />
      )}
      {shown && shown.length > 0 && (
        <ul className={classNames('plain-list', styles.list)}>
          {shown.map((item) => (
            <ExerciseRow key={item.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

const bankQuery = queryOptions({
  queryKey: ['catalogue', 'question-bank'],
  queryFn: ({ signal }) => learnerApi.get('/api/question-bank', { signal }),
})

const guideQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalogue', 'guides', id],
    queryFn: async ({ signal }) => (await learnerApi.get(`/api/guides/${id}`, { signal })).data,
  })

function ExerciseRow({ item }: { item: BankItem }) {
  const messages = useFieldMessages()
  return (
    <li className={styles.row}>
      <div>
        <h3 dir="auto">
          <a href={item.url} target="_blank" rel="noopener noreferrer">
            {item.title}
            <ExternalLink aria-hidden size={14} className={styles.mark} />
            <span className="visually-hidden"> {messages.elsewhere}</span>
          </a>
        </h3>
        <p dir="auto" className={styles.text}>
          {item.description}
        </p>
      </div>
      <p className={styles.tags}>
        <LevelDots level={item.difficulty} />
        <Tag>{messages.minutes(item.estimatedTime)}</Tag>
        {item.companies.map((company) => (
          <Tag key={company}>{company}</Tag>
        ))}
      </p>
    </li>
  )
}

const tables: FeatureTables<FieldMessages> = {
  en: () => questionFields,
  ar: async () => (await import('./messages.ar.ts')).questionFields,
}

const useFieldMessages = () => useFeatureMessages(tables)

/** The content of a page about one kind of question. */
interface QuestionField {
  /** The id of the category to practice here. */
  practice?: string
  /** Categories of the question bank's exercises; all of them if absent. */
  bank?: readonly string[]
  /** The matching preparation guide. */
  guide?: string
  /** Whether there is a filter by the company that asks. */
  byCompany?: boolean
}

export const fields = {
  javascript: {
    practice: 'javascript',
    bank: ['JavaScript Functions', 'Algorithmic Coding', 'Web APIs'],
    guide: 'javascript',
  },
  react: { practice: 'react', bank: ['React', 'Testing'], guide: 'react-ecosystem' },
  'user-interface': { practice: 'css', bank: ['User Interface Coding', 'CSS'], guide: 'css' },
  'system-design': { bank: ['System Design'], guide: 'frontend-system-design' },
  behavioral: { bank: [], guide: 'behavioral-and-leadership' },
  'company-specific': { byCompany: true, guide: 'complete-frontend-interview' },
} as const satisfies Record<string, QuestionField>

export type FieldName = keyof typeof fields
