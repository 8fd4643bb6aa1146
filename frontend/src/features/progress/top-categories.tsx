import type { Dashboard } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import styles from './lists.module.css'
import { useProgressMessages } from './messages.en.ts'
import { TitledList } from './titled-list.tsx'
import { Why } from './why.tsx'

/** Those answered best, with how many answers that rests on. */
export function TopCategories({ categories }: { categories: Dashboard['topCategories'] }) {
  const messages = useProgressMessages()
  const format = useFormat()
  return (
    <TitledList title={messages.topCategories} empty={messages.topCategoriesEmpty} ordered>
      {categories.map(({ category, score, questionsCompleted }) => (
        <li key={category} className={styles.row}>
          <div className={styles.name}>
            <p dir="auto">{category}</p>
            <p data-numeric className={styles.quiet}>
              {format.percent(score)} · {messages.answersCounted(questionsCompleted)}
            </p>
          </div>
          <Why figure={`category:${category}`} label={category} />
        </li>
      ))}
    </TitledList>
  )
}
